import { expect, it } from 'vitest';
import { makeFormat } from './make-format.ts';

const AT = '2026-11-15T22:30:00.000Z';

it('shows an instant in a site’s own time zone, over midnight and by quarter hours', () => {
  const format = makeFormat('en');
  expect(format.dateTime(AT, 'Asia/Kathmandu')).toContain('11/16/2026');
  expect(format.dateTime(AT, 'Asia/Kathmandu')).toContain('4:15');
  expect(format.dateTime(AT, 'Etc/GMT+12')).toContain('10:30');
  expect(format.dateTime(AT, '+12:45')).toContain('11:15');
});

it('shows times before and after clocks were set by the offset of their day', () => {
  const format = makeFormat('en');
  expect(format.dateTime('2026-10-24T12:00:00.000Z', 'Europe/Warsaw')).toContain('2:00');
  expect(format.dateTime('2026-10-25T12:00:00.000Z', 'Europe/Warsaw')).toContain('1:00');
});

it.each([
  ['en', '1,234,567'],
  ['zh', '1,234,567'],
  ['es', '1.234.567'],
] as const)('writes numbers as %s does', (language, written) => {
  expect(makeFormat(language).number(1_234_567)).toBe(written);
});

it.each([
  [1, '1'],
  [99, '99'],
  [100, '99+'],
])('counts %i that wait as "%s"', (value, written) => {
  expect(makeFormat('en').count(value)).toBe(written);
});

it.each([
  [0, 'now'],
  [59_000, 'now'],
  [60_000, '1 minute ago'],
  [3 * 3_600_000, '3 hours ago'],
  [26 * 3_600_000, 'yesterday'],
  [40 * 86_400_000, 'last month'],
  [800 * 86_400_000, '2 years ago'],
])('formats %i ms ago as "%s"', (distance, words) => {
  expect(makeFormat('en').ago(AT, Date.parse(AT) + distance)).toBe(words);
});

it('formats a duration in its two largest units', () => {
  const { duration } = makeFormat('en');
  expect(duration(3 * 86_400 + 4 * 3_600 + 59)).toBe('3d 4h');
  expect(duration(3_600)).toBe('1h 0m');
  expect(duration(75)).toBe('1m');
  expect(duration(0)).toBe('0s');
  expect(makeFormat('zh').duration(90_061)).toBe('1天 1小时');
});
