import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from '../../error-code.ts';
import { serverProcesses } from './server-processes.ts';

const POLL_MS = 20;
const PATIENCE_MS = 15_000;

/**
 * A killed Airloom leaves its server running, and a killed server its busy backends, which prevent a new one from
 * starting. Ends them, and removes their pid file, whose pid may be reused by another program.
 */
export async function stopLeftoverServer(clusterDir: string, log: (message: string) => void): Promise<void> {
  const pidFile = join(clusterDir, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const { postmaster, backends } = serverProcesses(clusterDir);
  if (postmaster !== undefined || backends.length > 0) {
    log('Stopping the database server that an earlier run left behind');
    const [pids, signals] = postmaster
      ? ([[postmaster], ['SIGINT', 'SIGQUIT']] as const)
      : ([backends, ['SIGQUIT', 'SIGKILL']] as const);
    await end(clusterDir, pids, signals);
  }
  rmSync(pidFile, { force: true });
}

async function end(
  clusterDir: string,
  pids: readonly number[],
  signals: readonly NodeJS.Signals[],
): Promise<void> {
  for (const signal of signals) {
    for (const pid of pids) send(pid, signal);
    if (await allEnded(clusterDir)) return;
  }
  throw new Error(
    `The database server of an earlier run (process ${pids.join(', ')}) does not stop; end it first.`,
  );
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

async function allEnded(clusterDir: string): Promise<boolean> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const { postmaster, backends } = serverProcesses(clusterDir);
    if (postmaster === undefined && backends.length === 0) return true;
    if (performance.now() > deadline) return false;
    await pause(POLL_MS);
  }
}
