import { expect, it } from 'vitest';
import { stepAt } from './crosshair.ts';
import { timeOf, xOf } from './plot.ts';

const STEPS = [100, 110, 120].map((at) => ({ at, values: [] }));

it('points at the nearest step, or at the step that contains the moment', () => {
  expect(stepAt(STEPS, 10, 106, false)).toBe(1);
  expect(stepAt(STEPS, 10, 106, true)).toBe(0);
  expect(stepAt(STEPS, 10, 129, true)).toBe(2);
});

it('points at nothing outside of the steps of a chart', () => {
  expect(stepAt(STEPS, 10, 80, false)).toBeNull();
  expect(stepAt(STEPS, 10, 130, true)).toBeNull();
  expect(stepAt([], 10, 100, false)).toBeNull();
});

it('converts between pixels and time within the plot', () => {
  const plot = { left: 50, right: 150, from: 1_000, to: 2_000 };
  expect(xOf(plot, 1_500)).toBe(100);
  expect(timeOf(plot, 100)).toBe(1_500);
  expect(timeOf(plot, 0)).toBe(1_000);
  expect(timeOf(plot, 900)).toBe(2_000);
});
