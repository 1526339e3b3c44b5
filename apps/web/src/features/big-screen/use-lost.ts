import { useSyncExternalStore } from 'react';
import { useConnectionState } from '../../shared/live/connection-state.ts';

interface Asked {
  readonly isError: boolean;
  /** When it was last answered. */
  readonly dataUpdatedAt: number;
}

function subscribe(notify: () => void): () => void {
  window.addEventListener('online', notify);
  window.addEventListener('offline', notify);
  return () => {
    window.removeEventListener('online', notify);
    window.removeEventListener('offline', notify);
  };
}

/** Since when what is shown is no longer news: the line is down, or asking fails. Null while all is well. */
export function useLostSince(asked: Asked): number | null {
  const lineLostAt = useConnectionState((state) => state.lostAt);
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (lineLostAt !== null) return lineLostAt;
  return asked.isError || !online ? asked.dataUpdatedAt : null;
}
