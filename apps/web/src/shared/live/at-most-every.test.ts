import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { atMostEvery } from './at-most-every.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function answeringAfter(ms: number) {
  const asked: number[] = [];
  const follow = atMostEvery(1_000, () => {
    asked.push(performance.now());
    return new Promise((done) => setTimeout(done, ms));
  });
  return { asked, follow };
}

/** Something happens all the time, for so long. */
async function happening(follow: () => void, seconds: number): Promise<void> {
  for (let at = 0; at < seconds * 10; at += 1) {
    follow();
    await vi.advanceTimersByTimeAsync(100);
  }
}

test('however much happens, it asks once a while', async () => {
  const { asked, follow } = answeringAfter(0);
  await happening(follow, 10);
  expect(asked.length).toBeGreaterThanOrEqual(9);
  expect(asked.length).toBeLessThanOrEqual(10);
});

test('slow answers are asked for less often', async () => {
  const { asked, follow } = answeringAfter(600);
  await happening(follow, 10);
  expect(asked.length).toBeGreaterThanOrEqual(3);
  expect(asked.length).toBeLessThanOrEqual(4);
});

test('after an answer that hung it is not silent for long', async () => {
  const { asked, follow } = answeringAfter(60_000);
  await happening(follow, 65);
  const before = asked.length;
  await happening(follow, 31);
  expect(asked.length).toBeGreaterThan(before);
});

test('nothing happened: nothing is asked', async () => {
  const { asked } = answeringAfter(0);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual([]);
});
