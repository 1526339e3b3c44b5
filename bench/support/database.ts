import { existsSync } from 'node:fs';
import pg from 'pg';
import { type Database, openDatabase } from '../../apps/server/src/platform/database/database.ts';
import { startEmbedded } from '../../apps/server/src/platform/database/embedded/index.ts';
import { migrate } from '../../apps/server/src/platform/database/migrate.ts';
import { startInstalledPostgres } from '../../apps/server/src/testing/installed-postgres.ts';
import { stopAtEnd, temporaryFolder } from './cleanup.ts';

export interface BenchDatabase {
  /** Kind and version of PostgreSQL. */
  readonly name: string;
  readonly connectionString: string;
  readonly postmasterPid: number;
  /** Connected as the database owner. */
  readonly owner: pg.Client;
  /** Connected as the server. */
  readonly database: Database;
  stop(): Promise<void>;
}

const INSTALLED = '/usr/lib/postgresql';

/** Whether PostgreSQL is installed; prints a notice when the benchmark is skipped. */
export function hasInstalledPostgres(what: string): boolean {
  const installed = existsSync(INSTALLED);
  if (!installed) {
    process.stderr.write(`!!! SKIPPED: ${what}, because no PostgreSQL server is installed on this system\n`);
  }
  return installed;
}

/** A migrated, empty database that writes as durably as in production. */
export async function startDatabase(kind: 'embedded' | 'external'): Promise<BenchDatabase> {
  const folder = await temporaryFolder();
  const cluster =
    kind === 'embedded'
      ? await startEmbedded({ dataDir: folder, log: () => undefined })
      : await startInstalledPostgres(folder, {});
  const stopCluster = stopAtEnd(() => cluster.stop());
  const { connectionString } = cluster;
  await migrate(connectionString, () => undefined);
  const owner = new pg.Client({ connectionString });
  await owner.connect();
  const database = openDatabase({
    connectionString,
    max: 4,
    onError: (error) => {
      throw error;
    },
  });
  const stop = stopAtEnd(async () => {
    await database.end();
    await owner.end();
    await stopCluster();
  });
  const facts = await owner.query<{ pid: string; version: string }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid, current_setting('server_version') as version`,
  );
  const { pid = '0', version = '' } = facts.rows[0] ?? {};
  const name = `${kind} PostgreSQL ${version.split(' ', 1)[0]}`;
  return { name, connectionString, postmasterPid: Number(pid), owner, database, stop };
}
