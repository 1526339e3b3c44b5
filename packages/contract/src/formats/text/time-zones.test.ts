import { expect, test } from 'vitest';
import { LIMITS } from '../../limits.ts';
import { testFormat } from '../testing/accept-reject.ts';
import { isTimeZone, timeZoneMinutes, timeZones } from './time-zones.ts';

testFormat('time zone', isTimeZone, {
  accept: [
    'UTC-12:00',
    'UTC-09:30',
    'UTC-03:30',
    'UTC+00:00',
    'UTC+05:45',
    'UTC+08:00',
    'UTC+12:45',
    'UTC+14:00',
  ],
  reject: [
    '',
    'UTC',
    'UTC+8',
    'UTC+08',
    'UTC+8:00',
    'UTC-00:00',
    'UTC+15:00',
    'UTC-13:00',
    'UTC+05:15',
    'GMT+08:00',
    '+08:00',
    'utc+08:00',
    'UTC−12:00',
    'UTC＋08:00',
    'Europe/Warsaw',
    'constructor',
    '__proto__',
  ],
});

test('runs from UTC-12 to UTC+14 in rising order, each offset once', () => {
  const minutes = timeZones.map((zone) => zone.minutes);
  expect(minutes[0]).toBe(LIMITS.timeZone.offsetMinMinutes);
  expect(minutes.at(-1)).toBe(LIMITS.timeZone.offsetMaxMinutes);
  expect(minutes).toEqual([...new Set(minutes)].sort((a, b) => a - b));
});

test('contains every whole hour', () => {
  const hours = Array.from({ length: 27 }, (_, index) => (index - 12) * 60);
  const minutes = new Set(timeZones.map((zone) => zone.minutes));
  expect(hours.filter((hour) => !minutes.has(hour))).toEqual([]);
});

test.each([
  ['UTC-12:00', -720],
  ['UTC-03:30', -210],
  ['UTC+00:00', 0],
  ['UTC+05:45', 345],
  ['UTC+14:00', 840],
  ['UTC+05:15', null],
  ['', null],
])('%s is %s minutes', (value, minutes) => {
  expect(timeZoneMinutes(value)).toBe(minutes);
});

function offsetMinutes(timeZone: string, at: Date): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at);
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) + 0;
}

test('has an entry for every zone of the world, winter and summer', () => {
  const listed = new Set(timeZones.map((zone) => zone.minutes));
  const dates = [new Date('2026-01-15T00:00:00Z'), new Date('2026-07-15T00:00:00Z')];
  const used = Intl.supportedValuesOf('timeZone').flatMap((zone) =>
    dates.map((date) => offsetMinutes(zone, date)),
  );
  expect([...new Set(used)].filter((minutes) => !listed.has(minutes))).toEqual([]);
});
