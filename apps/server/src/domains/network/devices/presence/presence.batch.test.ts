import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { createLog } from '../../../../platform/log.ts';
import { WITHIN } from '../../../../testing/within.ts';
import { Batch } from './presence.batch.ts';

function contentError(): Error {
  const error = new pg.DatabaseError('no such text', 0, 'error');
  error.code = '22021';
  return error;
}

function batchOf(write: (items: readonly number[]) => Promise<void>) {
  const refused: number[] = [];
  const batch = new Batch<number>({
    name: 'test',
    log: createLog('silent'),
    everyMs: 1,
    max: 4,
    write,
    refused: (item) => refused.push(item),
  });
  return { batch, refused };
}

test('writes items together, in sequence, up to the maximum size', async () => {
  const written: (readonly number[])[] = [];
  const { batch } = batchOf(async (items) => {
    written.push(items);
  });
  batch.add(1, 2, 3, 4, 5);
  await vi.waitFor(() => expect(written.flat()).toEqual([1, 2, 3, 4, 5]), WITHIN);
  expect(written.map((items) => items.length)).toEqual([4, 1]);
});

test('refuses only the item that cannot be written', async () => {
  const written: number[] = [];
  const { batch, refused } = batchOf(async (items) => {
    if (items.includes(3)) throw contentError();
    written.push(...items);
  });
  batch.add(1, 2, 3, 4);
  await vi.waitFor(() => expect(written).toEqual([1, 2, 4]), WITHIN);
  expect(refused).toEqual([3]);
});

test('retries while the database is unavailable', async () => {
  const written: number[] = [];
  let away = true;
  const { batch, refused } = batchOf(async (items) => {
    if (away) {
      away = false;
      throw new Error('connection refused');
    }
    written.push(...items);
  });
  batch.add(1, 2);
  await vi.waitFor(() => expect(written).toEqual([1, 2]), WITHIN);
  expect(refused).toEqual([]);
});

test('writes pending items on close', async () => {
  const written: number[] = [];
  const { batch } = batchOf(async (items) => {
    written.push(...items);
  });
  batch.add(7);
  await batch.close();
  batch.add(8);
  expect(written).toEqual([7]);
});

test('waits longer after a large batch, up to half a second', async () => {
  vi.useFakeTimers();
  try {
    const rounds: number[] = [];
    const batch = new Batch<number>({
      name: 'test',
      log: createLog('silent'),
      everyMs: 10,
      max: 1_000,
      write: async (items) => {
        rounds.push(items.length);
      },
      refused: () => expect.unreachable(),
    });
    const crowd = (size: number) => batch.add(...Array.from({ length: size }, (_, index) => index));
    crowd(40);
    await vi.advanceTimersByTimeAsync(10);
    expect(rounds).toEqual([40]);
    crowd(1);
    await vi.advanceTimersByTimeAsync(99);
    expect(rounds).toEqual([40]);
    crowd(999);
    await vi.advanceTimersByTimeAsync(1);
    expect(rounds).toEqual([40, 1_000]);
    crowd(1);
    await vi.advanceTimersByTimeAsync(499);
    expect(rounds).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    crowd(1);
    await vi.advanceTimersByTimeAsync(10);
    expect(rounds).toEqual([40, 1_000, 1, 1]);
  } finally {
    vi.useRealTimers();
  }
});
