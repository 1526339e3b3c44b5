import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type Database, openDatabase, sqlBuilder } from '../database/database.ts';
import { Failure } from '../failure.ts';
import { Throttle } from './throttle.ts';

const BEGAN = new Date('2026-03-02T10:00:00Z').getTime();

let testDatabase: TestDatabase;
let database: Database;
let now = BEGAN;
let throttle: Throttle<'few' | 'many'>;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ connectionString: testDatabase.url, max: 2, onError: () => undefined });
  throttle = new Throttle(
    { database, now: () => new Date(now) },
    {
      few: { free: 2, delayMaxSeconds: 8, forgetSeconds: 100 },
      many: { free: 20, delayMaxSeconds: 8, forgetSeconds: 100 },
    },
  );
});
afterAll(async () => {
  await database.end();
  await testDatabase.drop();
});
beforeEach(async () => {
  now = BEGAN;
  await database.asSystem((tx) => tx.run(sqlBuilder.deleteFrom('throttle')));
});

/** Seconds to wait before the next attempt; 0 when this one is allowed. */
async function waitOf(kind: 'few' | 'many' = 'few', subject = 'one'): Promise<number> {
  try {
    await throttle.attempt(kind, subject);
    return 0;
  } catch (error) {
    if (!(error instanceof Failure) || error.key !== 'tooManyAttempts') throw error;
    return error.data.retryAfter ?? 0;
  }
}

async function useUp(): Promise<void> {
  for (let attempt = 0; attempt <= 2; attempt += 1) expect(await waitOf()).toBe(0);
}

test('doubles the wait after the free attempts, up to the maximum', async () => {
  await useUp();
  const waits: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    const wait = await waitOf();
    waits.push(wait);
    now += wait * 1000;
    expect(await waitOf()).toBe(0);
  }
  expect(waits).toEqual([2, 4, 8, 8]);
});

test('counts each kind and subject separately', async () => {
  await useUp();
  expect(await waitOf()).toBeGreaterThan(0);
  expect(await waitOf('many')).toBe(0);
  expect(await waitOf('few', 'other')).toBe(0);
});

test('forgiving resets the count, taking back subtracts one attempt', async () => {
  await useUp();
  await throttle.takeBack('few', 'one');
  expect(await waitOf()).toBe(0);
  expect(await waitOf()).toBeGreaterThan(0);
  await throttle.forgive('few', 'one');
  await useUp();
});

test('drops attempts with time', async () => {
  await useUp();
  now += 300_000;
  await useUp();
});
