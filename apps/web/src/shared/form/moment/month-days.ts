import { DAY } from '@airloom/contract/time';

export const WEEK_DAYS = 7;
/** Enough for every month, so that the calendar keeps its height. */
const WEEKS = 6;

interface WeekInfo {
  /** 1 is Monday, 7 is Sunday. */
  readonly firstDay: number;
}

interface LocaleWithWeek {
  getWeekInfo?(): WeekInfo;
  readonly weekInfo?: WeekInfo;
}

/** The first day of the week in a region: 0 is Sunday, 1 is Monday. */
export function weekStart(locale: string): number {
  // Some browsers have the older property, or neither.
  const region: LocaleWithWeek = new Intl.Locale(locale);
  const { firstDay } = region.getWeekInfo?.() ?? region.weekInfo ?? { firstDay: 1 };
  return firstDay % WEEK_DAYS;
}

/** `2026-11-18` as milliseconds of its midnight in UTC. */
export function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

export function dateOf(day: number): string {
  return new Date(day).toISOString().slice(0, 10);
}

export function addDays(date: string, days: number): string {
  return dateOf(dayOf(date) + days * DAY);
}

/** The same day of another month, or its last one. */
export function addMonths(date: string, months: number): string {
  const at = new Date(dayOf(date));
  const day = at.getUTCDate();
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() + months);
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  at.setUTCDate(Math.min(day, last));
  return dateOf(at.getTime());
}

/** Days since the start of the week. */
export function placeInWeek(date: string, start: number): number {
  return (new Date(dayOf(date)).getUTCDay() - start + WEEK_DAYS) % WEEK_DAYS;
}

/** The weeks of the month of a date, with the days around it that fill them. */
export function weeksOfMonth(date: string, start: number): string[][] {
  const first = `${date.slice(0, 8)}01`;
  const begin = addDays(first, -placeInWeek(first, start));
  return Array.from({ length: WEEKS }, (_, week) =>
    Array.from({ length: WEEK_DAYS }, (_day, day) => addDays(begin, week * WEEK_DAYS + day)),
  );
}
