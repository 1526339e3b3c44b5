import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { aptInstall, mayInstallPackages } from './apt.mjs';
import { findOnPath } from './on-path.mjs';

const DEBIAN = '/usr/lib/postgresql';
const CLUSTER_DEFAULTS = '/etc/postgresql-common/createcluster.conf';

/**
 * The folder with the programs of the newest PostgreSQL server installed on this system.
 * @returns {string | undefined}
 */
export function findExternalPostgres() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const onDebian = versions
    .map((version) => join(DEBIAN, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'postgres')));
  if (onDebian) return onDebian;
  const elsewhere = findOnPath(['postgres']);
  return elsewhere && dirname(elsewhere);
}

/** A build machine tests on a system's own PostgreSQL too; a person's machine only if it has one. */
export async function ensureExternalPostgresInCi() {
  if (process.env['CI'] !== 'true' || findExternalPostgres() || !mayInstallPackages()) return;
  await aptInstall('Installing PostgreSQL’s common files', 'postgresql-common');
  // The tests start a server of their own; the package must not make and start one.
  const defaults = readFileSync(CLUSTER_DEFAULTS, 'utf8');
  writeFileSync(
    CLUSTER_DEFAULTS,
    defaults.replace(/^#?\s*create_main_cluster\s*=.*$/m, 'create_main_cluster = false'),
  );
  await aptInstall('Installing PostgreSQL', 'postgresql');
}
