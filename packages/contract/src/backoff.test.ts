import { expect, test } from 'vitest';
import { backoffMs } from './backoff.ts';

const PAUSES = { firstMs: 100, maxMs: 1_000 };

test('doubles up to the maximum', () => {
  expect([0, 1, 2, 3, 4, 5_000].map((retries) => backoffMs(PAUSES, retries))).toEqual([
    100, 200, 400, 800, 1_000, 1_000,
  ]);
});

test('takes a share of the pause at random', () => {
  const random = { ...PAUSES, jitter: 0.75 };
  expect(backoffMs(random, 1, 0)).toBe(50);
  expect(backoffMs(random, 1, 1)).toBe(200);
  for (let run = 0; run < 100; run += 1) {
    expect(backoffMs(random, 9)).toBeGreaterThanOrEqual(250);
    expect(backoffMs(random, 9)).toBeLessThanOrEqual(1_000);
  }
});
