import { expect, it } from 'vitest';
import { barWidths } from './bar-widths.ts';

it('measures bars by the longest, and keeps the shortest visible', () => {
  expect(barWidths([200, 50, 1, 0])).toEqual([100, 25, 1, 0]);
});

it('draws nothing of nothing', () => {
  expect(barWidths([0, 0])).toEqual([0, 0]);
  expect(barWidths([])).toEqual([]);
});
