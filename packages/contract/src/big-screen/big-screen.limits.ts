import { DAY } from '../time.ts';

export const SCREEN_LINK_LIMITS = {
  nameMax: 64,
  validDaysMin: 1,
  validDaysMax: 365,
  addressesMax: 20,
  /** An expired link stays in the list this long. */
  expiredKeptMs: 30 * DAY,
  /** Displays that show one link at the same time. */
  displaysMax: 20,
} as const;
