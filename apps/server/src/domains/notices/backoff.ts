import { LIMITS } from '@airloom/contract/limits';

const { retryFirstMs, retryMaxMs, givenUpMs } = LIMITS.notice;

/** When a notice that was tried so often is tried next; null once it is given up. */
export function nextTry(attempts: number, firstTriedAt: Date, now: Date): Date | null {
  const pause = Math.min(retryFirstMs * 2 ** (attempts - 1), retryMaxMs);
  const next = now.getTime() + pause;
  return next - firstTriedAt.getTime() > givenUpMs ? null : new Date(next);
}
