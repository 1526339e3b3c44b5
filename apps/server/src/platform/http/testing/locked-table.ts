import pg from 'pg';
import { vi } from 'vitest';

const PATIENCE_MS = 15_000;

export interface LockedTable {
  /** Resolves when this many statements wait for the table. */
  blocks(statements: number): Promise<void>;
  waiting(): Promise<number>;
  unlock(): Promise<void>;
}

/** Locks a table, so that every statement that reads it blocks until the test releases it. */
export async function lockTable(databaseUrl: string, table: string): Promise<LockedTable> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  const waiting = async (): Promise<number> => {
    const { rows } = await client.query<{ waiting: number }>(
      `select count(distinct pid)::int as waiting from pg_locks
       where relation = '${table}'::regclass and not granted`,
    );
    return rows[0]?.waiting ?? 0;
  };
  return {
    waiting,
    blocks: (statements) =>
      vi
        .waitUntil(async () => (await waiting()) >= statements, { timeout: PATIENCE_MS })
        .then(() => undefined),
    unlock: async () => {
      await client.query('rollback');
      await client.end();
    },
  };
}
