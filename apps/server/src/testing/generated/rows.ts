import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { OwnedTable } from './owned-tables.ts';

/** Columns that change with time, whoever touched the row. */
const VOLATILE = ['last_seen_at', 'last_used_at', 'attempts', 'next_at'];
const VOLATILE_OF: Readonly<Record<string, readonly string[]>> = { upgrade_campaign: ['due_at'] };

export interface OwnedRow {
  readonly table: string;
  readonly print: string;
  /** Null: no expiry. */
  readonly expiresAt: Date | null;
}

type Prints = Readonly<Record<string, string>>;

interface BeforeAndNow {
  readonly before: Prints;
  readonly now: Prints;
}

/** Everything an account and its people own, of every table. Read as the owner of the database. */
export class Rows {
  readonly #client: pg.Client;
  readonly #now: () => Date;
  readonly #text: string;

  constructor(client: pg.Client, tables: readonly OwnedTable[], now: () => Date) {
    this.#client = client;
    this.#now = now;
    this.#text = tables.map(printsIn).join(' union all ');
  }

  async of(tenant: string): Promise<OwnedRow[]> {
    // Planning a query over every table takes far longer than running it: it is prepared once.
    const query = { name: 'rows', text: this.#text, values: [tenant] };
    return (await this.#client.query<OwnedRow>(query)).rows;
  }

  /**
   * Fingerprints before and now, table by table. Rows that expired meanwhile, by the
   * server's clock, are in neither.
   */
  async beforeAndNow(tenant: string, before: readonly OwnedRow[]): Promise<BeforeAndNow> {
    const rows = await this.of(tenant);
    const at = this.#now();
    return { before: printsOf(before, at), now: printsOf(rows, at) };
  }
}

function printsIn({ name, where }: OwnedTable): string {
  const volatile = [...VOLATILE, ...(VOLATILE_OF[name] ?? [])].map((column) => `'${column}'`);
  return `select '${name}' as table, md5((to_jsonb(owned) - array[${volatile.join()}])::text) as print,
      (to_jsonb(owned) ->> 'expires_at')::timestamptz as "expiresAt"
    from ${name} owned where ${where}`;
}

function printsOf(rows: readonly OwnedRow[], at: Date): Prints {
  const lasting = rows.filter(({ expiresAt }) => expiresAt === null || expiresAt > at);
  const prints: Record<string, string> = {};
  for (const [table, own] of Map.groupBy(lasting, (row) => row.table)) {
    const hash = createHash('sha256');
    for (const print of own.map((row) => row.print).toSorted()) hash.update(print);
    prints[table] = hash.digest('hex');
  }
  return prints;
}
