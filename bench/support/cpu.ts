import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** CPU seconds of a process and its descendants. Linux only. */
export function cpuSeconds(pid: number): number {
  const children = new Map<number, { parent: number; ticks: number }>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = readStat(Number(entry));
    if (stat) children.set(Number(entry), stat);
  }
  let ticks = 0;
  for (const [id, stat] of children) if (isDescendant(children, id, pid)) ticks += stat.ticks;
  return ticks / TICKS_PER_SECOND;
}

/** CPU seconds of a process without children, with all its threads. */
export function ownCpuSeconds(pid: number): number {
  return (readStat(pid)?.own ?? 0) / TICKS_PER_SECOND;
}

function readStat(pid: number): { parent: number; own: number; ticks: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    // state ppid … utime stime cutime cstime
    const [, parent = 0, , , , , , , , , , user = 0, system = 0, waitedUser = 0, waitedSystem = 0] = fields;
    const own = user + system;
    return { parent, own, ticks: own + waitedUser + waitedSystem };
  } catch {
    return undefined; // the process ended after it was listed
  }
}

function isDescendant(
  processes: ReadonlyMap<number, { parent: number }>,
  pid: number,
  ancestor: number,
): boolean {
  for (let id: number | undefined = pid; id !== undefined && id > 1; id = processes.get(id)?.parent) {
    if (id === ancestor) return true;
  }
  return false;
}
