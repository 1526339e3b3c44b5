import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall, mayInstallPackages } from './apt.mjs';

const DEBIAN = '/usr/lib/postgresql';
const CLUSTER_DEFAULTS = '/etc/postgresql-common/createcluster.conf';

/** Whether a PostgreSQL server is installed on this system, where Debian keeps them. */
export function hasExternalPostgres() {
  if (!existsSync(DEBIAN)) return false;
  return readdirSync(DEBIAN).some((version) => existsSync(join(DEBIAN, version, 'bin', 'postgres')));
}

/** A build machine tests on a system's own PostgreSQL too; a person's machine only if it has one. */
export async function ensureExternalPostgresInCi() {
  if (process.env['CI'] !== 'true' || hasExternalPostgres() || !mayInstallPackages()) return;
  await aptInstall('Installing PostgreSQL’s common files', 'postgresql-common');
  // The tests start a server of their own; the package must not make and start one.
  const defaults = readFileSync(CLUSTER_DEFAULTS, 'utf8');
  writeFileSync(
    CLUSTER_DEFAULTS,
    defaults.replace(/^#?\s*create_main_cluster\s*=.*$/m, 'create_main_cluster = false'),
  );
  await aptInstall('Installing PostgreSQL', 'postgresql');
}
