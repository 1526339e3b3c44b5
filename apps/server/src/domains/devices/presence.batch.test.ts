import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { createLog } from '../../platform/log.ts';
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

test('what comes together is written together, in order, no more than fits', async () => {
  const written: (readonly number[])[] = [];
  const { batch } = batchOf(async (items) => {
    written.push(items);
  });
  batch.add(1, 2, 3, 4, 5);
  await vi.waitFor(() => expect(written.flat()).toEqual([1, 2, 3, 4, 5]));
  expect(written.map((items) => items.length)).toEqual([4, 1]);
});

test('one that cannot be written is refused alone', async () => {
  const written: number[] = [];
  const { batch, refused } = batchOf(async (items) => {
    if (items.includes(3)) throw contentError();
    written.push(...items);
  });
  batch.add(1, 2, 3, 4);
  await vi.waitFor(() => expect(written).toEqual([1, 2, 4]));
  expect(refused).toEqual([3]);
});

test('while the database is away everything waits', async () => {
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
  await vi.waitFor(() => expect(written).toEqual([1, 2]), { timeout: 5_000 });
  expect(refused).toEqual([]);
});

test('closing writes what waits', async () => {
  const written: number[] = [];
  const { batch } = batchOf(async (items) => {
    written.push(...items);
  });
  batch.add(7);
  await batch.close();
  batch.add(8);
  expect(written).toEqual([7]);
});
