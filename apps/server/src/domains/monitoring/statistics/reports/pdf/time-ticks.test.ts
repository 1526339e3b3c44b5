import { DAY, HOUR } from '@airloom/contract/time';
import { expect, test } from 'vitest';
import { timeTicks } from './time-ticks.ts';

const AT = Date.parse('2026-03-01T10:20:00Z');
const texts = (...input: Parameters<typeof timeTicks>) => timeTicks(...input).map(({ text }) => text);

test('labels round hours of the zone within a day', () => {
  expect(texts(AT, AT + HOUR, 'UTC', 'en')).toEqual([
    '10:20',
    '10:30',
    '10:40',
    '10:50',
    '11:00',
    '11:10',
    '11:20',
  ]);
  expect(texts(AT, AT + DAY, 'Asia/Kathmandu', 'en')).toEqual(['18:00', '00:00', '06:00', '12:00']);
});

test('labels days of the zone beyond, at midnight', () => {
  const ticks = timeTicks(AT, AT + 7 * DAY, 'Europe/Warsaw', 'pl');
  expect(ticks.map(({ text }) => text)).toEqual([
    '2 mar',
    '3 mar',
    '4 mar',
    '5 mar',
    '6 mar',
    '7 mar',
    '8 mar',
  ]);
  expect(ticks[0]?.at).toBe(Date.parse('2026-03-01T23:00:00Z'));
  expect(texts(AT, AT + 30 * DAY, 'UTC', 'zh').length).toBeLessThanOrEqual(8);
});
