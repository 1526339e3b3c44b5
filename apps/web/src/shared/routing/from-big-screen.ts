export const BIG_SCREEN_PATH = '/monitor/bigShow';

let lastAddress = BIG_SCREEN_PATH;

/** Remembers the scope of the big screen for the way back, until the page is reloaded. */
export function rememberBigScreen(search: string): void {
  lastAddress = `${BIG_SCREEN_PATH}${search}`;
}

export function bigScreenAddress(): string {
  return lastAddress;
}

/** Navigation state of links on the big screen, so that the target page shows a link back. */
export const FROM_BIG_SCREEN = { from: 'wall' } as const;

export function isFromBigScreen(state: unknown): boolean {
  return (
    typeof state === 'object' && state !== null && 'from' in state && state.from === FROM_BIG_SCREEN.from
  );
}
