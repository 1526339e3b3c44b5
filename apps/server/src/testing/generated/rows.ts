import { createHash } from 'node:crypto';
import pg from 'pg';

/** What time alone changes: it says nothing about who touched a row. */
const VOLATILE = new Set(['last_seen_at', 'last_used_at', 'attempts', 'next_at']);

/** A fingerprint of everything an account owns, in every table there is. Read as the owner of the database. */
export async function fingerprintOf(databaseUrl: string, tenant: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const hash = createHash('sha256');
    for (const { table, column } of await tenantTables(client)) {
      const { rows } = await client.query<Record<string, unknown>>(
        `select * from ${table} where ${column} = $1 order by 1, 2`,
        [tenant],
      );
      for (const row of rows) {
        const kept = Object.entries(row).filter(([name]) => !VOLATILE.has(name));
        hash.update(JSON.stringify([table, kept]));
      }
    }
    return hash.digest('hex');
  } finally {
    await client.end();
  }
}

async function tenantTables(client: pg.Client): Promise<{ table: string; column: string }[]> {
  const { rows } = await client.query<{ table: string }>(
    `select table_name as table from information_schema.columns
     where table_schema = 'public' and column_name = 'tenant_id' and table_name <> 'outbox' order by 1`,
  );
  return [...rows.map(({ table }) => ({ table, column: 'tenant_id' })), { table: 'account', column: 'id' }];
}
