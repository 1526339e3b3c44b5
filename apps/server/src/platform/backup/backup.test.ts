import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAccount, buildOrganization, type Person } from '../../testing/builders.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { upload } from '../../testing/upload.ts';
import { WITHIN } from '../../testing/within.ts';
import { buildWorld } from '../../testing/world.ts';
import { openFileStore } from '../files/open-file-store.ts';
import { readSettings } from '../settings.ts';
import { makeBackup } from './backup.ts';
import { restoreBackup } from './restore.ts';
import { everyRow } from './testing/rows.ts';

const PASSPHRASE = 'correct horse battery';
const NOW = new Date('2026-05-01T12:00:00Z');

let scratch: string;
let source: TestDatabase;
const databases: TestDatabase[] = [];
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'airloom-backup-'));
  await mkdir(join(scratch, 'source'));
  source = await createTestDatabase();
});
afterAll(async () => {
  for (const database of [source, ...databases]) await database.drop();
  await rm(scratch, { recursive: true, force: true });
});

function settingsIn(folder: string, databaseUrl: string) {
  return readSettings({ DATA_DIR: join(scratch, folder), DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' });
}

function startSource(): Promise<TestServer> {
  return startTestServer({}, { on: { databaseUrl: source.url, dataDir: join(scratch, 'source') } });
}

function backup(name: string) {
  return makeBackup({
    settings: settingsIn('source', source.url),
    connectionString: source.url,
    version: 'test',
    file: join(scratch, name),
    passphrase: PASSPHRASE,
    now: NOW,
  });
}

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createEmptyDatabase();
  databases.push(database);
  return database;
}

async function restore(name: string, folder: string, passphrase = PASSPHRASE, replace = false) {
  const database = await emptyDatabase();
  const settings = settingsIn(folder, database.url);
  const file = join(scratch, name);
  const result = await restoreBackup({ settings, file, passphrase, replace, now: NOW, log: () => undefined });
  return { database, settings, result };
}

async function query<R extends object>(url: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}

const AWKWARD = String.raw`back\slash, tab	, "quotes" and \N, ŁÓDŹ 站点`;

describe('a backup of a database at rest', () => {
  let fileId: string;
  /** A restore takes about two CPU seconds. */
  let restored: Awaited<ReturnType<typeof restore>>;
  const bytes = Buffer.alloc(300_000, 'image');
  beforeAll(async () => {
    const server = await startSource();
    const world = await buildWorld(server);
    await buildOrganization(server, world.owner, AWKWARD.slice(0, 60));
    fileId = await upload(server, world.owner.token, 'firmware', bytes);
    await server.stop();
    await query(
      source.url,
      `select app.ensure_report_day('2026-04-30'), app.ensure_report_day('2026-05-01');
       insert into client_minute values (gen_random_uuid(), gen_random_uuid(), '2026-04-30 10:00Z',
         '2026-04-30 10:00:00.123456Z', '\\x00ff5c4e');
       insert into client_minute values (gen_random_uuid(), gen_random_uuid(), '2026-05-01 10:00Z', now(), '\\x')`,
    );
    await backup('one.backup');
    restored = await restore('one.backup', 'restored');
  });

  test('restores every row of every table, sequences, constraints, triggers and row-level security', async () => {
    const { database } = restored;
    const wanted = await everyRow(source.url);
    const found = await everyRow(database.url);
    expect(Object.keys(found)).toEqual(Object.keys(wanted));
    for (const [table, rows] of Object.entries(wanted)) expect([table, found[table]]).toEqual([table, rows]);
    expect(Object.values(wanted).filter((rows) => rows.length > 0).length).toBeGreaterThan(30);
  });

  test('restores stored files and keys', async () => {
    const store = await openFileStore(restored.settings, NOW);
    const stream = await store.read(fileId);
    expect(Buffer.concat((await stream?.toArray()) ?? []).equals(bytes)).toBe(true);
    for (const key of ['secret.key', 'pki/authority.pem']) {
      expect(await readFile(join(scratch, 'restored', key), 'utf8')).toBe(
        await readFile(join(scratch, 'source', key), 'utf8'),
      );
    }
  });

  test('moves the previous content of the folder aside when it is to be replaced', async () => {
    const key = join(scratch, 'restored', 'secret.key');
    await writeFile(key, 'older');
    await expect(restore('one.backup', 'restored')).rejects.toThrow('is not empty');
    const { result } = await restore('one.backup', 'restored', PASSPHRASE, true);
    expect(await readFile(join(result.aside ?? '', 'secret.key'), 'utf8')).toBe('older');
    expect(await readFile(key, 'utf8')).not.toBe('older');
  });

  test('is refused by a version that lacks its migrations, and by a database that is not empty', async () => {
    await query(source.url, "insert into migration (name, sha256) values ('9999-later.sql', 'x')");
    await backup('newer.backup');
    await query(source.url, "delete from migration where name = '9999-later.sql'");
    await expect(restore('newer.backup', 'newer')).rejects.toThrow(
      /newer version of Airloom.*9999-later\.sql/,
    );

    const settings = settingsIn('full', source.url);
    const file = join(scratch, 'one.backup');
    const before = await everyRow(source.url);
    await expect(
      restoreBackup({
        settings,
        file,
        passphrase: PASSPHRASE,
        replace: true,
        now: NOW,
        log: () => undefined,
      }),
    ).rejects.toThrow('is not empty');
    expect(await everyRow(source.url)).toEqual(before);
  });

  test.for([
    ['a wrong passphrase', 'another passphrase', (all: Buffer) => all, /passphrase is wrong/],
    ['a missing end', PASSPHRASE, (all: Buffer) => all.subarray(0, -1), /incomplete/],
    ['a flipped bit', PASSPHRASE, (all: Buffer) => flipped(all, all.length >> 1), /damaged/],
    ['a newer format', PASSPHRASE, (all: Buffer) => flipped(all, 15), /format 257/],
  ] as const)('refuses %s and leaves the target as it was', async ([, passphrase, change, message]) => {
    const folder = join(scratch, 'untouched');
    await mkdir(join(folder, 'postgres'), { recursive: true });
    await writeFile(join(folder, 'secret.key'), 'kept');
    // Written by every attempt, and not counted as content.
    await writeFile(join(folder, 'instance.lock'), '');
    const before = await readdir(folder, { recursive: true });
    await writeFile(join(scratch, 'bad.backup'), change(await readFile(join(scratch, 'one.backup'))));

    await expect(restore('bad.backup', 'untouched', passphrase, true)).rejects.toThrow(message);
    expect(await readdir(folder, { recursive: true })).toEqual(before);
    expect(await readFile(join(folder, 'secret.key'), 'utf8')).toBe('kept');
    expect(await everyRow(databases.at(-1)?.url ?? '')).toMatchObject({ sequences: [] });
  });
});

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

describe('a backup while the console is written to', () => {
  let server: TestServer;
  let person: Person;
  beforeAll(async () => {
    server = await startSource();
    person = await buildAccount(server);
  });
  afterAll(() => server.stop());

  test('contains everything that was answered before it began, and no partial transaction', async () => {
    const enterpriseUUID = await buildOrganization(server, person, 'Busy');
    const answered = new Set<string>();
    const uploaded = new Set<string>();
    const load = { wanted: true };
    let next = 0;
    const write = async (): Promise<void> => {
      while (load.wanted) {
        const name = `Busy ${++next}`;
        const site = { enterpriseUUID, name, countryCode: 'PL', timeZone: 'UTC+01:00' };
        const answer = await server.call('createSite', site, { as: person.token });
        if (answer.code === 0) answered.add(name);
        if (next % 5 === 0) {
          const bytes = Buffer.from(`firmware ${next}`);
          uploaded.add(await upload(server, person.token, 'firmware', bytes));
        }
      }
    };
    const writers = Array.from({ length: 4 }, write);
    await expect.poll(() => uploaded.size, WITHIN).toBeGreaterThan(3);
    const [sites, files] = [[...answered], [...uploaded]];
    await backup('busy.backup');
    load.wanted = false;
    await Promise.all(writers);
    expect(answered.size).toBeGreaterThan(sites.length);

    const { database, settings } = await restore('busy.backup', 'busy');
    const names = await query<{ name: string }>(
      database.url,
      "select name from site where name like 'Busy %'",
    );
    for (const name of sites) expect(names.map((row) => row.name)).toContain(name);
    // A site and its line in the operation log are one transaction.
    const [log] = await query<{ count: number }>(
      database.url,
      `select count(*)::int from operation_log where call = 'createSite' and tenant_id = '${person.tenant}'`,
    );
    expect(log?.count).toBe(names.length);
    // Every row has its bytes.
    const store = await openFileStore(settings, NOW);
    const rows = await query<{ id: string }>(database.url, 'select id from stored_file');
    for (const id of files) expect(rows.map((row) => row.id)).toContain(id);
    for (const { id } of rows) {
      const stream = await store.read(id);
      expect(stream).not.toBeNull();
      stream?.destroy();
    }
  });
});
