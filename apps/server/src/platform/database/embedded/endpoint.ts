import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Cluster, SUPERUSER } from './cluster.ts';
import type { Account } from './user.ts';

/** Where the server listens: a private Unix socket, or on Windows a loopback port behind a password. */
export interface Endpoint {
  settings: Record<string, string>;
  socketDir: string | undefined;
  connectionString(database: string): string;
  close(): void;
}

const PORT = 5432;
/** sun_path holds 104 bytes on macOS, 108 on Linux, both with a closing zero. */
const SOCKET_PATH_LIMIT = 103;
const SOCKET_FOLDER = 'airloom-pg-';

export async function openEndpoint(cluster: Cluster, account: Account | undefined): Promise<Endpoint> {
  return process.platform === 'win32' ? openLoopback(cluster) : openSocketFolder(account);
}

/** Not in the data folder, whose path may be too long for a socket. */
function openSocketFolder(account: Account | undefined): Endpoint {
  const socketDir = makeSocketFolder(account ? ['/tmp', '/run'] : [tmpdir(), '/tmp']);
  if (account) chownSync(socketDir, account.uid, account.gid);
  return {
    settings: {
      listen_addresses: '',
      port: String(PORT),
      unix_socket_directories: `"${socketDir}"`,
      unix_socket_permissions: '0700',
    },
    socketDir,
    connectionString: (database) => socketConnectionString(socketDir, database),
    close: () => removeSocketFolder(socketDir),
  };
}

export function socketConnectionString(socketDir: string, database: string): string {
  return `postgresql://${SUPERUSER}@${encodeURIComponent(socketDir)}:${PORT}/${database}`;
}

export function removeSocketFolder(socketDir: string): void {
  if (!basename(socketDir).startsWith(SOCKET_FOLDER)) throw new Error(`${socketDir} is no socket folder`);
  rmSync(socketDir, { recursive: true, force: true });
}

function makeSocketFolder(parents: string[]): string {
  const refusals: unknown[] = [];
  for (const parent of parents) {
    const longest = join(parent, `${SOCKET_FOLDER}XXXXXX`, `.s.PGSQL.${PORT}`);
    if (Buffer.byteLength(longest) > SOCKET_PATH_LIMIT) continue;
    try {
      return mkdtempSync(join(parent, SOCKET_FOLDER));
    } catch (error) {
      refusals.push(error);
    }
  }
  throw new AggregateError(
    refusals,
    `No folder for the database's socket could be made in ${parents.join(' or ')}`,
  );
}

async function openLoopback(cluster: Cluster): Promise<Endpoint> {
  const port = await freePort();
  const password = readFileSync(cluster.passwordFile, 'utf8');
  return {
    settings: { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' },
    socketDir: undefined,
    connectionString: (database) => `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`,
    close: () => {},
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address && typeof address === 'object') resolve(address.port);
        else reject(new Error('No loopback port could be had for the database'));
      });
    });
  });
}
