import { HOUR } from '@airloom/contract/time';
import { expect, it } from 'vitest';
import { shifted, withPrevious } from './previous.ts';

const windowAt = (firstAt: string, stepSeconds: number) => ({
  from: firstAt,
  to: firstAt,
  firstAt,
  stepSeconds,
});
const NOW = windowAt('2026-03-02T00:00:00.000Z', 3_600);
const BEFORE = windowAt('2026-03-01T22:00:00.000Z', 3_600);

it('moves the values of the earlier window to the steps of the later one', () => {
  expect(shifted([1, 2, null], BEFORE, NOW, 2 * HOUR, 3)).toEqual([1, 2, null]);
  expect(shifted([1, 2], BEFORE, NOW, HOUR, 3)).toEqual([2, null, null]);
});

it('repeats the values of longer steps', () => {
  const fine = windowAt('2026-03-02T00:00:00.000Z', 1_800);
  expect(shifted([1, 2], BEFORE, fine, 2 * HOUR, 5)).toEqual([1, 1, 2, 2, null]);
});

it('adds lines that refer to the line they are compared with', () => {
  const current = {
    lines: [
      { name: 'Up', values: [5, 6] },
      { name: 'Down', values: [7, 8] },
    ],
    window: NOW,
  };
  const previous = { lines: [{ name: 'Down', values: [1, 2] }], window: BEFORE };
  expect(withPrevious(current, previous, 2 * HOUR, (name) => `${name} before`)).toEqual([
    ...current.lines,
    { name: 'Down before', values: [1, 2], previousOf: 1 },
  ]);
});
