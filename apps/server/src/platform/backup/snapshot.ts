import pg from 'pg';
import type { DatabaseHeader, PartitionHeader, TableHeader } from './entries.ts';

/** The schemas of this program and its job queue. */
export const SCHEMAS = ['public', 'app', 'graphile_worker'];

/** They describe the schema, which a restore creates itself. */
const ABOUT_THE_SCHEMA = new Set(['public.migration', 'graphile_worker.migrations']);

/** Values have the same format on every server; no timeout ends a long transaction. */
const SESSION = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601';
  set extra_float_digits = 1; set bytea_output = 'hex'; set client_encoding = 'UTF8';
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set transaction_timeout = 0`;
const LOCK_WITHIN = "set lock_timeout = '30s'";
const ATTEMPTS_MAX = 10;

interface CatalogTable extends TableHeader {
  /** Row-level security binds the owner too: only this role sees every row. */
  readonly asSystem: boolean;
}

/** One state of the whole database, until it is closed. Does not block writers. */
export interface Snapshot {
  readonly client: pg.Client;
  readonly tables: readonly CatalogTable[];
  close(): Promise<void>;
}

export async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'airloom-backup' });
  // The pending query rejects with it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ number: number }>(
      "select current_setting('server_version_num')::int as number",
    );
    const known =
      (rows[0]?.number ?? 0) >= 170_000 ? SESSION : SESSION.replace(/; set transaction_timeout = 0/, '');
    await client.query(known);
  } catch (error) {
    await client.end();
    throw error;
  }
  return client;
}

/**
 * Every table is locked against being dropped before the snapshot is taken, so that none is missing when its turn
 * comes. Tables made in between (a partition for a new day) are found by looking again.
 */
export async function openSnapshot(client: pg.Client): Promise<Snapshot> {
  await client.query(LOCK_WITHIN);
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const before = await allTables(client);
    await client.query('begin isolation level repeatable read, read only');
    try {
      const names = before.map(({ name }) => name);
      if (names.length > 0) await client.query(`lock table ${names.join(', ')} in access share mode`);
      const after = await allTables(client);
      if (JSON.stringify(after) === JSON.stringify(before)) {
        return {
          client,
          tables: await catalogTables(client),
          close: async () => {
            await client.query('rollback');
          },
        };
      }
      await client.query('rollback');
    } catch (error) {
      await client.query('rollback');
      if (!(error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE)) throw error;
    }
  }
  throw new Error('The tables of the database keep changing; no backup could begin.');
}

const UNDEFINED_TABLE = '42P01';

async function allTables(client: pg.Client): Promise<{ oid: number; name: string }[]> {
  const { rows } = await client.query<{ oid: number; name: string }>(
    `select c.oid, format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p') order by c.oid`,
    [SCHEMAS],
  );
  return rows;
}

/** Partitions are read, and filled again, through the table they are part of. */
async function catalogTables(client: pg.Client): Promise<CatalogTable[]> {
  const { rows } = await client.query<CatalogTable & { bound: boolean; readable: boolean }>(
    `select n.nspname as schema, c.relname as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         order by a.attnum) as columns,
       c.relforcerowsecurity and not (select rolsuper or rolbypassrls from pg_roles where rolname = current_user)
         as "asSystem",
       exists (select from pg_policies p where p.schemaname = n.nspname and p.tablename = c.relname
         and 'airloom_system' = any(p.roles) and p.cmd in ('ALL', 'SELECT') and p.qual = 'true') as readable
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition order by 1, 2`,
    [SCHEMAS],
  );
  const tables = rows.filter(({ schema, name }) => !ABOUT_THE_SCHEMA.has(`${schema}.${name}`));
  const hidden = tables.find(({ asSystem, readable }) => asSystem && !readable);
  if (hidden) throw new Error(`Row-level security hides rows of ${hidden.name} from the backup.`);
  return tables.map(({ schema, name, columns, asSystem }) => ({ schema, name, columns, asSystem }));
}

export async function describeDatabase({ client }: Snapshot): Promise<DatabaseHeader> {
  const migrations = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from migration order by name',
  );
  return {
    kind: 'database',
    migrations: migrations.rows,
    jobsMigration: await jobsMigration(client),
    partitions: await partitionsOf(client),
    sequences: await sequencesOf(client),
  };
}

export async function jobsMigration(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ newest: number }>(
    'select coalesce(max(id), 0)::int as newest from graphile_worker.migrations',
  );
  return rows[0]?.newest ?? 0;
}

async function partitionsOf(client: pg.Client): Promise<PartitionHeader[]> {
  const { rows } = await client.query<PartitionHeader>(
    `select n.nspname as schema, c.relname as name, parent.relname as parent,
       pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_inherits on inhrelid = c.oid join pg_class parent on parent.oid = inhparent
     where n.nspname = any($1) and c.relispartition and c.relkind = 'r' order by 1, 2`,
    [SCHEMAS],
  );
  return rows;
}

/** Read after the snapshot was taken: a sequence is never behind the rows that used it. */
async function sequencesOf(client: pg.Client): Promise<DatabaseHeader['sequences']> {
  const { rows } = await client.query<{ schema: string; name: string; qualified: string }>(
    `select n.nspname as schema, c.relname as name, format('%I.%I', n.nspname, c.relname) as qualified
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind = 'S' order by 1, 2`,
    [SCHEMAS],
  );
  const sequences: DatabaseHeader['sequences'] = [];
  for (const { schema, name, qualified } of rows) {
    const state = await client.query<{ value: string; called: boolean }>(
      `select last_value as value, is_called as called from ${qualified}`,
    );
    const [{ value, called } = { value: '1', called: false }] = state.rows;
    sequences.push({ schema, name, value, called });
  }
  return sequences;
}
