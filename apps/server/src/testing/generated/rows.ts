import { createHash } from 'node:crypto';
import pg from 'pg';
import type { TestServer } from '../test-server.ts';

/** What time alone changes: it says nothing about who touched a row. */
const VOLATILE = new Set(['last_seen_at', 'last_used_at', 'attempts', 'next_at', 'upgrade_campaign.due_at']);

interface OwnedRow {
  readonly table: string;
  readonly said: string;
  /** Null: it lasts until somebody ends it. */
  readonly expiresAt: Date | null;
}

type Prints = Readonly<Record<string, string>>;

/** Everything an account and its people own, of every table there is. Read as the owner of the database. */
export async function rowsOf({ databaseUrl }: TestServer, tenant: string): Promise<OwnedRow[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const parts = (await ownedTables(client)).map(
      ({ table, where }) =>
        `select '${table}' as table, to_jsonb(owned) as row from ${table} owned where ${where}`,
    );
    const { rows } = await client.query<{ table: string; row: Record<string, unknown> }>(
      parts.join(' union all '),
      [tenant],
    );
    return rows.map(({ table, row }) => {
      const kept = Object.entries(row).filter(
        ([name]) => !VOLATILE.has(name) && !VOLATILE.has(`${table}.${name}`),
      );
      const expiresAt = typeof row['expires_at'] === 'string' ? new Date(row['expires_at']) : null;
      return { table, said: JSON.stringify(kept), expiresAt };
    });
  } finally {
    await client.end();
  }
}

/**
 * Fingerprints of what there was before and what there is now, table by table. What has expired meanwhile, by the
 * server's clock, is in neither: it goes by itself.
 */
export async function beforeAndNow(
  server: TestServer,
  tenant: string,
  before: readonly OwnedRow[],
): Promise<{ readonly before: Prints; readonly now: Prints }> {
  const rows = await rowsOf(server, tenant);
  const at = server.platform.now();
  return { before: printsOf(before, at), now: printsOf(rows, at) };
}

function printsOf(rows: readonly OwnedRow[], at: Date): Prints {
  const lasting = rows.filter(({ expiresAt }) => expiresAt === null || expiresAt > at);
  const prints: Record<string, string> = {};
  for (const [table, own] of Map.groupBy(lasting, (row) => row.table)) {
    const hash = createHash('sha256');
    for (const said of own.map((row) => row.said).toSorted()) hash.update(said);
    prints[table] = hash.digest('hex');
  }
  return prints;
}

const PEOPLE = '(select manager_id from membership where tenant_id = $1)';

/** All but the outbox: facts go as soon as they were told. */
async function ownedTables(client: pg.Client): Promise<{ table: string; where: string }[]> {
  const { rows } = await client.query<{ table: string; tenant: boolean }>(
    `select table_name as table, bool_or(column_name = 'tenant_id') as tenant from information_schema.columns
     where table_schema = 'public' and column_name in ('tenant_id', 'manager_id') and table_name <> 'outbox'
     group by 1 order by 1`,
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
