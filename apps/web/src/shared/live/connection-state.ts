import { create } from 'zustand';

/** Since when the live connection is lost; null while it is open, and before the first one. */
export const useConnectionState = create<{ lostAt: number | null }>(() => ({ lostAt: null }));

export function connectionUp(): void {
  useConnectionState.setState({ lostAt: null });
}

/** Failed attempts belong to the same loss and keep its start. */
export function connectionLost(): void {
  useConnectionState.setState(({ lostAt }) => ({ lostAt: lostAt ?? Date.now() }));
}
