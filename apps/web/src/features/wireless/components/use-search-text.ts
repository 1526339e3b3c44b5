import { useEffect, useState } from 'react';

const PAUSE_MS = 200;
/** What is longer than any name finds nothing. */
const LONGEST = 64;

/** What is searched for: the typed text after a pause. */
export function useSearchText(): [wanted: string, search: (typed: string) => void] {
  const [typed, search] = useState('');
  const [wanted, setWanted] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setWanted(typed.trim().slice(0, LONGEST)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [wanted, search];
}
