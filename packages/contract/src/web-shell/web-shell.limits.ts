import { MINUTE, SECOND } from '../time.ts';
import { MEGABYTE } from '../units.ts';

export const SHELL_LIMITS = {
  columnsMin: 2,
  columnsMax: 500,
  rowsMin: 2,
  rowsMax: 300,
  /** Until the browser joins the session it opened. */
  joinMs: 30 * SECOND,
  /** Without input. */
  idleMs: 30 * MINUTE,
  /** The browser is warned this long before. */
  idleWarningMs: MINUTE,
  perPersonMax: 10,
  perAccountMax: 50,
  perProcessMax: 500,
  recordingMaxBytes: 8 * MEGABYTE,
  keepDaysMin: 1,
  keepDaysMax: 365,
  keepDaysUsual: 30,
  /** Sessions without a recording. */
  keptDays: 90,
  /** Of one frame from the browser. */
  inputMaxBytes: 1_000,
} as const;
