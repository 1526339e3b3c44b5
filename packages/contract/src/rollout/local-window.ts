import { minuteOf } from '../formats/text/time.ts';
import { DAY, HOUR, MINUTE } from '../time.ts';
import { localTime, momentOf } from '../zone-time.ts';
import { LOCAL_START_LIMITS, type LocalStart } from './local-start.ts';

/** When devices of a site may start in one night, in ms since 1970. */
export interface LocalWindow {
  readonly startsAt: number;
  /** Null: no end. */
  readonly endsAt: number | null;
}

const DAY_MINUTES = 24 * 60;
/** The zone in which every date begins last. */
const LAST_ZONE = 'Etc/GMT+12';

function midnightOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

/** What clocks show at a moment: `2026-11-18T02:00`. */
export function shownTime(zone: string, at: number): string {
  return new Date(localTime(zone, at)).toISOString().slice(0, 16);
}

/** The window some days after the date. A skipped start is the first minute after the gap, a repeated one the first. */
function windowOf({ date, time, until }: LocalStart, zone: string, days: number): LocalWindow {
  const local = midnightOf(date) + days * DAY + minuteOf(time) * MINUTE;
  const startsAt = momentOf(zone, local);
  if (until === null) return { startsAt, endsAt: null };
  const length = ((minuteOf(until) - minuteOf(time) + DAY_MINUTES) % DAY_MINUTES) * MINUTE;
  const endsAt = momentOf(zone, local + length, startsAt);
  // Both times may be in the hour that is skipped.
  return { startsAt, endsAt: endsAt > startsAt ? endsAt : startsAt + length };
}

/** The first window that fulfils a condition; a later one always does, once. */
function firstWhere(
  start: LocalStart,
  zone: string,
  now: number,
  isFuture: (window: LocalWindow) => boolean,
): LocalWindow {
  const passed = Math.floor((localTime(zone, now) - midnightOf(start.date)) / DAY);
  // The window of the day before may last beyond midnight.
  let days = Math.max(passed - 1, 0);
  for (;;) {
    const window = windowOf(start, zone, days);
    if (isFuture(window)) return window;
    days += 1;
  }
}

/** The first window that has not begun: on the date, or where its time has passed, a day later. */
export function firstWindow(start: LocalStart, zone: string, now: number): LocalWindow {
  return firstWhere(start, zone, now, ({ startsAt }) => startsAt > now);
}

/** The window that is open now, or the next one. */
export function currentWindow(start: LocalStart, zone: string, now: number): LocalWindow {
  return firstWhere(start, zone, now, ({ startsAt, endsAt }) => (endsAt ?? startsAt) > now);
}

/** Whether a site that has not begun missed its start, for example because the console did not run. */
export function isTooLate(startsAt: number, endsAt: number | null, now: number): boolean {
  return endsAt === null && now - startsAt > LOCAL_START_LIMITS.delayMaxHours * HOUR;
}

/** Whether the date has passed everywhere, or is too far ahead. */
export function isDateAllowed({ date }: Pick<LocalStart, 'date'>, now: number): boolean {
  const today = midnightOf(shownTime(LAST_ZONE, now).slice(0, 10));
  const day = midnightOf(date);
  return day >= today && day <= today + LOCAL_START_LIMITS.aheadMaxDays * DAY;
}
