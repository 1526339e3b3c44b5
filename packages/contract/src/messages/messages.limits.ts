import { DAY } from '../time.ts';

export const MESSAGE_LIMITS = {
  textMax: 1_000,
  selectionMax: 200,
  keptMs: 90 * DAY,
  /** Of each tab, for each person. */
  perTabMax: 1_000,
} as const;
