import { DAY, HOUR, MINUTE } from '../time.ts';

export const STATISTICS_LIMITS = {
  intervalMaxMs: 2 * DAY,
  /** The windows a chart can show; a month is 30 days. */
  rangesMs: {
    hour: HOUR,
    sixHours: 6 * HOUR,
    day: DAY,
    week: 7 * DAY,
    twoWeeks: 14 * DAY,
    month: 30 * DAY,
  },
  /** The boundaries between the four bands of a client's online duration. */
  onlineDurationBordersMs: [30 * MINUTE, 2 * HOUR, 8 * HOUR],
  sitesOnMapMax: 5_000,
  assetRowsMax: 200,
  /** Rows of each table in a PDF. */
  pdfRowsMax: 2_000,
  reportNameMax: 64,
  reportEmailsMax: 20,
} as const;
