import { expect, it } from 'vitest';
import { hasValues, lastValue, lonePoints, stepsOf } from './series.ts';

const WINDOW = { firstAt: '2026-03-01T10:00:00.000Z', stepSeconds: 120 };
const TEN = Date.parse(WINDOW.firstAt);

it('puts the lines side by side, gaps included', () => {
  const down = { name: 'down', values: [1, null, 3] };
  const up = { name: 'up', values: [4, null] };
  expect(stepsOf(WINDOW, [down, up])).toEqual([
    { at: TEN, values: [1, 4] },
    { at: TEN + 120_000, values: [null, null] },
    { at: TEN + 240_000, values: [3, null] },
  ]);
});

it('knows nothing from no lines', () => {
  expect(stepsOf(WINDOW, [])).toEqual([]);
  expect(hasValues([{ name: 'a', values: [null, null] }])).toBe(false);
  expect(hasValues([{ name: 'a', values: [null, 0] }])).toBe(true);
});

it('finds the values that stand alone between gaps', () => {
  expect(lonePoints([1, null, 2, null, 3, 4, null, 5])).toEqual([0, 2, 7]);
  expect(lonePoints([1, 2])).toEqual([]);
});

it('remembers what was measured last', () => {
  expect(lastValue([1, 2, null])).toBe(2);
  expect(lastValue([null])).toBeNull();
});
