import { describe, expect, test } from 'vitest';
import { testFormat } from '../testing/accept-reject.ts';
import { isEndTime, isTime, isTimeBefore } from './time.ts';

testFormat('time HH:MM', isTime, {
  accept: ['00:00', '00:01', '08:30', '09:59', '10:00', '19:09', '20:00', '23:59'],
  reject: [
    '',
    ':',
    '0:00',
    '8:30',
    '08:3',
    '24:00',
    '23:60',
    '25:00',
    '30:00',
    '99:99',
    '08:30:00',
    '0830',
    '08.30',
    '08-30',
    '08：30',
    '０8:30',
    '08:30 AM',
    '-8:30',
    '+8:30',
    '008:30',
    '08:300',
    '08:3a',
    '0x:30',
    '08:30\n09:00',
    '08:٣٠',
    'now',
  ],
});

testFormat('end of a period', isEndTime, {
  accept: ['00:00', '08:30', '23:59', '24:00'],
  reject: ['', '24:01', '24:59', '25:00', '24:0'],
});

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

test('accepts all 1440 minutes of a day', () => {
  const day = Array.from(
    { length: 1440 },
    (_, minute) => `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`,
  );
  expect(day.filter((time) => !isTime(time))).toEqual([]);
});

describe('order', () => {
  test.each([
    ['00:00', '00:01', true],
    ['08:59', '09:00', true],
    ['09:30', '10:00', true],
    ['00:00', '23:59', true],
    ['12:00', '12:00', false],
    ['12:01', '12:00', false],
    ['23:59', '00:00', false],
    ['', '12:00', false],
    ['12:00', '', false],
    ['8:00', '12:00', false],
    ['00:00', '24:00', false],
  ])('%s to %s: before %s', (start, end, before) => {
    expect(isTimeBefore(start, end)).toBe(before);
  });
});
