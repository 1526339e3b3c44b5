import { useState } from 'react';
import { useOwnKey } from './steps-dismissed.ts';

/** Whether the person skipped setting up this account, stored in this browser. */
export function useSetupSkipped(): [skipped: boolean, skip: (skipped: boolean) => void] {
  const key = useOwnKey('setupSkipped');
  const [skipped, setSkipped] = useState(() => key !== null && localStorage.getItem(key) !== null);
  return [
    skipped,
    (next) => {
      if (key !== null && next) localStorage.setItem(key, new Date().toISOString());
      else if (key !== null) localStorage.removeItem(key);
      setSkipped(next);
    },
  ];
}
