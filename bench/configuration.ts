import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { NO_SETTINGS } from '@airloom/contract/configuration/effective';
import { type NetworkSetting, resolve, type Setting } from '@airloom/device-protocol/configuration/resolve';
import { NETWORK } from '@airloom/device-protocol/testing/settings';
import {
  type ConfigurationSource,
  compileFor,
  sameDocuments,
} from '../apps/server/src/domains/network/devices/index.ts';
import { configurationReview } from './configuration-review.ts';
import type { Row } from './support/report.ts';

const SMALL = 2_000;
const LARGE = 10_000;
const DEVICES_PER_SITE = 50;
const NETWORKS = 8;
const RUNS = 3;
const MIB = 2 ** 20;

const ABILITIES = {
  radios: [
    { bands: ['2G'], channels: [1, 6, 11] },
    { bands: ['5G'], channels: [36, 40, 44, 48, 149] },
  ],
};

function deviceAt(index: number): ConfigurationSource {
  return {
    id: `device ${index}`,
    site_id: `site ${Math.floor(index / DEVICES_PER_SITE)}`,
    kind: 'ap',
    name: `Access point ${index}`,
    position: 'Hall',
    serial: index.toString(16).padStart(12, '0'),
    abilities: ABILITIES,
    reported_ports: null,
    time_zone: 'Europe/Warsaw',
    ntp_server: '',
    country_code: 'PL',
    released_settings: null,
    version: 1_760_000_000,
    delivered: null,
  };
}

/** Networks of the organization; `vlan` is that of the last. */
function settingsWith(vlan: number | null): Setting[] {
  return Array.from(
    { length: NETWORKS },
    (_, index): NetworkSetting => ({
      kind: 'wirelessNetwork',
      id: `network ${index}`,
      level: 'organization',
      placeId: 'organization',
      value: { ...NETWORK, ssid: `Network ${index}`, vlan: index === NETWORKS - 1 ? vlan : null },
    }),
  );
}

interface Measured {
  readonly ms: number;
  /** Of the whole process, garbage collection included. */
  readonly cpuMs: number;
  /** More than before, after garbage collection. */
  readonly heapBytes: number;
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function heapInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

function cpuMsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** What a rollout computes: the settings of each device before and after a change, and whether its document differs. */
function compareAll(count: number): Measured {
  const [before, after] = [settingsWith(null), settingsWith(20)];
  const heap = heapInUse();
  const start = performance.now();
  const cpu = process.cpuUsage();
  let changed = 0;
  for (let index = 0; index < count; index += 1) {
    const source = deviceAt(index);
    const place = {
      organizationId: 'organization',
      siteId: source.site_id ?? '',
      groupId: null,
      deviceId: source.id,
      kind: 'ap' as const,
      model: '',
    };
    if (!sameDocuments(source, resolve(before, place), resolve(after, place))) changed += 1;
  }
  const ms = performance.now() - start;
  const cpuMs = cpuMsSince(cpu);
  if (changed !== count) throw new Error(`${changed} of ${count} documents differ`);
  return { ms, cpuMs, heapBytes: heapInUse() - heap };
}

/** The best of several runs: other work on the machine only adds to it. */
function best(count: number): Measured {
  const runs = Array.from({ length: RUNS }, () => compareAll(count));
  return {
    ms: Math.min(...runs.map(({ ms }) => ms)),
    cpuMs: Math.min(...runs.map(({ cpuMs }) => cpuMs)),
    heapBytes: Math.max(...runs.map(({ heapBytes }) => heapBytes)),
  };
}

function compileOnce(count: number): number {
  const start = process.cpuUsage();
  for (let index = 0; index < count; index += 1) compileFor(deviceAt(index), NO_SETTINGS, 1);
  return cpuMsSince(start);
}

/** Compiling and comparing the documents of many devices, as reviews and rollouts do. */
export async function configuration(): Promise<Row[]> {
  best(SMALL);
  const baseMs = Math.min(...Array.from({ length: RUNS }, () => compileOnce(SMALL))) / SMALL;
  const compared = [SMALL, LARGE].map((count) => {
    const { ms, cpuMs, heapBytes } = best(count);
    return {
      what: `${count} access points with ${NETWORKS} networks: settings resolved, documents compiled and compared`,
      figures: [
        `${ms.toFixed(0)} ms, CPU ${cpuMs.toFixed(0)} ms, ${((cpuMs / count) * 1000).toFixed(0)} µs per device`,
        `heap after garbage collection at most ${Math.max(0, heapBytes / MIB).toFixed(1)} MiB larger`,
      ],
      ratio: `${(cpuMs / count / baseMs).toFixed(1)}× compiling a document without settings`,
    };
  });
  return [...compared, ...(await configurationReview())];
}
