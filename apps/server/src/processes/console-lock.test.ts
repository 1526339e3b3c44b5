import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OpenDatabase, spawnProcess, stopped } from '../testing/spawned-console.ts';
import { WITHIN } from '../testing/within.ts';
import { LOCK, lockConsole } from './console-lock.ts';

let database: OpenDatabase;
const calls: string[] = [];
const listeners = {
  onLost: () => calls.push('lost'),
  onTaken: (error: Error) => calls.push(error.message),
};
beforeEach(async () => {
  database = await OpenDatabase.create();
  calls.length = 0;
});
afterEach(() => database.drop());

async function holders(): Promise<number[]> {
  const rows = await database.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and granted
     and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.map(({ pid }) => pid);
}

/** As when the database restarts, or the connection breaks. */
async function cut(): Promise<void> {
  for (const pid of await holders()) await database.query('select pg_terminate_backend($1, 5000)', [pid]);
}

/** Takes the lock as soon as it is free. */
async function waitForLock(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  client.query('select pg_advisory_lock($1)', [LOCK]).catch((error: unknown) => calls.push(String(error)));
  await expect
    .poll(() => database.query(`select from pg_locks where locktype = 'advisory' and not granted`), WITHIN)
    .not.toEqual([]);
  return client;
}

test('of two consoles on one database the second is refused, until the first has stopped', async () => {
  const first = await lockConsole(database.url, listeners);
  await expect(lockConsole(database.url, listeners)).rejects.toThrow('Another Airloom console');
  await first.release();
  const next = await lockConsole(database.url, listeners);
  await next.release();
  expect(calls).toEqual([]);
});

test('a console that loses the lock takes it again, and no other gets it afterwards', async () => {
  const hold = await lockConsole(database.url, listeners);
  const [before] = await holders();
  await cut();
  await expect.poll(holders, WITHIN).toEqual([expect.not.toSatisfy((pid) => pid === before)]);
  expect(calls).toEqual(['lost']);
  await expect(lockConsole(database.url, listeners)).rejects.toThrow('Another Airloom console');
  await cut();
  await hold.release();
  await expect.poll(holders, WITHIN).toEqual([]);
});

test('a console that finds the lock taken reports it once, and stops trying', async () => {
  const hold = await lockConsole(database.url, listeners);
  const other = await waitForLock();
  await cut();
  await expect.poll(() => calls.length, WITHIN).toBe(2);
  expect(calls).toEqual(['lost', expect.stringContaining('Another Airloom console')]);
  await hold.release();
  await other.end();
});

test('a console replaced by another stops and logs the reason', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'airloom-only-'));
  const { process: child } = await spawnProcess('console', {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    GATEWAY_PORT: 'off',
    AIRLOOM_DEMO: 'off',
    LOG_LEVEL: 'silent',
  });
  try {
    const complaints: string[] = [];
    child.stderr?.on('data', (chunk: Buffer) => complaints.push(chunk.toString()));
    const ended = once(child, 'close');
    const other = await waitForLock();
    await cut();
    await ended;
    expect(child.exitCode).toBe(1);
    expect(complaints.join('')).toMatch(/^Airloom stops\. Another Airloom console/);
    await other.end();
  } finally {
    await stopped(child, 'SIGKILL');
    await rm(dataDir, { recursive: true });
  }
});
