export const WALL = '/monitor/bigShow';

/** Links from the wall carry this, so that the page they lead to knows the way back. */
export const FROM_WALL = { from: 'wall' } as const;

export function isFromWall(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'from' in state && state.from === FROM_WALL.from;
}
