export const WALL = '/monitor/bigShow';

let left = WALL;

/** A wall of one organization or site is come back to as such, for as long as the page lives. */
export function rememberWall(search: string): void {
  left = `${WALL}${search}`;
}

export function wallAddress(): string {
  return left;
}

/** Links from the wall carry this, so that the page they lead to knows the way back. */
export const FROM_WALL = { from: 'wall' } as const;

export function isFromWall(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'from' in state && state.from === FROM_WALL.from;
}
