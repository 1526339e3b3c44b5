import type { ReportInput } from '@airloom/contract/statistics/statistics.rules';
import { HOUR } from '@airloom/contract/time';
import { localTime, momentOf } from '@airloom/contract/zone-time';

const MONDAY = 1;

export type Rhythm = Pick<ReportInput, 'rhythm' | 'hour' | 'timeZone'>;

/** In its zone: every day, on Mondays, or on the first of the month. Counted from 1970 on. */
function dueAt({ rhythm, hour, timeZone }: Rhythm, local: Date, turns: number): Date {
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  const sinceMonday = (local.getUTCDay() + 7 - MONDAY) % 7;
  const shown =
    rhythm === 'monthly'
      ? Date.UTC(year, month + turns, 1, hour)
      : rhythm === 'weekly'
        ? Date.UTC(year, month, day - sinceMonday + 7 * turns, hour)
        : Date.UTC(year, month, day + turns, hour);
  return new Date(momentOf(timeZone, shown));
}

function localOf(at: Date, { timeZone }: Pick<Rhythm, 'timeZone'>): Date {
  return new Date(localTime(timeZone, at.getTime()));
}

/** The next due time after a moment. */
export function nextDue(rhythm: Rhythm, after: Date): Date {
  const local = localOf(after, rhythm);
  const due = dueAt(rhythm, local, 0);
  return due > after ? due : dueAt(rhythm, local, 1);
}

/** The due time before a given one. */
export function dueBefore(rhythm: Rhythm, due: Date): Date {
  return dueAt(rhythm, localOf(due, rhythm), dueAt(rhythm, localOf(due, rhythm), 0) < due ? 0 : -1);
}

function wholeHour(at: Date): Date {
  return new Date(Math.floor(at.getTime() / HOUR) * HOUR);
}

/**
 * The period of a due time. Hours are counted in UTC; in a zone with an offset of some minutes the period ends with the
 * last whole hour, and the next one starts there.
 */
export function periodOf(rhythm: Rhythm, due: Date): { readonly from: Date; readonly to: Date } {
  return { from: wholeHour(dueBefore(rhythm, due)), to: wholeHour(due) };
}

/** A time in a zone. */
export function clockOf(timeZone: string): (at: number) => string {
  return (at) => new Date(localTime(timeZone, at)).toISOString().slice(0, 16).replace('T', ' ');
}
