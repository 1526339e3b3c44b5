import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Child } from './child.ts';

const POLL_MS = 200;

/** Reads one metric of a process. */
export async function metricOf(gateway: Child, name: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${gateway.port}/metrics`);
  const found = new RegExp(`^${RegExp.escape(name)} (\\S+)$`, 'm').exec(await response.text());
  return Number(found?.[1] ?? 0);
}

export const CONNECTED = 'airloom_device_connections';
export const STORED = 'airloom_reports_total{outcome="stored"}';

/** Waits until the sum of a metric over the processes is at least `wanted`; returns the seconds. */
export async function waitForMetric(
  gateways: readonly Child[],
  name: string,
  wanted: number,
  withinSeconds: number,
): Promise<number> {
  const began = performance.now();
  for (;;) {
    const figures = await Promise.all(gateways.map((gateway) => metricOf(gateway, name)));
    const sum = figures.reduce((all, one) => all + one, 0);
    const seconds = (performance.now() - began) / 1000;
    if (sum >= wanted) return seconds;
    if (seconds > withinSeconds) throw new Error(`${name} is ${sum} of ${wanted} after ${withinSeconds} s`);
    await pause(POLL_MS);
  }
}

/** Resident memory of a process in KB. */
export function residentKilobytes({ pid }: Pick<Child, 'pid'>): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}

/** Each connection needs a file descriptor and a local port; throws when there are too few. */
export function checkLimits(connections: number): void {
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
