import { timeZoneOf, utcOffsets } from '@airloom/contract/formats/text/time-zones';
import { expect, test } from 'vitest';
import { posixTimeZone } from './time-zone.ts';

test.each([
  ['UTC', 'UTC0'],
  ['Etc/GMT-1', '<+01>-1'],
  ['Etc/GMT+12', '<-12>12'],
  ['-03:30', '<-0330>3:30'],
  ['+12:45', '<+1245>-12:45'],
  ['Asia/Kathmandu', '<+0545>-5:45'],
  ['Asia/Shanghai', '<+08>-8'],
  ['Europe/Warsaw', '<+01>-1<+02>,M3.5.0,M10.5.0/3'],
  ['Europe/London', '<+00>0<+01>,M3.5.0/1,M10.5.0'],
  ['America/New_York', '<-05>5<-04>,M3.2.0,M11.1.0'],
  ['America/St_Johns', '<-0330>3:30<-0230>,M3.2.0,M11.1.0'],
  ['Australia/Sydney', '<+10>-10<+11>,M10.1.0,M4.1.0/3'],
  // Half an hour of daylight saving time.
  ['Australia/Lord_Howe', '<+1030>-10:30<+11>-11,M10.1.0,M4.1.0'],
  ['Pacific/Chatham', '<+1245>-12:45<+1345>,M9.5.0/2:45,M4.1.0/3:45'],
  // The changes follow the lunar calendar.
  ['Africa/Casablanca', '<+01>-1'],
  ['Atlantis/Capital', 'UTC0'],
  ['', 'UTC0'],
])('%s is %s', (zone, posix) => {
  expect(posixTimeZone(zone, Date.UTC(2026, 6, 15))).toBe(posix);
});

test.each([
  ['in Ramadan', Date.UTC(2026, 1, 20), 'UTC0'],
  ['after it', Date.UTC(2026, 3, 1), '<+01>-1'],
])('a zone without a yearly rule has its offset of that moment: %s', (_name, at, posix) => {
  expect(posixTimeZone('Africa/Casablanca', at)).toBe(posix);
});

test('a zone that was an offset gives devices the same text as before', () => {
  const texts = utcOffsets.map(({ value }) => posixTimeZone(timeZoneOf(value) ?? '', Date.UTC(2026, 6, 15)));
  expect(texts).toEqual(
    utcOffsets.map(({ value, minutes }) => {
      const [hours, rest] = value.slice(4).split(':');
      const name = `${value[3]}${hours}${rest === '00' ? '' : rest}`;
      const clock = `${Number(hours)}${rest === '00' ? '' : `:${rest}`}`;
      return minutes === 0 ? 'UTC0' : `<${name}>${minutes > 0 ? '-' : ''}${clock}`;
    }),
  );
});
