import { DAY_MS, HOUR_MS, MINUTE_MS } from '../units.ts';

export const NOTICE_LIMITS = {
  peopleMax: 100,
  urlMax: 512,
  escalateMaxMinutes: 24 * 60,
  /** Between the repeats of an unconfirmed notification. */
  repeatEveryMs: 10 * MINUTE_MS,
  retryFirstMs: 30_000,
  retryMaxMs: HOUR_MS,
  givenUpMs: DAY_MS,
  keptMs: 90 * DAY_MS,
  /** Trials to one address and resent notifications, of an account. */
  askedPerHourMax: 400,
} as const;
