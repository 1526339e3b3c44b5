import { useSyncExternalStore } from 'react';
import { useConnectionState } from '../../shared/live/connection-state.ts';

interface LiveQuery {
  readonly isError: boolean;
  /** Time of the last answer. */
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

/** Since when the data is outdated, because the connection is lost or requests fail; null while it is current. */
export function useOutdatedSince(query: LiveQuery): number | null {
  const connectionLostAt = useConnectionState((state) => state.lostAt);
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (connectionLostAt !== null) return connectionLostAt;
  return query.isError || !online ? query.dataUpdatedAt : null;
}
