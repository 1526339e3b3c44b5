import { backoffMs } from '@airloom/contract/backoff';
import { expect, it } from 'vitest';
import { FLUSH_MS, liveBatch } from './live-batch.ts';
import { RECONNECT } from './reconnect.ts';

function handClock() {
  const due: { run: () => void; ms: number }[] = [];
  return {
    due,
    clock: {
      set: (run: () => void, ms: number) => due.push({ run, ms }),
      clear: (handle: unknown) => due.splice(Number(handle) - 1, 1),
    },
  };
}

it('hands over everything of one quarter of a second at once', () => {
  const { due, clock } = handClock();
  const flushed: [string, unknown[]][][] = [];
  const batch = liveBatch<number>(
    (pending) => flushed.push([...pending].map(([name, all]) => [name, [...all]])),
    clock,
  );
  for (let count = 0; count < 2_000; count += 1) batch.add(count % 2 === 0 ? 'even' : 'odd', count);
  expect(due).toHaveLength(1);
  expect(due[0]?.ms).toBe(FLUSH_MS);
  due[0]?.run();
  expect(flushed).toHaveLength(1);
  expect(flushed[0]?.map(([name, all]) => [name, all.length])).toEqual([
    ['even', 1_000],
    ['odd', 1_000],
  ]);
});

it('starts again after each flush, and does not flush without messages', () => {
  const { due, clock } = handClock();
  const names: string[][] = [];
  const batch = liveBatch((pending) => names.push([...pending.keys()]), clock);
  expect(due).toHaveLength(0);
  batch.add('a', null);
  due[0]?.run();
  batch.add('b', null);
  due[1]?.run();
  expect(names).toEqual([['a'], ['b']]);
});

it('drops what is pending once it is stopped', () => {
  const { due, clock } = handClock();
  const batch = liveBatch(() => expect.unreachable(), clock);
  batch.add('a', null);
  batch.stop();
  expect(due).toHaveLength(0);
});

it('waits longer after each failure, up to half a minute, and never all at the same moment', () => {
  expect(backoffMs(RECONNECT, 0, 0)).toBe(500);
  expect(backoffMs(RECONNECT, 0, 1)).toBe(1_000);
  expect(backoffMs(RECONNECT, 3, 1)).toBe(8_000);
  expect(backoffMs(RECONNECT, 50, 1)).toBe(30_000);
  expect(backoffMs(RECONNECT, 50, 0)).toBe(15_000);
});
