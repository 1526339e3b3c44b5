import { DAY_MS, HOUR_MS, MINUTE_MS } from '../units.ts';

export const STATISTICS_LIMITS = {
  intervalMaxMs: 2 * DAY_MS,
  /** The windows a chart can show; a month is 30 days. */
  rangesMs: {
    hour: HOUR_MS,
    sixHours: 6 * HOUR_MS,
    day: DAY_MS,
    week: 7 * DAY_MS,
    twoWeeks: 14 * DAY_MS,
    month: 30 * DAY_MS,
  },
  /** The boundaries between the four bands of a client's online duration. */
  onlineDurationBordersMs: [30 * MINUTE_MS, 2 * HOUR_MS, 8 * HOUR_MS],
  sitesOnMapMax: 5_000,
  assetRowsMax: 200,
  reportNameMax: 64,
  reportEmailsMax: 20,
} as const;
