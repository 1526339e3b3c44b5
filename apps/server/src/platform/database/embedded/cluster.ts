import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Installation, runProgram } from './program.ts';

export const SUPERUSER = 'postgres';
const MAJOR = '18';

/** Independent of the machine's locale, which may be unset and would then give SQL_ASCII. */
const LOCALE = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];

export interface Cluster {
  dir: string;
  /** Only where the server is reached over TCP (Windows). */
  passwordFile: string;
}

export function clusterIn(dataDir: string): Cluster {
  return { dir: join(dataDir, 'postgres'), passwordFile: join(dataDir, 'postgres.password') };
}

/** Creates the cluster beside its final place, so that an interrupted first start leaves no partial cluster. */
export async function ensureCluster(
  cluster: Cluster,
  installation: Installation,
  options: { durable: boolean; log(message: string): void },
): Promise<void> {
  if (existsSync(cluster.dir)) return assertMajor(cluster.dir);
  options.log('Creating the database');
  const unfinished = `${cluster.dir}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const { account } = installation;
  if (account) chownSync(unfinished, account.uid, account.gid);
  await runProgram(installation, 'initdb', unfinished, [
    `--username=${SUPERUSER}`,
    ...LOCALE,
    ...authentication(cluster),
    '--no-instructions',
    ...(options.durable ? [] : ['--no-sync']),
  ]);
  renameSync(unfinished, cluster.dir);
}

function authentication(cluster: Cluster): string[] {
  if (process.platform !== 'win32') return ['--auth-local=trust', '--auth-host=reject'];
  writeFileSync(cluster.passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return ['--auth=scram-sha-256', `--pwfile=${cluster.passwordFile}`];
}

function assertMajor(dir: string): void {
  const found = readFileSync(join(dir, 'PG_VERSION'), 'utf8').trim();
  if (found !== MAJOR) {
    throw new Error(
      `The database in ${dir} was made by PostgreSQL ${found}; this Airloom brings PostgreSQL ${MAJOR}. ` +
        'Start the Airloom that made it, export the data there and import it here.',
    );
  }
}
