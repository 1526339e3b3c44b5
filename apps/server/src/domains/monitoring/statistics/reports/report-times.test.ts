import { HOUR } from '@airloom/contract/time';
import { expect, test } from 'vitest';
import { networkWindow } from '../figures/window.ts';
import { clockOf, dueBefore, nextDue, periodOf } from './report-times.ts';

const at = (text: string) => new Date(`${text}:00Z`);

test.each([
  ['daily', 6, 'UTC', '2026-11-15T05:59', '2026-11-15T06:00', '2026-11-14T06:00'],
  ['daily', 6, 'UTC', '2026-11-15T06:00', '2026-11-16T06:00', '2026-11-15T06:00'],
  ['daily', 1, 'Asia/Shanghai', '2026-11-15T12:00', '2026-11-15T17:00', '2026-11-14T17:00'],
  ['daily', 23, 'Etc/GMT+5', '2026-11-15T05:00', '2026-11-16T04:00', '2026-11-15T04:00'],
  // 16 November 2026 is a Monday.
  ['weekly', 6, 'UTC', '2026-11-15T12:00', '2026-11-16T06:00', '2026-11-09T06:00'],
  ['weekly', 6, 'UTC', '2026-11-16T06:00', '2026-11-23T06:00', '2026-11-16T06:00'],
  ['weekly', 0, 'Asia/Shanghai', '2026-11-15T15:59', '2026-11-15T16:00', '2026-11-08T16:00'],
  ['monthly', 6, 'UTC', '2026-11-15T12:00', '2026-12-01T06:00', '2026-11-01T06:00'],
  ['monthly', 6, 'UTC', '2026-12-31T23:59', '2027-01-01T06:00', '2026-12-01T06:00'],
  ['monthly', 0, 'Pacific/Kiritimati', '2026-11-30T09:59', '2026-11-30T10:00', '2026-10-31T10:00'],
  // Clocks in Warsaw are set forward on 29 March at 01:00Z and back on 25 October at 01:00Z.
  ['daily', 7, 'Europe/Warsaw', '2026-03-28T12:00', '2026-03-29T05:00', '2026-03-28T06:00'],
  ['daily', 7, 'Europe/Warsaw', '2026-10-24T12:00', '2026-10-25T06:00', '2026-10-24T05:00'],
  ['daily', 2, 'Europe/Warsaw', '2026-03-28T12:00', '2026-03-29T01:00', '2026-03-28T01:00'],
  ['daily', 2, 'Europe/Warsaw', '2026-03-29T01:00', '2026-03-30T00:00', '2026-03-29T01:00'],
  ['daily', 2, 'Europe/Warsaw', '2026-10-24T12:00', '2026-10-25T00:00', '2026-10-24T00:00'],
  ['daily', 2, 'Europe/Warsaw', '2026-10-25T01:10', '2026-10-26T01:00', '2026-10-25T00:00'],
  ['weekly', 7, 'Europe/Warsaw', '2026-03-28T12:00', '2026-03-30T05:00', '2026-03-23T06:00'],
  ['monthly', 0, 'Europe/Warsaw', '2026-03-28T12:00', '2026-03-31T22:00', '2026-02-28T23:00'],
] as const)('%s at %i in %s, after %s', (rhythm, hour, timeZone, after, next, before) => {
  const due = nextDue({ rhythm, hour, timeZone }, at(after));
  expect(due).toEqual(at(next));
  expect(dueBefore({ rhythm, hour, timeZone }, due)).toEqual(at(before));
});

test.each([
  ['Asia/Kolkata', '2026-11-15T01:00', '2026-11-16T01:00'],
  ['Asia/Kathmandu', '2026-11-15T01:00', '2026-11-16T01:00'],
  ['-03:30', '2026-11-15T10:00', '2026-11-16T10:00'],
  ['Europe/Warsaw', '2026-11-15T06:00', '2026-11-16T06:00'],
])('covers one day in the zone %s and continues where the last period ended', (timeZone, from, to) => {
  const rhythm = { rhythm: 'daily', hour: 7, timeZone } as const;
  const counted = (due: Date) => {
    const now = due.getTime() + HOUR / 6;
    const open = Math.floor(now / HOUR) * HOUR;
    const moment = { now, open, settled: true, counted: now, slotsKeptMs: 72 * HOUR };
    const period = periodOf(rhythm, due);
    const request = { from: period.from.toISOString(), to: period.to.toISOString() };
    const window = networkWindow(request, moment);
    return [new Date(window.from), new Date(window.to)];
  };
  const first = nextDue(rhythm, at('2026-11-15T12:00'));
  expect(counted(first)).toEqual([at(from), at(to)]);
  expect(counted(nextDue(rhythm, first))[0]).toEqual(at(to));
});

test('formats times in the zone', () => {
  expect(clockOf('Asia/Kolkata')(at('2026-11-15T20:00').getTime())).toBe('2026-11-16 01:30');
});
