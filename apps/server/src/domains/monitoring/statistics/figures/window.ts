import { DAY, HOUR } from '@airloom/contract/time';
import { type ChartRequest, type ChartWindow, chartWindow, SLOT_SECONDS } from '../../telemetry/index.ts';

const SLOT_MS = SLOT_SECONDS * 1000;
/** Client figures are counted by hour up to this length, then by day. */
const BY_HOUR_MAX_MS = 2 * DAY;

/** Half-open span of time. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Moment {
  readonly now: number;
  /** The first hour that is not rolled up. */
  readonly open: number;
  /** Whether everything before it is. */
  readonly settled: boolean;
  /** End of the counted part of the current hour. */
  readonly counted: number;
  /** Older figures exist by hour only. */
  readonly slotsKeptMs: number;
}

const floorTo = (at: number, unit: number): number => Math.floor(at / unit) * unit;
const ceilTo = (at: number, unit: number): number => Math.ceil(at / unit) * unit;

/** The requested window, to the millisecond, limited to now. */
export function exactWindow(query: ChartRequest, { now, slotsKeptMs }: Moment): ChartWindow {
  const window = chartWindow(query, now, slotsKeptMs);
  return { ...window, to: Math.max(window.from, Math.min(window.to, now)) };
}

/** The hours that a window overlaps, limited to the counted part. */
export function wholeHours({ from, to }: Span, { now }: Pick<Moment, 'now'>): Span {
  const first = floorTo(from, HOUR);
  return { from: first, to: Math.max(first, Math.min(ceilTo(to, HOUR), now)) };
}

/** A short window consists of slots, a long one of whole hours; both end with the last counted one. */
export function networkWindow(query: ChartRequest, moment: Moment): ChartWindow {
  const window = exactWindow(query, moment);
  const stepMs = Math.max(window.stepMs, SLOT_MS);
  const isOpen = window.source === 'reports' || window.to > moment.open;
  const unit = window.source === 'reports' ? SLOT_MS : HOUR;
  const from = floorTo(window.from, unit);
  const to = Math.min(ceilTo(window.to, isOpen ? SLOT_MS : HOUR), moment.counted);
  return { ...window, stepMs, first: floorTo(from, stepMs), from, to: Math.max(from, to) };
}

export function terminalWindow(query: ChartRequest, moment: Moment): ChartWindow {
  const whole = wholeHours(exactWindow(query, moment), moment);
  const stepMs = whole.to - whole.from > BY_HOUR_MAX_MS + HOUR ? DAY : HOUR;
  return { ...whole, stepMs, first: floorTo(whole.from, stepMs), source: 'hours' };
}

/** Whole UTC days within a span that are rolled up. */
export function daysWithin({ from, to }: Span, { open }: Pick<Moment, 'open'>): Span {
  const first = ceilTo(from, DAY);
  return { from: first, to: Math.max(first, floorTo(Math.min(to, open), DAY)) };
}

/** Weeks are counted from 1970 on. */
export function wholeWeeks({ from, to }: Span): Span {
  const first = ceilTo(from, 7 * DAY);
  return { from: first, to: Math.max(first, floorTo(to, 7 * DAY)) };
}

/** Windows longer than this are read by the day, which is much less. */
const BY_DAY_MIN_MS = 7 * DAY;

/** A window in parts: hours, whole rolled-up days, hours. A shorter one has no days. */
export function partsOf(
  span: Span,
  moment: Pick<Moment, 'open'>,
): {
  readonly days: Span;
  readonly hours: readonly [Span, Span];
} {
  const isLong = span.to - span.from > BY_DAY_MIN_MS + HOUR;
  const days = isLong ? daysWithin(span, moment) : { from: span.to, to: span.to };
  const hasDays = days.to > days.from;
  return {
    days,
    hours: [
      { from: span.from, to: hasDays ? days.from : span.to },
      { from: hasDays ? days.to : span.to, to: span.to },
    ],
  };
}

/** Rows that overlap a step. */
export function overlapping<T extends Span>(rows: readonly T[], step: Span): T[] {
  return rows.filter(({ from, to }) => from < step.to && to > step.from);
}

/** The steps of a window, clipped to it. */
export function stepsOf({ from, to, first, stepMs }: Omit<ChartWindow, 'source'>): Span[] {
  const count = Math.max(1, Math.ceil((to - first) / stepMs));
  return Array.from({ length: count }, (_, place) => ({
    from: Math.max(from, first + place * stepMs),
    to: Math.min(to, first + (place + 1) * stepMs),
  }));
}

export function shownSteps({ from, to, first, stepMs }: ChartWindow) {
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    stepSeconds: stepMs / 1000,
    firstAt: new Date(first).toISOString(),
  };
}

/** Rounds to significant digits first, so that the order of summing does not change the result. */
const CERTAIN_DIGITS = 12;

export function rounded(value: number, digits = 2): number {
  const factor = 10 ** digits;
  return Math.round(Number((value * factor).toPrecision(CERTAIN_DIGITS))) / factor;
}

/** Null for an empty whole. */
export function percentOf(part: number, whole: number): number | null {
  return whole <= 0 ? null : rounded(Math.min(100, Math.max(0, (100 * part) / whole)), 4);
}

export function kbps(bytes: number, { from, to }: Span): number | null {
  return to <= from ? null : rounded((bytes * 8) / (to - from));
}
