import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startEmbedded } from './index.ts';
import { serverProcesses } from './server-processes.ts';

const PATIENCE_MS = 20_000;
const settings = { fsync: 'off' };
const log = () => {};
let scratch: string;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'airloom-embedded-'));
});

afterAll(async () => {
  await rm(scratch, { recursive: true });
});

async function query(connectionString: string, sql: string) {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Another Node process that runs an embedded database; `then` continues with `database` and `query`. */
async function startElsewhere(dataDir: string, then: string) {
  const script = `
    const { startEmbedded } = await import(${JSON.stringify(import.meta.resolve('./index.ts'))});
    const { Client } = await import(${JSON.stringify(import.meta.resolve('pg'))});
    const database = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log() {} });
    const client = new Client({ connectionString: database.connectionString });
    client.on('error', () => {});
    await client.connect();
    console.log('ready');
    ${then}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  expect(await lines.next()).toEqual({ value: 'ready', done: false });
  return { child, lines };
}

async function endBy(child: ChildProcess, signal: NodeJS.Signals) {
  child.kill(signal);
  await once(child, 'exit');
}

describe('a data folder with a space in a path too long for a socket', () => {
  let dataDir: string;

  beforeAll(() => {
    dataDir = join(scratch, 'my data', 'x'.repeat(120));
  });

  test('a cold start creates the database, in UTF-8 and durable', async () => {
    const database = await startEmbedded({ dataDir, log });
    const [row] = await query(
      database.connectionString,
      `SELECT current_database() AS name, current_setting('server_encoding') AS encoding,
              current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
              current_setting('listen_addresses') AS tcp, lower('ŻÓŁĆ') AS lowered`,
    );
    expect(row).toEqual({
      name: 'airloom',
      encoding: 'UTF8',
      fsync: 'on',
      commit: 'on',
      tcp: '',
      lowered: 'żółć',
    });
    await query(database.connectionString, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await database.stop();
    expect(serverProcesses(join(dataDir, 'postgres'))).toEqual({ postmaster: undefined, backends: [] });
  });

  test('a warm start finds what was stored', async () => {
    const database = await startEmbedded({ dataDir, log });
    expect(await query(database.connectionString, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    await database.stop();
  });

  test('a start that fails releases the data folder', async () => {
    await expect(startEmbedded({ dataDir, log, settings: { no_such_setting: 'on' } })).rejects.toThrow(
      'no_such_setting',
    );
    await (await startEmbedded({ dataDir, log, settings })).stop();
  });
});

describe('a process that ends', () => {
  let dataDir: string;
  let clusterDir: string;

  beforeAll(async () => {
    dataDir = join(scratch, 'ending');
    clusterDir = join(dataDir, 'postgres');
    const database = await startEmbedded({ dataDir, log, settings });
    await query(database.connectionString, 'CREATE TABLE written (id int PRIMARY KEY)');
    await database.stop();
  });

  test('while it runs, a second one on its data folder is refused', async () => {
    const { child } = await startElsewhere(dataDir, '');
    await expect(startEmbedded({ dataDir, log, settings })).rejects.toThrow(
      `Another Airloom (process ${child.pid}, since `,
    );
    await endBy(child, 'SIGTERM');
  });

  test.for(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('stops its server: %s', async (signal) => {
    const { child, lines } = await startElsewhere(dataDir, 'console.log(client.host);');
    const socketDir = String((await lines.next()).value);
    expect(existsSync(socketDir)).toBe(true);
    expect(serverProcesses(clusterDir).postmaster).toBeGreaterThan(0);
    await endBy(child, signal);
    expect(child.signalCode).toBe(signal);
    expect(existsSync(socketDir)).toBe(false);
    await vi.waitFor(() => expect(serverProcesses(clusterDir).postmaster).toBeUndefined(), PATIENCE_MS);
  });

  test('stops its server: uncaught exception', async () => {
    const { child } = await startElsewhere(dataDir, 'setImmediate(() => { throw new Error("uncaught"); });');
    await once(child, 'exit');
    expect(child.exitCode).toBe(1);
    await vi.waitFor(() => expect(serverProcesses(clusterDir).postmaster).toBeUndefined(), PATIENCE_MS);
  });

  test('after kill -9 amid writes, the next one stops the old server and has every committed row', async () => {
    const { child, lines } = await startElsewhere(
      dataDir,
      `for (let id = 1; ; id++) {
         await client.query('INSERT INTO written VALUES ($1)', [id]);
         console.log(id);
       }`,
    );
    let acknowledged = 0;
    while (acknowledged < 200) acknowledged = Number((await lines.next()).value);
    const killed = serverProcesses(clusterDir).postmaster;
    await endBy(child, 'SIGKILL');
    expect(serverProcesses(clusterDir).postmaster).toBe(killed);

    const database = await startEmbedded({ dataDir, log, settings });
    expect(serverProcesses(clusterDir).postmaster).not.toBe(killed);
    const [row] = await query(
      database.connectionString,
      `SELECT bool_and(found.id IS NOT NULL) AS complete
         FROM generate_series(1, ${acknowledged}) AS wanted(id) LEFT JOIN written AS found USING (id)`,
    );
    expect(row).toEqual({ complete: true });
    await database.stop();
  });
});

test('a crashed server is restarted at the same address', async () => {
  const dataDir = join(scratch, 'reviving');
  const output: string[] = [];
  const database = await startEmbedded({ dataDir, settings, log: (message) => output.push(message) });
  const { postmaster } = serverProcesses(join(dataDir, 'postgres'));
  process.kill(postmaster ?? Number.NaN, 'SIGKILL');
  await vi.waitFor(
    async () => expect(await query(database.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]),
    PATIENCE_MS,
  );
  expect(output).toContain('PostgreSQL ended unexpectedly; starting it again');
  await database.stop();
});
