import { setTimeout as pause } from 'node:timers/promises';
import { API_BASE } from '@airloom/contract/call';
import { type Fleet, REPORT_EVERY_SECONDS } from '../fleet.ts';
import type { Account } from './account.ts';
import type { Child } from './child.ts';
import { cpuSeconds, ownCpuSeconds } from './cpu.ts';
import type { BenchDatabase } from './database.ts';
import { CONNECTED, figureOf, reached, residentKilobytes, STORED } from './door.ts';
import { type LoadResult, load } from './load.ts';
import type { Row } from './report.ts';
import type { Return } from './returning.ts';

const CONNECT_WITHIN_SECONDS = 900;
const CONFIGURED_WITHIN_SECONDS = 600;
const CONFIGURED_POLL_MS = 2_000;
const LIST_CONNECTIONS = 4;
const LIST_PER_SECOND = 20;
const WARM_UP_SECONDS = 3;

/** Processes that hold devices, and the console people look at meanwhile; that may be one of them. */
export interface House {
  readonly name: string;
  readonly console: Child;
  readonly doors: readonly Child[];
  readonly database: BenchDatabase;
  readonly account: Account;
}

export interface Held {
  readonly fleets: readonly Fleet[];
  readonly devices: number;
  readonly quiet: LoadResult;
  readonly busy: LoadResult;
  readonly kilobytesEach: number;
  readonly reportsPerSecond: number;
  readonly nodeMicroseconds: number;
  readonly databaseMicroseconds: number;
}

/** Lets the fleets in and watches the house while they report: alone, and with people who look at the list. */
export async function holdDevices(
  house: House,
  startFleets: (doors: readonly Child[]) => Promise<readonly Fleet[]>,
  seconds: number,
): Promise<Held> {
  await list(house, WARM_UP_SECONDS);
  const quiet = await list(house, seconds);
  const before = memoryOf(house.doors);
  const fleets = await startFleets(house.doors);
  const devices = await allIn(house.doors, fleets);
  await withoutCommands(house.database);
  const steady = await reporting(house, seconds);
  const busy = await list(house, seconds);
  const kilobytesEach = (memoryOf(house.doors) - before) / devices;
  return { fleets, devices, quiet, busy, kilobytesEach, ...steady };
}

/** Waits until everybody is in and has reported once; tells how many they are. */
export async function allIn(doors: readonly Child[], fleets: readonly Fleet[]): Promise<number> {
  const devices = fleets.reduce((sum, fleet) => sum + fleet.devices, 0);
  await reached(doors, CONNECTED, devices, CONNECT_WITHIN_SECONDS);
  await pause(REPORT_EVERY_SECONDS * 1000);
  return devices;
}

/** Waits until no command is on its way any more. */
async function withoutCommands({ owner }: BenchDatabase): Promise<void> {
  const until = performance.now() + CONFIGURED_WITHIN_SECONDS * 1000;
  for (;;) {
    const { rows } = await owner.query<{ open: number }>(
      `select count(*)::int as open from command where state = 'sending'`,
    );
    if (rows[0]?.open === 0) return;
    if (performance.now() > until) throw new Error(`${rows[0]?.open} orders are still on their way`);
    await pause(CONFIGURED_POLL_MS);
  }
}

function list({ console: { port }, account }: House, seconds: number): Promise<LoadResult> {
  return load({
    port,
    path: `${API_BASE}/device/list?page=1&size=20`,
    headers: { authorization: `Bearer ${account.token}` },
    connections: LIST_CONNECTIONS,
    perSecond: LIST_PER_SECOND,
    seconds,
  });
}

export function memoryOf(doors: readonly Child[]): number {
  return doors.reduce((sum, door) => sum + residentKilobytes(door), 0);
}

/** What a report costs at the pace of the fleet, with all that goes on besides. */
async function reporting({ doors, console: page, database }: House, seconds: number) {
  const used = async () => {
    const stored = await Promise.all(doors.map((door) => figureOf(door, STORED)));
    return {
      reports: stored.reduce((sum, one) => sum + one, 0),
      node: [...new Set([page, ...doors])].reduce((sum, { pid }) => sum + ownCpuSeconds(pid), 0),
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

export function heldRows({ name, database }: House, held: Held): Row[] {
  const { devices, quiet, busy } = held;
  return [
    {
      what: `${name}, ${database.name}: device list, nobody connected`,
      figures: [latency(quiet)],
      ratio: '1×',
    },
    {
      what: `device list while ${devices} devices report every ${REPORT_EVERY_SECONDS} s`,
      figures: [latency(busy), `${Math.round(held.reportsPerSecond)} reports/s`],
      ratio: `${(busy.p99Ms / quiet.p99Ms).toFixed(1)}× the p99 with nobody connected`,
    },
    {
      what: 'CPU per report at that pace, idle work included',
      figures: [
        `Node ${Math.round(held.nodeMicroseconds)} µs`,
        `PostgreSQL ${Math.round(held.databaseMicroseconds)} µs`,
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

export function returnRow(devices: number, back: Return, baseline: string): Row {
  return {
    what: `all ${devices} back after kill -9 and a new start`,
    figures: [
      `${back.backSeconds.toFixed(1)} s after it was ready, which took ${back.awaySeconds.toFixed(1)} s`,
      `${Math.round(perCore(devices, back))} handshakes/s per core of Node`,
      `PostgreSQL ${Math.round((back.databaseSeconds * 1e6) / devices)} µs each`,
    ],
    ratio: baseline,
  };
}

export function perCore(devices: number, { nodeSeconds }: Return): number {
  return devices / nodeSeconds;
}
