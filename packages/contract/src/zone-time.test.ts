import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from './time.ts';
import { localTime, momentOf, offsetMinutes } from './zone-time.ts';

const at = (text: string) => Date.parse(`${text}:00Z`);

test.each([
  ['Europe/Warsaw', '2026-03-29T00:59', 60],
  ['Europe/Warsaw', '2026-03-29T01:00', 120],
  ['Europe/Warsaw', '2026-10-25T00:59', 120],
  ['Europe/Warsaw', '2026-10-25T01:00', 60],
  ['Asia/Kathmandu', '2026-05-01T12:00', 345],
  ['America/St_Johns', '2026-01-01T12:00', -210],
  ['Etc/GMT-8', '2026-01-01T12:00', 480],
  ['Etc/GMT+12', '2026-01-01T12:00', -720],
  ['+12:45', '2026-01-01T12:00', 765],
  ['UTC', '2026-01-01T12:00', 0],
  ['Atlantis/Capital', '2026-01-01T12:00', 0],
])('%s at %s is %i minutes ahead of UTC', (zone, moment, minutes) => {
  expect(offsetMinutes(zone, at(moment))).toBe(minutes);
});

describe('the moment of a local time', () => {
  test.each([
    ['before clocks are set forward', 'Europe/Warsaw', '2026-03-29T01:59', '2026-03-29T00:59'],
    ['skipped: when clocks are set forward', 'Europe/Warsaw', '2026-03-29T02:30', '2026-03-29T01:00'],
    ['after clocks were set forward', 'Europe/Warsaw', '2026-03-29T03:00', '2026-03-29T01:00'],
    ['repeated: the first', 'Europe/Warsaw', '2026-10-25T02:30', '2026-10-25T00:30'],
    ['after the repeated hour', 'Europe/Warsaw', '2026-10-25T03:00', '2026-10-25T02:00'],
    ['half an hour skipped', 'Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:30'],
    ['midnight skipped', 'Africa/Cairo', '2026-04-24T00:00', '2026-04-23T22:00'],
    ['quarter hours', 'Asia/Kathmandu', '2026-05-01T22:00', '2026-05-01T16:15'],
  ])('%s', (_name, zone, local, moment) => {
    expect(new Date(momentOf(zone, at(local)))).toEqual(new Date(at(moment)));
  });

  test('is the second one when the first has passed', () => {
    const second = momentOf('Europe/Warsaw', at('2026-10-25T02:30'), at('2026-10-25T01:10'));
    expect(new Date(second)).toEqual(new Date(at('2026-10-25T01:30')));
  });

  test.each([
    ['Europe/Warsaw', '2026-03-28T00:00'],
    ['Europe/Warsaw', '2026-10-24T00:00'],
    ['Australia/Lord_Howe', '2026-04-03T00:00'],
    ['Australia/Lord_Howe', '2026-10-02T00:00'],
    ['America/St_Johns', '2026-03-07T00:00'],
  ])('is the inverse of the local time: %s from %s', (zone, from) => {
    for (let moment = at(from); moment < at(from) + 3 * DAY; moment += 15 * MINUTE) {
      const local = localTime(zone, moment);
      expect(momentOf(zone, local, moment)).toBe(moment);
      const next = momentOf(zone, local + 5 * MINUTE, moment);
      expect(next).toBeGreaterThan(moment);
      expect(next - moment).toBeLessThanOrEqual(HOUR);
    }
  });
});
