import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Postmaster } from './postmaster.ts';
import { atProcessEnd } from './process-end.ts';
import { environment, type Installation } from './program.ts';

/**
 * Windows has no signals, and an administrator must drop privileges before the server runs: pg_ctl does both. Its
 * output is not piped, because the server would inherit the pipe and keep it open.
 */
function pgCtl({ native }: Installation, clusterDir: string, args: string[]): boolean {
  const result = spawnSync(join(native, 'bin', 'pg_ctl.exe'), [...args, '-D', clusterDir], {
    env: environment(),
    stdio: 'ignore',
    windowsHide: true,
  });
  if (result.error) throw result.error;
  return result.status === 0;
}

export function startOnWindows(
  installation: Installation,
  clusterDir: string,
  settings: Record<string, string>,
): Postmaster {
  if (pgCtl(installation, clusterDir, ['status'])) stopFast(installation, clusterDir);
  const logFile = `${clusterDir}.log`;
  const options = Object.entries(settings).map(([name, value]) => `-c "${name}=${value}"`);
  if (!pgCtl(installation, clusterDir, ['start', '-w', '-l', logFile, '-o', options.join(' ')])) {
    throw new Error(
      `PostgreSQL did not start on ${clusterDir}:\n${readFileSync(logFile, 'utf8').slice(-4000)}`,
    );
  }
  // The server is no child process here: its end is known only when we stop it.
  const { promise: exited, resolve: ended } = Promise.withResolvers<void>();
  const disarm = atProcessEnd(() => stopFast(installation, clusterDir));
  return {
    exited,
    async stop() {
      disarm();
      stopFast(installation, clusterDir);
      ended();
    },
  };
}

function stopFast(installation: Installation, clusterDir: string): void {
  if (!pgCtl(installation, clusterDir, ['stop', '-m', 'fast', '-w'])) {
    throw new Error(`PostgreSQL on ${clusterDir} does not stop; end it before the next start.`);
  }
}
