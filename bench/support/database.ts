import { existsSync } from 'node:fs';
import pg from 'pg';
import { type Database, openDatabase } from '../../apps/server/src/platform/database/database.ts';
import { startEmbedded } from '../../apps/server/src/platform/database/embedded/index.ts';
import { migrate } from '../../apps/server/src/platform/database/migrate.ts';
import { startInstalledPostgres } from '../../apps/server/src/testing/installed-postgres.ts';
import { temporaryFolder, untilEnd } from './ending.ts';

export interface BenchDatabase {
  /** Which PostgreSQL it is, in words. */
  readonly name: string;
  readonly connectionString: string;
  readonly postmasterPid: number;
  /** Connected as the owner of everything. */
  readonly owner: pg.Client;
  /** As the server uses it. */
  readonly database: Database;
  stop(): Promise<void>;
}

const INSTALLED = '/usr/lib/postgresql';

/** Says so loudly when a benchmark cannot run. */
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
  const stopCluster = untilEnd(() => cluster.stop());
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
  const stop = untilEnd(async () => {
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
