import { localTime } from '@airloom/contract/zone-time';
import { describe, expect, test } from 'vitest';
import { endOfQuietHours, type QuietHours } from './quiet-hours.ts';

const NIGHT: QuietHours = {
  restTimes: [
    { from: '22:00', to: '23:59' },
    { from: '00:00', to: '06:59' },
  ],
  holidays: [],
};
/** The same as one span over midnight. */
const OVER_MIDNIGHT: QuietHours = { restTimes: [{ from: '22:00', to: '06:59' }], holidays: [] };
const CHRISTMAS = { restTimes: [], holidays: [{ from: '2026-12-25', to: '2026-12-26' }] };
const BOTH = { restTimes: NIGHT.restTimes, holidays: CHRISTMAS.holidays };
const OFF: QuietHours = { restTimes: [{ from: '00:00', to: '23:59' }], holidays: [] };
const EARLY: QuietHours = { restTimes: [{ from: '00:00', to: '02:29' }], holidays: [] };
const CAIRO_DAY: QuietHours = { restTimes: [], holidays: [{ from: '2026-04-23', to: '2026-04-23' }] };
const WARSAW = 'Europe/Warsaw';
const CAIRO = 'Africa/Cairo';

describe('the end of quiet hours', () => {
  test.each<[string, string, QuietHours, string, string]>([
    ['outside of quiet hours', '2026-11-15T12:00:00Z', NIGHT, 'UTC', '2026-11-15T12:00:00Z'],
    ['over midnight', '2026-11-15T22:30:00Z', NIGHT, 'UTC', '2026-11-16T07:00:00Z'],
    ['the first moment', '2026-11-15T22:00:00Z', NIGHT, 'UTC', '2026-11-16T07:00:00Z'],
    ['the last minute belongs to them', '2026-11-16T06:59:59Z', NIGHT, 'UTC', '2026-11-16T07:00:00Z'],
    ['the moment after', '2026-11-16T07:00:00Z', NIGHT, 'UTC', '2026-11-16T07:00:00Z'],
    [
      'by the clock of the site, east',
      '2026-11-15T14:30:00Z',
      NIGHT,
      'Asia/Shanghai',
      '2026-11-15T23:00:00Z',
    ],
    ['by the clock of the site, west', '2026-11-16T05:00:00Z', NIGHT, 'Etc/GMT+8', '2026-11-16T05:00:00Z'],
    ['a zone with quarter hours', '2026-11-15T16:20:00Z', NIGHT, 'Asia/Kathmandu', '2026-11-16T01:15:00Z'],
    [
      'where it is already the next day',
      '2026-12-24T11:00:00Z',
      CHRISTMAS,
      'Pacific/Kiritimati',
      '2026-12-26T10:00:00Z',
    ],
    [
      'where it is still the day before',
      '2026-12-25T11:00:00Z',
      CHRISTMAS,
      'Etc/GMT+12',
      '2026-12-25T11:00:00Z',
    ],
    ['the last day belongs to a holiday', '2026-12-26T23:59:00Z', CHRISTMAS, 'UTC', '2026-12-27T00:00:00Z'],
    ['a holiday that ends at night', '2026-12-25T09:00:00Z', BOTH, 'UTC', '2026-12-27T07:00:00Z'],
    ['a night that ends in a holiday', '2026-12-24T23:00:00Z', BOTH, 'UTC', '2026-12-27T07:00:00Z'],
    ['Shanghai, in the evening', '2026-07-01T15:00:00Z', NIGHT, 'Asia/Shanghai', '2026-07-01T23:00:00Z'],
    [
      'Mexico City, after midnight UTC',
      '2026-07-02T04:30:00Z',
      NIGHT,
      'America/Mexico_City',
      '2026-07-02T13:00:00Z',
    ],
    ['the night clocks are set forward', '2026-03-29T00:30:00Z', NIGHT, WARSAW, '2026-03-29T05:00:00Z'],
    ['the night after', '2026-03-29T20:30:00Z', NIGHT, WARSAW, '2026-03-30T05:00:00Z'],
    ['an end that is skipped', '2026-03-29T00:30:00Z', EARLY, WARSAW, '2026-03-29T01:00:00Z'],
    ['the night clocks are set back', '2026-10-25T00:30:00Z', NIGHT, WARSAW, '2026-10-25T06:00:00Z'],
    [
      'an end that is repeated, the first time',
      '2026-10-25T00:10:00Z',
      EARLY,
      WARSAW,
      '2026-10-25T00:30:00Z',
    ],
    [
      'an end that is repeated, the second time',
      '2026-10-25T01:10:00Z',
      EARLY,
      WARSAW,
      '2026-10-25T01:30:00Z',
    ],
    [
      'a holiday that ends at a skipped midnight',
      '2026-04-23T12:00:00Z',
      CAIRO_DAY,
      CAIRO,
      '2026-04-23T22:00:00Z',
    ],
    [
      'a holiday begins in Shanghai first',
      '2026-12-24T16:00:00Z',
      CHRISTMAS,
      'Asia/Shanghai',
      '2026-12-26T16:00:00Z',
    ],
    [
      'a holiday ends in Mexico City last',
      '2026-12-27T05:59:00Z',
      CHRISTMAS,
      'America/Mexico_City',
      '2026-12-27T06:00:00Z',
    ],
    ['quiet hours around the clock are ignored', '2026-11-15T12:00:00Z', OFF, 'UTC', '2026-11-15T12:00:00Z'],
  ])('%s', (_name, at, quietHours, zone, end) => {
    expect(endOfQuietHours(new Date(at), quietHours, zone).toISOString()).toBe(new Date(end).toISOString());
  });

  test('a span over midnight is quiet as long as its two halves, in any zone and on the nights clocks are set', () => {
    for (const day of ['2026-03-28', '2026-10-24', '2026-11-15']) {
      for (let minute = 0; minute < 48 * 60; minute += 7) {
        const at = new Date(Date.parse(`${day}T00:00:00Z`) + minute * 60_000);
        for (const zone of ['UTC', WARSAW, CAIRO, 'Asia/Kathmandu', 'America/Mexico_City'])
          expect(endOfQuietHours(at, OVER_MIDNIGHT, zone)).toEqual(endOfQuietHours(at, NIGHT, zone));
      }
    }
  });

  test.each([
    ['set forward: seven hours', '2026-03-28T21:00:00Z', '2026-03-29T05:00:00Z'],
    ['set back: nine hours and more', '2026-10-24T20:00:00Z', '2026-10-25T06:00:00Z'],
  ])('a night on which clocks are %s', (_, from, to) => {
    expect(endOfQuietHours(new Date(from), OVER_MIDNIGHT, WARSAW)).toEqual(new Date(to));
    const before = new Date(Date.parse(from) - 1);
    expect(endOfQuietHours(before, OVER_MIDNIGHT, WARSAW)).toEqual(before);
  });

  test('is never earlier, never quiet, and idempotent for any time and zone', () => {
    for (let hour = 0; hour < 24 * 5; hour += 1) {
      for (const zone of ['Etc/GMT+12', '-03:30', 'UTC', WARSAW, 'Asia/Kathmandu', 'Pacific/Kiritimati']) {
        const at = new Date(Date.parse('2026-12-23T00:17:31Z') + hour * 3_600_000);
        const end = endOfQuietHours(at, BOTH, zone);
        expect(end.getTime()).toBeGreaterThanOrEqual(at.getTime());
        const local = new Date(localTime(zone, end.getTime())).toISOString();
        expect(['2026-12-25', '2026-12-26']).not.toContain(local.slice(0, 10));
        expect(local.slice(11, 16) >= '07:00' && local.slice(11, 16) < '22:00').toBe(true);
        expect(endOfQuietHours(end, BOTH, zone)).toEqual(end);
        if (end > at) {
          const before = new Date(localTime(zone, end.getTime() - 1)).toISOString();
          const rested = before.slice(11, 16) >= '22:00' || before.slice(11, 16) < '07:00';
          expect(rested || before.startsWith('2026-12-2')).toBe(true);
        }
      }
    }
  });

  test('ends on the nights clocks are set, whenever it is asked for', () => {
    for (const day of ['2026-03-28', '2026-10-24']) {
      for (let minute = 0; minute < 36 * 60; minute += 7) {
        const at = new Date(Date.parse(`${day}T12:00:00Z`) + minute * 60_000);
        const end = endOfQuietHours(at, EARLY, WARSAW);
        expect(end.getTime()).toBeGreaterThanOrEqual(at.getTime());
        expect(new Date(localTime(WARSAW, end.getTime())).toISOString().slice(11, 16) >= '02:30').toBe(true);
      }
    }
  });
});
