import { create } from 'zustand';

/** Since when there is no line to the server; null while there is one, and before the first. */
export const useLine = create<{ lostAt: number | null }>(() => ({ lostAt: null }));

export function lineIsUp(): void {
  useLine.setState({ lostAt: null });
}

/** Each try that fails is the same loss: since when it lasts stays. */
export function lineIsLost(): void {
  useLine.setState(({ lostAt }) => ({ lostAt: lostAt ?? Date.now() }));
}
