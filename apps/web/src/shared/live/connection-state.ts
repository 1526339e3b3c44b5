import { create } from 'zustand';

/** What lost its connection: the live socket, or calls. */
type Source = 'socket' | 'calls';

interface ConnectionState {
  /** Since when the server is out of reach; null while it answers, and before the first connection. */
  lostAt: number | null;
  lost: readonly Source[];
}

export const useConnectionState = create<ConnectionState>(() => ({ lostAt: null, lost: [] }));

export function connectionUp(source: Source = 'socket'): void {
  useConnectionState.setState(({ lost, lostAt }) => {
    const others = lost.filter((one) => one !== source);
    return { lost: others, lostAt: others.length === 0 ? null : lostAt };
  });
}

/** Failed attempts belong to the same loss and keep its start. */
export function connectionLost(source: Source = 'socket'): void {
  useConnectionState.setState(({ lost, lostAt }) => ({
    lost: lost.includes(source) ? lost : [...lost, source],
    lostAt: lostAt ?? Date.now(),
  }));
}

/** Whether the server is known to be out of reach. */
export function isConnectionLost(): boolean {
  return useConnectionState.getState().lostAt !== null;
}

/** Runs whenever the server is reached again. */
export function whenReconnected(run: () => void): void {
  useConnectionState.subscribe((now, before) => {
    if (now.lostAt === null && before.lostAt !== null) run();
  });
}
