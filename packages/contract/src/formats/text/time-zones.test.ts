import { expect, test } from 'vitest';
import { LIMITS } from '../../limits.ts';
import { offsetMinutes } from '../../zone-time.ts';
import { testFormat } from '../testing/accept-reject.ts';
import { fixedOffset, isTimeZone, timeZoneOf, timeZones, utcOffset, utcOffsets } from './time-zones.ts';

const WINTER = Date.parse('2026-01-15T00:00:00Z');
const SUMMER = Date.parse('2026-07-15T00:00:00Z');

testFormat('time zone', isTimeZone, {
  accept: [
    'Europe/Warsaw',
    'Asia/Kathmandu',
    'Asia/Katmandu',
    'America/Argentina/Ushuaia',
    'UTC',
    'Etc/GMT-14',
    'Etc/GMT+12',
    '+12:45',
    '-03:30',
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
    '/',
    'UTC+8',
    'UTC+08',
    'UTC+8:00',
    'UTC-00:00',
    'UTC+15:00',
    'UTC-13:00',
    'UTC+05:15',
    'GMT+08:00',
    '+08:00',
    '+05:15',
    'utc+08:00',
    'UTC−12:00',
    'UTC＋08:00',
    'EST',
    'PST8PDT',
    'Warsaw',
    'Europe',
    'Europe/Atlantis',
    'Europe/Warsaw ',
    'Europe/\u0000',
    'Etc/Unknown',
    'constructor',
    '__proto__',
  ],
});

test.each([
  ['Europe/Warsaw', 'Europe/Warsaw'],
  ['europe/warsaw', 'Europe/Warsaw'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['US/Eastern', 'America/New_York'],
  ['Etc/UTC', 'UTC'],
  ['UTC+00:00', 'UTC'],
  ['UTC+01:00', 'Etc/GMT-1'],
  ['UTC-12:00', 'Etc/GMT+12'],
  ['UTC+14:00', 'Etc/GMT-14'],
  ['UTC+05:45', 'Asia/Kathmandu'],
  ['UTC-09:30', 'Pacific/Marquesas'],
  ['UTC-03:30', '-03:30'],
  ['UTC+12:45', '+12:45'],
  ['UTC+13:45', '+13:45'],
])('%s is stored as %s', (text, zone) => {
  expect(timeZoneOf(text)).toBe(zone);
  expect(timeZoneOf(zone)).toBe(zone);
});

test('stores an offset as a zone that has it all year', () => {
  for (const { value, minutes } of utcOffsets) {
    const zone = timeZoneOf(value) ?? '';
    for (let month = 0; month < 60; month += 1)
      expect([value, offsetMinutes(zone, Date.UTC(2026, month, 15))]).toEqual([value, minutes]);
  }
});

test('stores no replaced name', () => {
  const renamed = [...timeZones()].filter((zone) => timeZoneOf(zone) !== zone);
  expect(renamed).toEqual([]);
  for (const zone of Intl.supportedValuesOf('timeZone')) expect(timeZones()).toContain(timeZoneOf(zone));
});

test('lists offsets from UTC-12 to UTC+14 in rising order, each once and with every whole hour', () => {
  const minutes = utcOffsets.map((offset) => offset.minutes);
  expect(minutes[0]).toBe(LIMITS.timeZone.offsetMinMinutes);
  expect(minutes.at(-1)).toBe(LIMITS.timeZone.offsetMaxMinutes);
  expect(minutes).toEqual([...new Set(minutes)].sort((a, b) => a - b));
  const hours = Array.from({ length: 27 }, (_, index) => (index - 12) * 60);
  expect(hours.filter((hour) => !minutes.includes(hour))).toEqual([]);
});

test('has an offset for every zone, winter and summer', () => {
  const listed = new Set(utcOffsets.map(({ minutes }) => minutes));
  const used = [...timeZones()].flatMap((zone) => [WINTER, SUMMER].map((at) => offsetMinutes(zone, at)));
  expect([...new Set(used)].filter((minutes) => !listed.has(minutes))).toEqual([]);
});

test.each([
  [0, 'UTC+00:00'],
  [-210, 'UTC-03:30'],
  [345, 'UTC+05:45'],
  [840, 'UTC+14:00'],
])('%i minutes are %s', (minutes, value) => {
  expect(utcOffset(minutes)).toBe(value);
});

test.each([
  ['UTC', 0],
  ['Etc/GMT-1', 60],
  ['-03:30', -210],
  ['Asia/Kathmandu', null],
  ['Europe/Warsaw', null],
  ['constructor', null],
])('%s has the fixed offset %s', (zone, minutes) => {
  expect(fixedOffset(zone)).toBe(minutes);
});
