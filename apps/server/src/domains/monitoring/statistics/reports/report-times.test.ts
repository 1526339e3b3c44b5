import { HOUR } from '@airloom/contract/time';
import { expect, test } from 'vitest';
import { networkWindow } from '../figures/window.ts';
import { clockOf, dueBefore, nextDue, periodOf } from './report-times.ts';

const at = (text: string) => new Date(`${text}:00Z`);

test.each([
  ['daily', 6, 0, '2026-11-15T05:59', '2026-11-15T06:00', '2026-11-14T06:00'],
  ['daily', 6, 0, '2026-11-15T06:00', '2026-11-16T06:00', '2026-11-15T06:00'],
  ['daily', 1, 480, '2026-11-15T12:00', '2026-11-15T17:00', '2026-11-14T17:00'],
  ['daily', 23, -300, '2026-11-15T05:00', '2026-11-16T04:00', '2026-11-15T04:00'],
  // 16 November 2026 is a Monday.
  ['weekly', 6, 0, '2026-11-15T12:00', '2026-11-16T06:00', '2026-11-09T06:00'],
  ['weekly', 6, 0, '2026-11-16T06:00', '2026-11-23T06:00', '2026-11-16T06:00'],
  ['weekly', 0, 480, '2026-11-15T15:59', '2026-11-15T16:00', '2026-11-08T16:00'],
  ['monthly', 6, 0, '2026-11-15T12:00', '2026-12-01T06:00', '2026-11-01T06:00'],
  ['monthly', 6, 0, '2026-12-31T23:59', '2027-01-01T06:00', '2026-12-01T06:00'],
  ['monthly', 0, 840, '2026-11-30T09:59', '2026-11-30T10:00', '2026-10-31T10:00'],
] as const)('%s at %i, %i minutes from UTC, after %s', (rhythm, hour, zoneMinutes, after, next, before) => {
  const due = nextDue({ rhythm, hour, zoneMinutes }, at(after));
  expect(due).toEqual(at(next));
  expect(dueBefore({ rhythm, hour, zoneMinutes }, due)).toEqual(at(before));
});

test.each([
  [330, '2026-11-15T01:00', '2026-11-16T01:00'],
  [345, '2026-11-15T01:00', '2026-11-16T01:00'],
  [-210, '2026-11-15T10:00', '2026-11-16T10:00'],
  [60, '2026-11-15T06:00', '2026-11-16T06:00'],
])(
  'covers one day for a zone %i minutes from UTC and continues where the last period ended',
  (zoneMinutes, from, to) => {
    const rhythm = { rhythm: 'daily', hour: 7, zoneMinutes } as const;
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
  },
);

test('formats times in the zone', () => {
  expect(clockOf(330)(at('2026-11-15T20:00').getTime())).toBe('2026-11-16 01:30');
});
