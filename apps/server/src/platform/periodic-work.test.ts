import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PeriodicWork } from './periodic-work.ts';

const EVERY_MS = 100;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp(whileRunning: 'skip' | 'repeat' = 'skip') {
  const runs: PromiseWithResolvers<void>[] = [];
  const errors: unknown[] = [];
  const periodic = new PeriodicWork({
    everyMs: EVERY_MS,
    whileRunning,
    work: () => {
      const run = Promise.withResolvers<void>();
      runs.push(run);
      return run.promise;
    },
    onError: (error) => errors.push(error),
  });
  const end = async (): Promise<void> => {
    runs.at(-1)?.resolve();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { periodic, runs, errors, end };
}

test('runs once per interval, first after one', async () => {
  const { periodic, runs, end } = setUp();
  periodic.start();
  expect(runs).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  expect(runs).toHaveLength(1);
  await end();
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  expect(runs).toHaveLength(2);
});

test.each([
  ['skip', 1],
  ['repeat', 2],
] as const)('%s: an interval that ends during a run', async (whileRunning, expected) => {
  const { periodic, runs, end } = setUp(whileRunning);
  periodic.start();
  await vi.advanceTimersByTimeAsync(2.5 * EVERY_MS);
  expect(runs).toHaveLength(1);
  await end();
  expect(runs).toHaveLength(expected);
});

test('requests during a run cause one more', async () => {
  const { periodic, runs, end } = setUp();
  periodic.request();
  periodic.request();
  periodic.request();
  expect(runs).toHaveLength(1);
  await end();
  expect(runs).toHaveLength(2);
  await end();
  expect(runs).toHaveLength(2);
  expect(periodic.isRunning).toBe(false);
});

test('continues after a failure', async () => {
  const { periodic, runs, errors, end } = setUp();
  periodic.start();
  periodic.request();
  const failure = new Error('broken');
  runs[0]?.reject(failure);
  await periodic.settled();
  expect(errors).toEqual([failure]);
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  expect(runs).toHaveLength(2);
  await end();
});

test('stopping waits for the run that is under way and starts no other', async () => {
  const { periodic, runs, end } = setUp('repeat');
  periodic.start();
  periodic.request();
  periodic.request();
  let isStopped = false;
  const stopping = periodic.stop().then(() => (isStopped = true));
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  expect(isStopped).toBe(false);
  await end();
  await stopping;
  periodic.request();
  await vi.advanceTimersByTimeAsync(2 * EVERY_MS);
  expect(runs).toHaveLength(1);
});
