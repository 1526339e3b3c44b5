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
    const owned: OwnedRow[] = [];
    for (const { table, where } of await ownedTables(client)) {
      const { rows } = await client.query<Record<string, unknown>>(
        `select * from ${table} where ${where} order by 1, 2`,
        [tenant],
      );
      for (const row of rows) {
        const kept = Object.entries(row).filter(
          ([name]) => !VOLATILE.has(name) && !VOLATILE.has(`${table}.${name}`),
        );
        const expiresAt = row['expires_at'] instanceof Date ? row['expires_at'] : null;
        owned.push({ table, said: JSON.stringify(kept), expiresAt });
      }
    }
    return owned;
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
    for (const { said } of own) hash.update(said);
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
