import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

const FOLDER = join(import.meta.dirname, '../../migrations');

/** Any constant, the same for every start. */
const LOCK = 7_261_940_113;

/**
 * Migrates the database, forward only, one transaction per file, under a lock so that concurrent starts
 * migrate once. A file that changed after it ran stops the start. `only`: the files to
 * run, where the database is to become that of an earlier version.
 */
export async function migrate(
  connectionString: string,
  onStep: (name: string) => void,
  only?: ReadonlySet<string>,
): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'airloom-migrate' });
  await client.connect();
  try {
    const version = await client.query<{ number: number }>(
      "select current_setting('server_version_num')::int as number",
    );
    if ((version.rows[0]?.number ?? 0) < 150_000) throw new Error('PostgreSQL 15 or newer is needed');
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists migration (name text primary key, sha256 text not null, at timestamptz not null default now())',
    );
    const done = new Map(
      (await client.query<{ name: string; sha256: string }>('select name, sha256 from migration')).rows.map(
        (row) => [row.name, row.sha256],
      ),
    );
    const known = await readMigrations();
    const unknown = [...done.keys()].filter((name) => !known.some((migration) => migration.name === name));
    if (unknown.length > 0) {
      throw new Error(
        `The database was used by a newer version of Airloom: this one does not know ${unknown.sort().join(', ')}. ` +
          'Start that version or a later one, or restore a backup made before the update.',
      );
    }
    for (const { name, sql, sha256 } of known) {
      const before = done.get(name);
      if (before === sha256 || only?.has(name) === false) continue;
      if (before !== undefined) throw new Error(`Migration ${name} was changed after it had run`);
      onStep(name);
      await client.query('begin');
      await client.query(sql);
      await client.query('insert into migration (name, sha256) values ($1, $2)', [name, sha256]);
      await client.query('commit');
    }
  } finally {
    await client.end();
  }
}

/** Whether the database is fully migrated, for processes that do not migrate it themselves. */
export async function isMigrated(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, application_name: 'airloom-migrate' });
  await client.connect();
  try {
    const known = await client.query<{ there: boolean }>(
      "select to_regclass('migration') is not null as there",
    );
    if (known.rows[0]?.there !== true) return false;
    const { rows } = await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from migration',
    );
    const done = new Map(rows.map(({ name, sha256 }) => [name, sha256]));
    const wanted = await readMigrations();
    return wanted.length === done.size && wanted.every(({ name, sha256 }) => done.get(name) === sha256);
  } finally {
    await client.end();
  }
}

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(FOLDER, name), 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}
