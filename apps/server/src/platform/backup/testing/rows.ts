import pg from 'pg';

/** Every row of every table as text, and the schema; for comparison. */
export async function everyRow(databaseUrl: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string; partition: string | null }>(
      `select format('%I.%I', n.nspname, c.relname) as name, pg_get_expr(c.relpartbound, c.oid) as partition
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname !~ '^(pg_|information_schema)' and c.relkind in ('r', 'p') order by 1`,
    );
    const found: Record<string, string[]> = {};
    for (const { name, partition } of tables) {
      // The time of a migration is the time the schema was created.
      const columns = SCHEMA_TABLES[name] ?? 't';
      const { rows } = await client.query<{ row: string }>(
        `select ${columns}::text as row from ${name} t order by 1`,
      );
      found[partition === null ? name : `${name} ${partition}`] = rows.map(({ row }) => row);
    }
    found['sequences'] = (
      await client.query<{ row: string }>(
        'select (schemaname, sequencename, last_value)::text as row from pg_sequences order by 1',
      )
    ).rows.map(({ row }) => row);
    found['rules'] = (await client.query<{ row: string }>(RULES)).rows.map(({ row }) => row);
    return found;
  } finally {
    await client.end();
  }
}

const SCHEMA_TABLES: Readonly<Record<string, string>> = {
  'public.migration': '(t.name, t.sha256)',
  'graphile_worker.migrations': 't.id',
};

/** What a restore suspends and must restore. */
const RULES = `
  select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as row from pg_constraint
    where connamespace::regnamespace::text in ('public', 'graphile_worker')
  union all select format('%s %s %s', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
  union all select format('%s %s %s', oid::regclass, relrowsecurity, relforcerowsecurity) from pg_class
    where relkind in ('r', 'p') and relnamespace::regnamespace::text in ('public', 'graphile_worker')
  order by 1`;
