import { expect, it } from 'vitest';
import { addDays, addMonths, placeInWeek, weekStart, weeksOfMonth } from './month-days.ts';

it.each([
  ['en-US', 0],
  ['en-GB', 1],
  ['pl-PL', 1],
  ['es-ES', 1],
  ['es-MX', 0],
  ['ar-EG', 6],
])('the week of %s begins on day %i', (locale, day) => {
  expect(weekStart(locale)).toBe(day);
});

it('a month has whole weeks from the first day of the week', () => {
  const weeks = weeksOfMonth('2026-11-18', 1);
  expect(weeks).toHaveLength(6);
  expect(weeks[0]).toEqual([
    '2026-10-26',
    '2026-10-27',
    '2026-10-28',
    '2026-10-29',
    '2026-10-30',
    '2026-10-31',
    '2026-11-01',
  ]);
  expect(weeksOfMonth('2026-11-18', 0)[0]?.[0]).toBe('2026-11-01');
});

it('a month later is never beyond the month', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2028-02-29', 12)).toBe('2029-02-28');
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
});

it('days are counted across months and changes of the clock', () => {
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
  expect(placeInWeek('2026-11-18', 1)).toBe(2);
  expect(placeInWeek('2026-11-18', 0)).toBe(3);
});
