import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';

export interface Account {
  uid: number;
  gid: number;
}

const CANDIDATES = ['airloom', 'postgres', '_postgres', 'nobody'];

/**
 * PostgreSQL refuses to run as root, so root runs it as another account; everyone else runs it as themselves.
 * The owner of an existing cluster decides, whatever accounts were added since.
 */
export function serverAccount(clusterDir: string): Account | undefined {
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  const me = process.geteuid?.();
  if (me === undefined) return undefined;
  if (me !== 0) {
    if (owner && owner.uid !== me) {
      throw new Error(
        `The database in ${clusterDir} belongs to another user (uid ${owner.uid}). ` +
          `Start Airloom as that user or as root, or hand it over: chown -R ${me} '${dirname(clusterDir)}'`,
      );
    }
    return undefined;
  }
  if (!owner) return findAccount() ?? createAccount();
  if (owner.uid === 0) {
    const account = findAccount() ?? createAccount();
    throw new Error(
      `The database in ${clusterDir} belongs to root, and PostgreSQL does not run as root. ` +
        `Hand it over: chown -R ${account.uid}:${account.gid} '${clusterDir}'`,
    );
  }
  return { uid: owner.uid, gid: owner.gid };
}

function findAccount(): Account | undefined {
  for (const name of CANDIDATES) {
    const uid = idOf('-u', name);
    const gid = idOf('-g', name);
    if (uid && gid) return { uid, gid };
  }
  return undefined;
}

function createAccount(): Account {
  spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'airloom']);
  const account = findAccount();
  if (!account) {
    throw new Error(
      'PostgreSQL does not run as root and no other user could be made. ' +
        'Add one (useradd --system airloom) or start Airloom as an ordinary user; DATABASE_URL uses a server of your own.',
    );
  }
  return account;
}

function idOf(flag: '-u' | '-g', name: string): number | undefined {
  const result = spawnSync('id', [flag, name], { encoding: 'utf8' });
  return result.status === 0 ? Number(result.stdout) : undefined;
}
