import { expect, test } from 'vitest';
import { TokenBucket } from './token-bucket.ts';

const RATE = { atOnce: 10, perSecond: 2 };

test('allows a burst, then the refill rate', () => {
  const left = new TokenBucket(RATE, 0);
  expect(left.spend(RATE, 10, 0)).toBe(true);
  expect(left.spend(RATE, 1, 0)).toBe(false);
  expect(left.hasOneSecond(RATE, 1_000)).toBe(false);
  expect(left.hasOneSecond(RATE, 1_500)).toBe(true);
  expect(left.spend(RATE, 2, 1_500)).toBe(true);
  expect(left.spend(RATE, 1, 1_500)).toBe(false);
});

test('recovers from a debt over time, and never holds more than the burst', () => {
  const left = new TokenBucket(RATE, 0);
  expect(left.spend(RATE, 30, 0)).toBe(false);
  expect(left.hasOneSecond(RATE, 10_500)).toBe(false);
  expect(left.hasOneSecond(RATE, 11_000)).toBe(true);
  expect(left.isFull(RATE, 15_000)).toBe(true);
  expect(left.spend(RATE, 11, 1_000_000)).toBe(false);
});

test('refunded tokens can be spent again', () => {
  const left = new TokenBucket(RATE, 0);
  left.spend(RATE, 10, 0);
  left.giveBack(RATE, 1);
  expect(left.spend(RATE, 1, 0)).toBe(true);
  left.giveBack(RATE, 99);
  expect(left.spend(RATE, 11, 0)).toBe(false);
});
