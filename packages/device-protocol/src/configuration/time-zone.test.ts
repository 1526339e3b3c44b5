import { expect, test } from 'vitest';
import { posixTimeZone } from './time-zone.ts';

test.each([
  ['UTC+00:00', 'UTC0'],
  ['UTC+01:00', '<+01>-1'],
  ['UTC-03:30', '<-0330>3:30'],
  ['UTC+05:45', '<+0545>-5:45'],
  ['UTC-12:00', '<-12>12'],
  ['UTC', 'UTC0'],
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
  expect(posixTimeZone(zone, 2026)).toBe(posix);
});
