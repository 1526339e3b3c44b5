import { accessSync, constants, mkdirSync, realpathSync } from 'node:fs';
import { Client } from 'pg';
import { errorCode } from '../../error-code.ts';
import { preparePostgres } from './binaries.ts';
import { clusterIn, ensureCluster } from './cluster.ts';
import { type Endpoint, openEndpoint, removeSocketFolder } from './endpoint.ts';
import { lockInstance } from './instance-lock.ts';
import { stopLeftoverServer } from './leftover.ts';
import { startPostmaster } from './postmaster.ts';
import { atProcessEnd } from './process-end.ts';
import { clusterName } from './server-processes.ts';
import { supervise } from './supervision.ts';
import { serverAccount } from './user.ts';
import { startOnWindows } from './windows.ts';

export const DATABASE = 'airloom';

const SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  // The default, POSIX shared memory, fails where /dev/shm is small, as in containers.
  dynamic_shared_memory_type: 'mmap',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The application reports failed statements itself; here they would write personal data to the log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  // Plans are cached: one made while a table was small must be replaced soon after it has grown.
  autovacuum_naptime: '10s',
  log_line_prefix: '',
};

/** Runs the bundled PostgreSQL, with its data in `dataDir`. */
export async function startEmbedded(options: {
  dataDir: string;
  log(message: string): void;
  settings?: Record<string, string>;
}): Promise<{ connectionString: string; stop(): Promise<void> }> {
  const { log } = options;
  const settings = { ...SETTINGS, ...options.settings };

  await using opened = new AsyncDisposableStack();
  const dataDir = openDataDir(options.dataDir);
  const cluster = clusterIn(dataDir);
  const account = serverAccount(cluster.dir);
  const lock = opened.adopt(lockInstance(dataDir), (held) => held.release());
  const installation = { native: preparePostgres(account), account };

  if (lock.leftSocketDir) removeSocketFolder(lock.leftSocketDir);
  await ensureCluster(cluster, installation, { durable: settings.fsync !== 'off', log });

  const endpoint = opened.adopt(await openEndpoint(cluster, account), (open) => open.close());
  opened.defer(atProcessEnd(() => endpoint.close()));
  lock.describe(endpoint.socketDir);
  const all = { ...settings, ...endpoint.settings, cluster_name: clusterName(cluster.dir) };
  const start = async () => {
    if (process.platform === 'win32') return startOnWindows(installation, cluster.dir, all);
    await stopLeftoverServer(cluster.dir, log);
    return startPostmaster(installation, cluster.dir, all, log);
  };
  opened.adopt(await supervise(start, log), (server) => server.stop());
  await ensureDatabase(endpoint);

  const running = opened.move();
  let stopped: Promise<void> | undefined;
  return {
    connectionString: endpoint.connectionString(DATABASE),
    stop: () => (stopped ??= running.disposeAsync()),
  };
}

function openDataDir(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(dataDir);
  } catch (error) {
    throw new Error(
      `The data folder ${dataDir} cannot be used (${String(errorCode(error))}). ` +
        'Set DATA_DIR to a folder that this user may write to.',
      { cause: error },
    );
  }
}

async function ensureDatabase(endpoint: Endpoint): Promise<void> {
  const client = new Client({ connectionString: endpoint.connectionString('postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}
