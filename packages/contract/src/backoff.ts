export interface Backoff {
  readonly firstMs: number;
  readonly maxMs: number;
  /** Share of the pause that is random, so that many do not return at the same time. */
  readonly jitter?: number;
}

/** Pause before the next attempt: doubles with each retry, from 0, up to the maximum. `random` is from 0 to 1. */
export function backoffMs(
  { firstMs, maxMs, jitter = 0 }: Backoff,
  retries: number,
  random: number = Math.random(),
): number {
  return Math.min(maxMs, firstMs * 2 ** retries) * (1 - jitter * (1 - random));
}
