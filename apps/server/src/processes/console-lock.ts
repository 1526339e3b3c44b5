import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { newId } from '../platform/ids.ts';

/** Any constant, the same for every console. */
export const LOCK = 7_261_940_114;
const PAUSE_MS = 1_000;
const CONNECT_MS = 10_000;
/** A dead connection is noticed within half a minute. */
const KEEP_ALIVE_MS = 10_000;
const END_MS = 5_000;

export interface ConsoleLock {
  release(): Promise<void>;
}

interface Listeners {
  /** The lock was lost with its connection, or could not be taken again yet. */
  onLost(error: Error): void;
  /** Another console took it meanwhile: this one must stop. */
  onTaken(error: Error): void;
}

interface LockConnection {
  readonly client: pg.Client;
  readonly gone: Promise<Error>;
}

class AnotherConsole extends Error {
  constructor() {
    super(
      'Another Airloom console is running on this database. Stop it first, or give this one another DATABASE_URL.',
    );
    this.name = 'AnotherConsole';
  }
}

/**
 * Live messages and cached permissions are in one process: a second console on the same database would not
 * receive them from the first. The lock ends with its connection, so a crash leaves nothing behind; a console
 * that still runs, as when the database restarts, takes it again.
 */
export async function lockConsole(
  connectionString: string,
  { onLost, onTaken }: Listeners,
): Promise<ConsoleLock> {
  const name = `airloom-lock ${newId()}`;
  const releasing = Promise.withResolvers<null>();
  const first = await take(connectionString, name);

  async function keep(): Promise<void> {
    let current: LockConnection | null = first;
    while (current !== null) {
      const lost = await Promise.race([current.gone, releasing.promise]);
      if (lost === null) return current.client.end();
      onLost(lost);
      current = await takeAgain();
    }
  }

  async function takeAgain(): Promise<LockConnection | null> {
    while ((await Promise.race([pause(PAUSE_MS, 'again'), releasing.promise])) !== null) {
      try {
        return await take(connectionString, name);
      } catch (error) {
        if (error instanceof AnotherConsole) {
          onTaken(error);
          return null;
        }
        onLost(error instanceof Error ? error : new Error(String(error)));
      }
    }
    return null;
  }

  const keeping = keep();
  return {
    release: () => {
      releasing.resolve(null);
      return keeping;
    },
  };
}

/** @throws {AnotherConsole} */
async function take(connectionString: string, name: string): Promise<LockConnection> {
  const client = new pg.Client({
    connectionString,
    application_name: name,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    connectionTimeoutMillis: CONNECT_MS,
  });
  const gone = new Promise<Error>((resolve) => {
    client.on('error', resolve);
    client.on('end', () => resolve(new Error('The connection ended')));
  });
  await client.connect();
  try {
    // The database may not have noticed yet that our own previous connection is closed.
    await client.query(
      `select pg_terminate_backend(pid, $2) from pg_stat_activity
       where application_name = $1 and pid <> pg_backend_pid()`,
      [name, END_MS],
    );
    const { rows } = await client.query<{ acquired: boolean }>(
      'select pg_try_advisory_lock($1) as acquired',
      [LOCK],
    );
    if (rows[0]?.acquired !== true) throw new AnotherConsole();
  } catch (error) {
    await client.end();
    throw error;
  }
  return { client, gone };
}
