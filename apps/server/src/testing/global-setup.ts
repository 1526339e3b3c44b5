import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../platform/database/embedded/index.ts';
import { migrate } from '../platform/database/migrate.ts';
import { startInstalledPostgres } from './installed-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connects to the test cluster as its superuser, database `airloom`: the migrated template. */
    templateUrl: string;
  }
}

/** A test cluster need not be durable. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };

/** One cluster for the whole run; each test file gets a database of its own, copied from the template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'airloom-test-'));
  const cluster =
    process.env.AIRLOOM_TEST_DATABASE === 'external'
      ? await startInstalledPostgres(folder, FAST)
      : await startEmbedded({ dataDir: folder, log: () => undefined, settings: FAST });
  await migrate(cluster.connectionString, () => undefined);
  await runMigrations({ connectionString: cluster.connectionString });
  project.provide('templateUrl', cluster.connectionString);
  return async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
