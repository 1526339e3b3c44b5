import { useSyncExternalStore } from 'react';

/** The width of a phone. */
const NARROW = window.matchMedia('(max-width: 640px)');

function subscribe(onChange: () => void): () => void {
  NARROW.addEventListener('change', onChange);
  return () => NARROW.removeEventListener('change', onChange);
}

export function isNarrow(): boolean {
  return NARROW.matches;
}

/** Whether the window is as narrow as a phone, where rows of tables are cards. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, isNarrow);
}
