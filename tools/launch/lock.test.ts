import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withLock } from './lock.mjs';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airloom-lock-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

test('one at a time, and the next when the first has failed', async () => {
  const events: string[] = [];
  const first = Promise.withResolvers<void>();
  const holding = withLock(async () => {
    events.push('first in');
    await first.promise;
    events.push('first out');
    throw new Error('first failed');
  }, folder);
  const waiting = withLock(async () => events.push('second in'), folder);
  first.resolve();
  await expect(holding).rejects.toThrow('first failed');
  await waiting;
  expect(events).toEqual(['first in', 'first out', 'second in']);
});

test('the lock of a process that is gone is taken over', async () => {
  await writeFile(join(folder, 'launch.lock'), '4194305');
  expect(await withLock(async () => 'done', folder)).toBe('done');
});

test('a lock long silent is taken over, though its process id is alive', async () => {
  const lock = join(folder, 'launch.lock');
  await writeFile(lock, String(process.pid));
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(lock, longAgo, longAgo);
  expect(await withLock(async () => 'done', folder)).toBe('done');
});
