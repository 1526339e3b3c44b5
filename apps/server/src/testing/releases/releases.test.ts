import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type CallName, callTable } from '@airloom/contract/all-calls';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../platform/database/migrate.ts';
import { PASSWORD } from '../builders.ts';
import { createEmptyDatabase, type TestDatabase } from '../test-database.ts';
import { startTestServer, type TestServer } from '../test-server.ts';
import { loadRelease, type Release, readRelease } from './release-file.ts';

const FILES = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.txt')).sort();

/** The rows of each table, by primary key. */
async function keysOf(client: pg.Client): Promise<Map<string, Set<string>>> {
  const { rows: tables } = await client.query<{ name: string; keys: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as keys
     from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
     join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> 'migration'
     group by 1`,
  );
  await client.query('set role airloom_system');
  const found = new Map<string, Set<string>>();
  for (const { name, keys } of tables) {
    const list = keys.map((key) => pg.escapeIdentifier(key)).join(', ');
    const { rows } = await client.query({
      text: `select ${list} from ${pg.escapeIdentifier(name)}`,
      rowMode: 'array',
    });
    found.set(name, new Set(rows.map((row) => JSON.stringify(row))));
  }
  await client.query('reset role');
  return found;
}

describe.each(FILES)('the database of release %s', (name) => {
  let release: Release;
  let database: TestDatabase;
  let dataDir: string;
  let client: pg.Client;
  let server: TestServer;
  let before: ReadonlyMap<string, ReadonlySet<string>>;
  beforeAll(async () => {
    release = await readRelease(join(import.meta.dirname, name));
    database = await createEmptyDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'airloom-release-'));
    await loadRelease(release, database.url);
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    before = await keysOf(client);
    await migrate(database.url, () => undefined);
    // The keys of that installation are not part of the file.
    server = await startTestServer(
      { ACCEPT_NEW_KEYS: 'unrecorded' },
      { on: { databaseUrl: database.url, dataDir } },
    );
  });
  afterAll(async () => {
    await server.stop();
    await client.end();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('was written after its newest migration', () => {
    const newest = release.database.migrations
      .map((migration) => migration.name)
      .toSorted()
      .at(-1);
    expect(newest?.startsWith(basename(name, '.txt'))).toBe(true);
    expect(release.tables.length).toBeGreaterThan(30);
  });

  test('keeps every row', async () => {
    const after = await keysOf(client);
    const lost = [...before].flatMap(([table, keys]) =>
      [...keys]
        .filter((key) => after.has(table) && !after.get(table)?.has(key))
        .map((key) => `${table} ${key}`),
    );
    expect(lost).toEqual([]);
  });

  test('has no pending configuration for a device that is not managed', async () => {
    await client.query('set role airloom_system');
    const { rows } = await client.query<{ state: string; pending: number }>(
      `select device.configuration_state as state, count(*) filter (where own.state = 'pending')::int as pending
       from device left join device_configuration own
         on own.tenant_id = device.tenant_id and own.device_id = device.id
       where device.configuration_state = 'unmanaged' group by 1`,
    );
    await client.query('reset role');
    expect(rows).toEqual([{ state: 'unmanaged', pending: 0 }]);
  });

  test('its people sign in and every read call is answered', async () => {
    const { rows: people } = await client.query<{ name: string }>(
      `select user_name as name from manager where id in (select manager_id from membership) limit 1`,
    );
    const login = await server.call('login', { username: people[0]?.name ?? '', password: PASSWORD });
    expect(login.status).toBe(200);
    const reads = (Object.keys(callTable) as CallName[]).filter(
      (call) => callTable[call].effect === 'read' && callTable[call].input.safeParse({}).success,
    );
    expect(reads.length).toBeGreaterThan(20);
    for (const call of reads) {
      const { status } = await server.send(call, {}, { as: login.data.access_token });
      expect([call, status]).toEqual([call, 200]);
    }
  });
});
