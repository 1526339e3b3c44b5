import pg from 'pg';

/** Any constant will do, as long as every console uses the same. */
const LOCK = 7_261_940_114;

export interface Hold {
  release(): Promise<void>;
}

/**
 * Live messages and remembered rights live in one process: a second console on the same database would not
 * hear of what the first one ends. The lock goes with its connection, so a crash leaves nothing behind.
 */
export async function beOnlyConsole(connectionString: string, onLost: (error: Error) => void): Promise<Hold> {
  const client = new pg.Client({ connectionString, application_name: 'airloom-lock', keepAlive: true });
  client.on('error', onLost);
  await client.connect();
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [LOCK]);
  if (rows[0]?.held !== true) {
    await client.end();
    throw new Error(
      'Another Airloom console is running on this database. Stop it first, or give this one another DATABASE_URL.',
    );
  }
  return { release: () => client.end() };
}
