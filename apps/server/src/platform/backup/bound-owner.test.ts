import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { buildWorld } from '../../testing/world.ts';
import { migrate } from '../database/migrate.ts';
import { readSettings } from '../settings.ts';
import { makeBackup } from './backup.ts';
import { restoreBackup } from './restore.ts';
import { everyRow } from './testing/rows.ts';

const PASSPHRASE = 'correct horse battery';
const OWNER = `owner_${randomBytes(6).toString('hex')}`;

let scratch: string;
let source: TestDatabase;
let target: TestDatabase;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'airloom-bound-owner-'));
  [source, target] = await Promise.all([createEmptyDatabase(), createEmptyDatabase()]);
  await asSuperuser(
    `create role ${OWNER} login createrole; grant airloom_app, airloom_system, airloom_operator to ${OWNER}`,
  );
  for (const { url } of [source, target])
    await asSuperuser(`alter database ${nameOf(url)} owner to ${OWNER}`);
});
afterAll(async () => {
  await source.drop();
  await target.drop();
  await asSuperuser(`drop role ${OWNER}`);
  await rm(scratch, { recursive: true, force: true });
});

async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client({
    connectionString: inject('templateUrl').replace(/\/airloom$/, '/postgres'),
  });
  await client.connect();
  await client.query(statement);
  await client.end();
}

function nameOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}

function asOwner(url: string): string {
  return url.replace(/\/\/[^@]+@/, `//${OWNER}@`);
}

test('an owner bound by row-level security backs up and restores every row', async () => {
  const connectionString = asOwner(source.url);
  await migrate(connectionString, () => undefined);
  await runMigrations({ connectionString });
  const server = await startTestServer({}, { on: { databaseUrl: connectionString, dataDir: scratch } });
  await buildWorld(server);
  await server.stop();

  const file = join(scratch, 'one.backup');
  const settings = readSettings({ DATA_DIR: scratch, DATABASE_URL: connectionString });
  const now = new Date();
  await makeBackup({ settings, connectionString, version: 'test', file, passphrase: PASSPHRASE, now });
  await restoreBackup({
    settings: readSettings({ DATA_DIR: join(scratch, 'restored'), DATABASE_URL: asOwner(target.url) }),
    file,
    passphrase: PASSPHRASE,
    replace: false,
    now,
    log: () => undefined,
  });
  expect(await everyRow(target.url)).toEqual(await everyRow(source.url));
});
