import { expect, it } from 'vitest';
import { valueAxis } from './value-axis.ts';

const line = (...values: (number | null)[]) => ({ name: 'a', values });

it('shows what it must at least, and steps of ones where things are counted', () => {
  expect(valueAxis([line(0, null, 1)], [0, 4], true)).toEqual({ min: 0, max: 4, interval: 1 });
  expect(valueAxis([line(0, 9)], [0, 4], true)).toEqual({ min: 0, max: 9, interval: 3 });
  expect(valueAxis([], [0, 100], false)).toEqual({ min: 0, max: 100, interval: 25 });
});

it('reaches as far as the values do, in round steps', () => {
  expect(valueAxis([line(1_980)], [0, 100], false)).toEqual({ min: 0, max: 2_000, interval: 500 });
  expect(valueAxis([line(-112, -95)], [-110, -70], true)).toEqual({ min: -120, max: -60, interval: 20 });
});

it('has no label twice', () => {
  for (let high = 4; high < 500; high += 1) {
    const { min, max, interval } = valueAxis([line(high)], [0, 4], true);
    expect(Number.isInteger(interval)).toBe(true);
    expect((max - min) / interval).toBeGreaterThanOrEqual(2);
    expect((max - min) / interval).toBeLessThanOrEqual(5);
  }
});
