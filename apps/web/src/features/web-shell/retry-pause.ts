import type { ShellEnd } from '@airloom/contract/web-shell/web-shell.model';

/** Seconds before each attempt. */
const PAUSES = [2, 4, 8, 16, 30] as const;

/** Ends that may pass by themselves. Others are decisions, and repeat. */
const PASSING: ReadonlySet<ShellEnd | null> = new Set<ShellEnd | null>([
  null,
  'deviceLost',
  'gatewayLost',
  'interrupted',
]);

/** Seconds until the next attempt to open a lost shell; null when there is none. */
export function retryPauseSeconds(end: ShellEnd | null, attempt: number): number | null {
  return PASSING.has(end) ? (PAUSES[attempt] ?? null) : null;
}
