import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = '/usr/lib/postgresql';
const POLL_MS = 50;
const READY_WITHIN_MS = 30_000;

/** A temporary cluster of the PostgreSQL that is installed on this machine. */
export async function startInstalledPostgres(
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<{ connectionString: string; stop(): Promise<void> }> {
  const version = readdirSync(ROOT).sort((a, b) => Number(b) - Number(a))[0];
  if (version === undefined) throw new Error(`No PostgreSQL server under ${ROOT}`);
  const bin = (name: string) => join(ROOT, version, 'bin', name);
  const data = join(folder, 'data');
  const account = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  mkdirSync(data, { mode: 0o700 });
  if (account.uid !== undefined && account.gid !== undefined) {
    chownSync(folder, account.uid, account.gid);
    chownSync(data, account.uid, account.gid);
  }
  execFileSync(
    bin('initdb'),
    ['-D', data, '-U', 'airloom_owner', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'],
    {
      ...account,
      stdio: 'pipe',
    },
  );
  const all = { ...settings, listen_addresses: '', unix_socket_directories: folder };
  const lines = Object.entries(all).map(([name, value]) => `${name} = '${value}'`);
  writeFileSync(join(data, 'postgresql.auto.conf'), `${lines.join('\n')}\n`);
  const server = spawn(bin('postgres'), ['-D', data], { ...account, stdio: 'ignore' });
  await ready(() => execFileSync(bin('pg_isready'), ['-h', folder, '-q'], { stdio: 'ignore' }));
  execFileSync(bin('createdb'), ['-h', folder, '-U', 'airloom_owner', 'airloom'], { stdio: 'pipe' });
  return {
    connectionString: `postgresql://airloom_owner@${encodeURIComponent(folder)}:5432/airloom`,
    stop: async () => {
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
    },
  };
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim());
}

async function ready(probe: () => unknown): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  for (;;) {
    try {
      probe();
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
