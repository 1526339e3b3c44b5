import { createHash } from 'node:crypto';
import pg from 'pg';

/** What time alone changes: it says nothing about who touched a row. */
const VOLATILE = new Set(['last_seen_at', 'last_used_at', 'attempts', 'next_at', 'due_at']);

/** A fingerprint of everything an account and its people own, of every table there is. Read as the owner of the database. */
export async function fingerprintOf(
  databaseUrl: string,
  tenant: string,
): Promise<Readonly<Record<string, string>>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const prints: Record<string, string> = {};
    for (const { table, where } of await ownedTables(client)) {
      const { rows } = await client.query<Record<string, unknown>>(
        `select * from ${table} where ${where} order by 1, 2`,
        [tenant],
      );
      const hash = createHash('sha256');
      for (const row of rows) {
        const kept = Object.entries(row).filter(([name]) => !VOLATILE.has(name));
        hash.update(JSON.stringify(kept));
      }
      // Tables for coming days appear by themselves.
      if (rows.length > 0) prints[table] = hash.digest('hex');
    }
    return prints;
  } finally {
    await client.end();
  }
}

/** What goes by itself after minutes: facts that were told, halves of signing in that nobody finished. */
const SHORT_LIVED = ['outbox', 'qr_login', 'sign_in_ticket', 'verification_code'];

const PEOPLE = '(select manager_id from membership where tenant_id = $1)';

async function ownedTables(client: pg.Client): Promise<{ table: string; where: string }[]> {
  const { rows } = await client.query<{ table: string; tenant: boolean }>(
    `select table_name as table, bool_or(column_name = 'tenant_id') as tenant from information_schema.columns
     where table_schema = 'public' and column_name in ('tenant_id', 'manager_id') and table_name <> all($1)
     group by 1 order by 1`,
    [SHORT_LIVED],
  );
  return [
    { table: 'account', where: 'id = $1' },
    { table: 'manager', where: `id in ${PEOPLE}` },
    ...rows.map(({ table, tenant }) => ({
      table,
      where: tenant ? 'tenant_id = $1' : `manager_id in ${PEOPLE}`,
    })),
  ];
}
