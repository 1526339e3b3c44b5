import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { migrate, readMigrations } from '../database/migrate.ts';
import { copyIn } from './copy.ts';
import type { DatabaseHeader, Entry, TableHeader } from './entries.ts';
import { BackupRefused } from './sealed-stream.ts';
import { connect, jobsMigration, SCHEMAS } from './snapshot.ts';

/** Refuses a backup whose schema this version cannot create. */
export async function checkSchemaVersion({ migrations }: Pick<DatabaseHeader, 'migrations'>): Promise<void> {
  const known = new Map((await readMigrations()).map(({ name, sha256 }) => [name, sha256]));
  const unknown = migrations.filter(({ name, sha256 }) => known.get(name) !== sha256).map(({ name }) => name);
  if (unknown.length > 0) {
    throw new BackupRefused(
      `The backup was made by a newer version of Airloom: this one does not know ${unknown.join(', ')}. ` +
        'Restore it with the version that made it, or a later one.',
    );
  }
}

/** Refuses a database that is not empty. */
export async function checkEmpty(connectionString: string): Promise<void> {
  const client = await connect(connectionString);
  try {
    const { rows } = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = any($1) and c.relkind in ('r', 'p') limit 1`,
      [SCHEMAS],
    );
    if (rows.length > 0) {
      throw new BackupRefused(
        'The database in DATABASE_URL is not empty. Restore into a new, empty database.',
      );
    }
  } finally {
    await client.end();
  }
}

/** Fills an empty database from the entries of a backup, in one transaction once its tables exist. */
export class DatabaseLoader {
  readonly #client: pg.Client;
  readonly #finish: readonly string[];
  readonly #sequences: DatabaseHeader['sequences'];

  private constructor(client: pg.Client, finish: readonly string[], sequences: DatabaseHeader['sequences']) {
    this.#client = client;
    this.#finish = finish;
    this.#sequences = sequences;
  }

  static async begin(connectionString: string, header: DatabaseHeader): Promise<DatabaseLoader> {
    await checkSchemaVersion(header);
    await migrate(connectionString, () => undefined, new Set(header.migrations.map(({ name }) => name)));
    await runMigrations({ connectionString });
    const client = await connect(connectionString);
    try {
      if ((await jobsMigration(client)) < header.jobsMigration) {
        throw new BackupRefused('The backup was made by a newer version of Airloom, with another job queue.');
      }
      await client.query('begin');
      await makePartitions(client, header);
      const { prepare, finish } = await withoutChecks(client);
      for (const statement of prepare) await client.query(statement);
      return new DatabaseLoader(client, finish, header.sequences);
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  async load({ schema, name, columns }: TableHeader, body: Entry['body']): Promise<void> {
    const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
    await copyIn(this.#client, `copy ${qualified(schema, name)} (${list}) from stdin`, body);
  }

  /** Foreign keys are created again here: PostgreSQL checks every row against them. */
  async commit(): Promise<void> {
    for (const { schema, name, value, called } of this.#sequences) {
      await this.#client.query('select setval($1::regclass, $2, $3)', [
        qualified(schema, name),
        value,
        called,
      ]);
    }
    for (const statement of this.#finish) await this.#client.query(statement);
    await this.#client.query('commit');
    await this.#client.query('analyze');
  }

  /** To be called before the rows are committed: afterwards row-level security may hide them. */
  async storedFileIds(): Promise<Set<string>> {
    const { rows } = await this.#client.query<{ id: string }>('select id from stored_file');
    return new Set(rows.map(({ id }) => id));
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}

function qualified(schema: string, name: string): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}

async function makePartitions(client: pg.Client, { partitions }: DatabaseHeader): Promise<void> {
  for (const { schema, name, parent, bound } of partitions) {
    const table = qualified(schema, name);
    await client.query(`create table ${table} (like ${qualified(schema, parent)} including indexes)`);
    await client.query(`alter table ${table} enable row level security`);
    await client.query(`alter table ${table} force row level security`);
    await client.query(`alter table ${qualified(schema, parent)} attach partition ${table} ${bound}`);
  }
}

/**
 * Statements that empty every table and suspend what checks or changes single rows (foreign keys, triggers, row-level
 * security of the owner), and those that restore it.
 */
async function withoutChecks(client: pg.Client): Promise<{ prepare: string[]; finish: string[] }> {
  const { rows: tables } = await client.query<{
    name: string;
    root: boolean;
    forced: boolean;
    triggers: boolean;
  }>(
    `select format('%I.%I', n.nspname, c.relname) as name, not c.relispartition as root,
       c.relforcerowsecurity as forced,
       exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as triggers
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p')
       and format('%s.%s', n.nspname, c.relname) not in ('public.migration', 'graphile_worker.migrations')
     order by 1`,
    [SCHEMAS],
  );
  const { rows: keys } = await client.query<{ name: string; table: string; definition: string }>(
    `select format('%I', o.conname) as name, format('%I.%I', n.nspname, c.relname) as table,
       pg_get_constraintdef(o.oid) as definition
     from pg_constraint o join pg_class c on c.oid = o.conrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and o.contype = 'f' and o.conparentid = 0 order by 2, 1`,
    [SCHEMAS],
  );
  const roots = tables.filter(({ root }) => root);
  const forced = tables.filter((table) => table.forced);
  const triggered = tables.filter(({ triggers }) => triggers);
  return {
    prepare: [
      `truncate ${roots.map(({ name }) => name).join(', ')}`,
      ...keys.map(({ name, table }) => `alter table ${table} drop constraint ${name}`),
      ...triggered.map(({ name }) => `alter table ${name} disable trigger user`),
      ...forced.map(({ name }) => `alter table ${name} no force row level security`),
    ],
    finish: [
      ...keys.map(
        ({ name, table, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
      ),
      ...triggered.map(({ name }) => `alter table ${name} enable trigger user`),
      ...forced.map(({ name }) => `alter table ${name} force row level security`),
    ],
  };
}
