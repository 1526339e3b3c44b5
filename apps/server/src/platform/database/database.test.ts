import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type Database, openDatabase } from './database.ts';

let testDatabase: TestDatabase;
let database: Database;
const errors: string[] = [];
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({
    connectionString: testDatabase.url,
    max: 2,
    onError: (error) => errors.push(error.message),
  });
});
afterAll(async () => {
  await database.end();
  await testDatabase.drop();
});

async function asOwner(statement: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: testDatabase.url });
  await client.connect();
  await client.query(statement, values);
  await client.end();
}

const backend = sql<{ pid: number }>`select pg_backend_pid() as pid`;

test('a connection lost in the middle of a transaction fails only that transaction', async () => {
  const lost = database.asSystem(async (tx) => {
    const { pid } = (await tx.first(backend)) ?? { pid: 0 };
    await asOwner('select pg_terminate_backend($1)', [pid]);
    return tx.first(backend);
  });
  await expect(lost).rejects.toThrow();
  expect(errors.length).toBeGreaterThan(0);
  expect(await database.asSystem((tx) => tx.first(backend))).toMatchObject({ pid: expect.any(Number) });
});

test('a failure rolls back, and the connection can be used again', async () => {
  const write = sql`insert into installation (key, value) values ('undone', '{}')`;
  await expect(
    database.asSystem(async (tx) => {
      await tx.run(write);
      await tx.run(sql`select 1 / 0`);
    }),
  ).rejects.toThrow(/division by zero/);
  const left = await database.asSystem((tx) => tx.all(sql`select 1 from installation where key = 'undone'`));
  expect(left).toEqual([]);
});

test('a transaction with a serialization failure is run again', async () => {
  let runs = 0;
  const result = await database.asSystem(async (tx) => {
    runs += 1;
    if (runs === 1) await tx.run(sql`do $$ begin raise exception using errcode = '40001'; end $$`);
    return runs;
  });
  expect(result).toBe(2);
});

test('a statement after the end of its transaction never reaches the connection', async () => {
  let late: (() => Promise<unknown>) | undefined;
  await database.asSystem(async (tx) => {
    late = () => tx.first(backend);
    await tx.first(backend);
  });
  await expect(late?.()).rejects.toThrow('This transaction is over');

  let laggard: Promise<unknown> | undefined;
  const failed = database.asSystem(async (tx) => {
    const slow = async () => {
      await tx.first(sql`select pg_sleep(0.05)`);
      await tx.first(backend);
    };
    laggard = slow().catch((error: unknown) => error);
    await Promise.all([tx.run(sql`select 1 / 0`), laggard]);
  });
  await expect(failed).rejects.toThrow(/division by zero/);
  expect(String(await laggard)).toMatch(/transaction is (over|aborted)/);
});

test('a failure that the work ignores is not reported as success', async () => {
  const overlooking = database.asSystem(async (tx) => {
    await tx.run(sql`select 1 / 0`).catch(() => undefined);
    return 'done';
  });
  await expect(overlooking).rejects.toThrow('nothing was committed');
});
