import { setTimeout as pause } from 'node:timers/promises';
import { API_BASE } from '@airloom/contract/call';
import { type Fleet, REPORT_EVERY_SECONDS } from '../fleet.ts';
import type { Account } from './account.ts';
import type { Child } from './child.ts';
import { cpuSeconds, ownCpuSeconds } from './cpu.ts';
import type { BenchDatabase } from './database.ts';
import { type LoadResult, load } from './load.ts';
import { CONNECTED, metricOf, residentKilobytes, STORED, waitForMetric } from './process-metrics.ts';
import type { Reconnect } from './reconnect.ts';
import type { Row } from './report.ts';

const CONNECT_WITHIN_SECONDS = 900;
const CONFIGURED_WITHIN_SECONDS = 600;
const CONFIGURED_POLL_MS = 2_000;
const LIST_CONNECTIONS = 4;
const LIST_PER_SECOND = 20;
const WARM_UP_SECONDS = 3;

/** Processes with device connections, and the console, which may be one of them. */
export interface Installation {
  readonly name: string;
  readonly console: Child;
  readonly gateways: readonly Child[];
  readonly database: BenchDatabase;
  readonly account: Account;
}

export interface ConnectedResult {
  readonly fleets: readonly Fleet[];
  readonly devices: number;
  readonly quiet: LoadResult;
  readonly busy: LoadResult;
  readonly kilobytesEach: number;
  readonly reportsPerSecond: number;
  readonly nodeMicroseconds: number;
  readonly databaseMicroseconds: number;
}

/** Connects the fleets and measures the installation while they report, with and without reads of the list. */
export async function measureConnected(
  installation: Installation,
  startFleets: (gateways: readonly Child[]) => Promise<readonly Fleet[]>,
  seconds: number,
): Promise<ConnectedResult> {
  await list(installation, WARM_UP_SECONDS);
  const quiet = await list(installation, seconds);
  const before = memoryOf(installation.gateways);
  const fleets = await startFleets(installation.gateways);
  const devices = await waitForFirstReports(installation.gateways, fleets);
  await waitForCommands(installation.database);
  const steady = await reporting(installation, seconds);
  const busy = await list(installation, seconds);
  const kilobytesEach = (memoryOf(installation.gateways) - before) / devices;
  return { fleets, devices, quiet, busy, kilobytesEach, ...steady };
}

/** Waits until every device is connected and has reported once; returns their number. */
export async function waitForFirstReports(
  gateways: readonly Child[],
  fleets: readonly Fleet[],
): Promise<number> {
  const devices = fleets.reduce((sum, fleet) => sum + fleet.devices, 0);
  await waitForMetric(gateways, CONNECTED, devices, CONNECT_WITHIN_SECONDS);
  await pause(REPORT_EVERY_SECONDS * 1000);
  return devices;
}

/** Waits until no command is in flight. */
async function waitForCommands({ owner }: BenchDatabase): Promise<void> {
  const until = performance.now() + CONFIGURED_WITHIN_SECONDS * 1000;
  for (;;) {
    const { rows } = await owner.query<{ open: number }>(
      `select count(*)::int as open from command where state = 'sending'`,
    );
    if (rows[0]?.open === 0) return;
    if (performance.now() > until) throw new Error(`${rows[0]?.open} commands are still in flight`);
    await pause(CONFIGURED_POLL_MS);
  }
}

function list({ console: { port }, account }: Installation, seconds: number): Promise<LoadResult> {
  return load({
    port,
    path: `${API_BASE}/device/list?page=1&size=20`,
    headers: { authorization: `Bearer ${account.token}` },
    connections: LIST_CONNECTIONS,
    perSecond: LIST_PER_SECOND,
    seconds,
  });
}

export function memoryOf(gateways: readonly Child[]): number {
  return gateways.reduce((sum, gateway) => sum + residentKilobytes(gateway), 0);
}

/** CPU per report at the rate of the fleet, background work included. */
async function reporting({ gateways, console: page, database }: Installation, seconds: number) {
  const used = async () => {
    const stored = await Promise.all(gateways.map((gateway) => metricOf(gateway, STORED)));
    return {
      reports: stored.reduce((sum, one) => sum + one, 0),
      node: [...new Set([page, ...gateways])].reduce((sum, { pid }) => sum + ownCpuSeconds(pid), 0),
      database: cpuSeconds(database.postmasterPid),
    };
  };
  const before = await used();
  await pause(seconds * 1000);
  const after = await used();
  const reports = after.reports - before.reports;
  return {
    reportsPerSecond: reports / seconds,
    nodeMicroseconds: ((after.node - before.node) * 1e6) / reports,
    databaseMicroseconds: ((after.database - before.database) * 1e6) / reports,
  };
}

export function connectedRows({ name, database }: Installation, result: ConnectedResult): Row[] {
  const { devices, quiet, busy } = result;
  return [
    {
      what: `${name}, ${database.name}: device list, nobody connected`,
      figures: [latency(quiet)],
      ratio: '1×',
    },
    {
      what: `device list while ${devices} devices report every ${REPORT_EVERY_SECONDS} s`,
      figures: [latency(busy), `${Math.round(result.reportsPerSecond)} reports/s`],
      ratio: `${(busy.p99Ms / quiet.p99Ms).toFixed(1)}× the p99 with nobody connected`,
    },
    {
      what: 'CPU per report at that pace, idle work included',
      figures: [
        `Node ${Math.round(result.nodeMicroseconds)} µs`,
        `PostgreSQL ${Math.round(result.databaseMicroseconds)} µs`,
      ],
      ratio: '',
    },
  ];
}

function latency({ p50Ms, p99Ms, requests }: LoadResult): string {
  return `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms of ${requests} at ${LIST_PER_SECOND}/s`;
}

export function memoryRow(kilobytesEach: number, baseline: string): Row {
  return { what: 'memory per connection', figures: [`${kilobytesEach.toFixed(1)} KB`], ratio: baseline };
}

export function reconnectRow(devices: number, reconnect: Reconnect, baseline: string): Row {
  return {
    what: `all ${devices} reconnected after kill -9 and a restart`,
    figures: [
      `${reconnect.reconnectSeconds.toFixed(1)} s after it was ready, which took ${reconnect.restartSeconds.toFixed(1)} s`,
      `${Math.round(perCore(devices, reconnect))} handshakes/s per core of Node`,
      `PostgreSQL ${Math.round((reconnect.databaseSeconds * 1e6) / devices)} µs each`,
    ],
    ratio: baseline,
  };
}

export function perCore(devices: number, { nodeSeconds }: Reconnect): number {
  return devices / nodeSeconds;
}
