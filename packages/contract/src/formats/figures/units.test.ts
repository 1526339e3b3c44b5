import { expect, it } from 'vitest';
import { makeUnits } from './units.ts';

it('takes the unit that keeps a figure short', () => {
  const { rate, bytes } = makeUnits('en');
  expect([0, 0.4, 999, 1_000, 25_600, 3_200_000].map(rate)).toEqual([
    '0 kb/s',
    '0.4 kb/s',
    '999 kb/s',
    '1 Mb/s',
    '25.6 Mb/s',
    '3.2 Gb/s',
  ]);
  expect([0, 1_500, 2_000_000, 7_000_000_000_000_000].map(bytes)).toEqual([
    '0 B',
    '1.5 kB',
    '2 MB',
    '7,000 TB',
  ]);
});

it('uses the language of the page', () => {
  const { percent, watts, celsius, about } = makeUnits('pl');
  expect(percent(12.4)).toBe('12%');
  expect(watts(15.43)).toBe('15,4 W');
  expect(celsius(47.5)).toBe('47,5 °C');
  expect(about(191_514_009)).toMatch(/^192\smln$/);
});

it('calls nothing whole that is not', () => {
  const { portion } = makeUnits('en');
  expect([100, 99.9988, 99.5, 0].map(portion)).toEqual(['100%', '99.99%', '99.5%', '0%']);
});
