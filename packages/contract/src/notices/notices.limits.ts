import { DAY, HOUR, MINUTE } from '../time.ts';

export const NOTICE_LIMITS = {
  peopleMax: 100,
  urlMax: 512,
  chatSecretMax: 256,
  escalateMaxMinutes: 24 * 60,
  /** Between the repeats of an unconfirmed notification. */
  repeatEveryMs: 10 * MINUTE,
  retryFirstMs: 30_000,
  retryMaxMs: HOUR,
  givenUpMs: DAY,
  keptMs: 90 * DAY,
  /** Trials to one address and resent notifications, of an account. */
  askedPerHourMax: 400,
} as const;
