import { useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { type ChosenWindow, readWindow, type WindowChange, withWindow } from './time-window.ts';

/** The window of time a page is about, which stands in its address, and a way to choose another. */
export function useChosenWindow(): [ChosenWindow, (next: WindowChange) => void] {
  const [query, setQuery] = useSearchParams();
  // Where the page was opened from stays known.
  const { state }: { state: unknown } = useLocation();
  const window = useMemo(() => readWindow(query), [query]);
  return [
    window,
    (next) => setQuery((current) => withWindow(current, next, Date.now()), { replace: true, state }),
  ];
}
