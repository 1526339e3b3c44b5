import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Child } from './child.ts';

const POLL_MS = 200;

/** One figure of those a process that holds devices tells. */
export async function figureOf(door: Child, name: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${door.port}/metrics`);
  const found = new RegExp(`^${RegExp.escape(name)} (\\S+)$`, 'm').exec(await response.text());
  return Number(found?.[1] ?? 0);
}

export const CONNECTED = 'airloom_device_connections';
export const STORED = 'airloom_reports_total{outcome="stored"}';

/** Waits until these doors together tell a figure of at least `wanted`; how many seconds that took. */
export async function reached(
  doors: readonly Child[],
  name: string,
  wanted: number,
  withinSeconds: number,
): Promise<number> {
  const began = performance.now();
  for (;;) {
    const figures = await Promise.all(doors.map((door) => figureOf(door, name)));
    const sum = figures.reduce((all, one) => all + one, 0);
    const seconds = (performance.now() - began) / 1000;
    if (sum >= wanted) return seconds;
    if (seconds > withinSeconds) throw new Error(`${name} is ${sum} of ${wanted} after ${withinSeconds} s`);
    await pause(POLL_MS);
  }
}

/** Kilobytes of memory a process has in use. */
export function residentKilobytes({ pid }: Pick<Child, 'pid'>): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}

/** Every connection takes a file and a port of this machine. */
export function needRoomFor(connections: number): void {
  const files = Number(/^Max open files\s+\d+\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]);
  const needed = connections + 500;
  if (files < needed) throw new Error(`${connections} devices need ulimit -n ${needed}; it is ${files}`);
  const [first = 0, last = 0] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8')
    .split(/\s+/)
    .map(Number);
  if (last - first < needed) {
    throw new Error(
      `${connections} devices need as many ports: sysctl net.ipv4.ip_local_port_range="${Math.max(1024, last - needed)} ${last}"`,
    );
  }
}
