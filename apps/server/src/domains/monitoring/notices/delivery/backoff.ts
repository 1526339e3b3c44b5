import { backoffMs } from '@airloom/contract/backoff';
import { NOTICE_LIMITS } from '@airloom/contract/notices/notices.limits';
import { sql } from 'kysely';

const { retryFirstMs, retryMaxMs, givenUpMs } = NOTICE_LIMITS;

function pauseAfter(attempts: number): number {
  return backoffMs({ firstMs: retryFirstMs, maxMs: retryMaxMs }, attempts - 1);
}

/** The same for a row, by its `attempts`. */
export const PAUSE_MS = sql`least(${retryFirstMs}::float8 * power(2, attempts - 1), ${retryMaxMs}::float8)`;

/**
 * When a notice with this many attempts is tried next; null once it is given up. The duration is derived from the
 * attempts, not from the clock, which may have been set.
 */
export function nextAttempt(attempts: number, now: Date): Date | null {
  let triedMs = 0;
  for (let attempt = 1; attempt <= attempts; attempt += 1) triedMs += pauseAfter(attempt);
  return triedMs > givenUpMs ? null : new Date(now.getTime() + pauseAfter(attempts));
}
