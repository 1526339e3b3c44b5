/** Result of one attempt. `notSent`: nothing was sent; `gone`: the device was removed. */
export interface AttemptResult {
  readonly outcome: 'succeeded' | 'failed' | 'notSent' | 'gone';
  /** Whether a retry makes sense. */
  readonly again: boolean;
}

export interface Attempts {
  readonly attempts: number;
  readonly attemptsMax: number;
  /** Whether a failure may be retried: not in a stopped rollout. */
  readonly mayRepeat: boolean;
}

export interface AfterAttempt {
  readonly state: 'waiting' | 'succeeded' | 'failed' | 'cancelled';
  readonly attempts: number;
}

/** State of a member after an attempt. One that was never sent does not count. */
export function afterAttempt(member: Attempts, { outcome, again }: AttemptResult): AfterAttempt {
  if (outcome === 'succeeded') return { state: 'succeeded', attempts: member.attempts };
  const attempts = outcome === 'notSent' ? member.attempts - 1 : member.attempts;
  const repeats = again && member.mayRepeat && attempts < member.attemptsMax;
  const ended = outcome === 'gone' ? 'cancelled' : 'failed';
  return { state: repeats ? 'waiting' : ended, attempts };
}

export interface AttemptTimes {
  readonly sentAt: number;
  readonly progressAt: number | null;
  /** Time of the next check. */
  readonly nextAt: number;
}

export interface AttemptLimits {
  /** How long an attempt may show no progress, and how long it may take in total. */
  readonly silentMs: number;
  readonly maxMs: number;
}

/** Deadline of an attempt that was sent, without further progress. */
export function attemptDeadline(
  { sentAt, progressAt, nextAt }: AttemptTimes,
  { silentMs, maxMs }: AttemptLimits,
  now: number,
): number {
  // The clock was set back while no process ran: it gets its time again, once.
  if (sentAt > now) {
    const again = nextAt <= now ? nextAt : now + silentMs;
    return progressAt !== null && progressAt <= now ? Math.max(again, progressAt + silentMs) : again;
  }
  return Math.min(Math.max(sentAt, progressAt ?? 0) + silentMs, sentAt + maxMs);
}
