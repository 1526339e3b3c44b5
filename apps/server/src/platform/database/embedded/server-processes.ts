import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { errorCode } from '../../error-code.ts';

/** Appears in the title of each server process, and so identifies the processes of one cluster. */
export function clusterName(clusterDir: string): string {
  return `airloom-${createHash('sha256').update(clusterDir).digest('hex').slice(0, 16)}`;
}

/** The processes of the cluster. Not by pid file: its pid may be reused. */
export function serverProcesses(clusterDir: string): { postmaster: number | undefined; backends: number[] } {
  const name = clusterName(clusterDir);
  const { uid } = statSync(clusterDir);
  let postmaster: number | undefined;
  const backends: number[] = [];
  for (const { pid, command } of process.platform === 'linux' ? processesOnLinux(uid) : processesByPs(uid)) {
    if (`${command} `.includes(` cluster_name=${name} `)) postmaster = pid;
    else if (command.startsWith(`postgres: ${name}: `)) backends.push(pid);
  }
  return { postmaster, backends };
}

function* processesOnLinux(uid: number) {
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) continue;
    try {
      if (statSync(`/proc/${entry}`).uid !== uid) continue;
      yield { pid, command: readFileSync(`/proc/${entry}/cmdline`, 'utf8').replaceAll('\0', ' ') };
    } catch (error) {
      const ended = errorCode(error) === 'ENOENT' || errorCode(error) === 'ESRCH';
      if (!ended) throw error;
    }
  }
}

function* processesByPs(uid: number) {
  const { stdout, error } = spawnSync('ps', ['-ww', '-u', String(uid), '-o', 'pid=,command='], {
    encoding: 'utf8',
  });
  if (error) throw error;
  for (const line of stdout.split('\n')) {
    const [, pid, command] = /^\s*(\d+) (.*)$/.exec(line) ?? [];
    if (pid && command) yield { pid: Number(pid), command };
  }
}
