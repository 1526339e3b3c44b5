import { useSyncExternalStore } from 'react';

/** The width of a phone. */
const NARROW = window.matchMedia('(max-width: 640px)');

function subscribe(onChange: () => void): () => void {
  NARROW.addEventListener('change', onChange);
  return () => NARROW.removeEventListener('change', onChange);
}

/** Whether the window is as narrow as a phone, where tables show several values in one cell. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => NARROW.matches);
}
