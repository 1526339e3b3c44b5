import type { AlarmType } from '@airloom/contract/alarms/alarms.types';
import type { PortSample, Report } from '@airloom/device-protocol/model';
import { plainText } from '@airloom/device-protocol/storable-text';
import { GAP_MS } from '../rules/threshold.ts';

/** What reports alone tell of. */
export const READING_TYPES = [
  'highCpu',
  'highMemory',
  'highTemperature',
  'clientCount',
  'channelUtilisation',
  'weakSignal',
  'portDown',
  'portErrors',
  'poeOverload',
] as const satisfies readonly AlarmType[];
export type ReadingType = (typeof READING_TYPES)[number];

export function isOfReports({ type }: { readonly type: AlarmType }): boolean {
  return READING_TYPES.some((one) => one === type);
}

type SeenPort = Pick<PortSample, 'name' | 'linked' | 'rxErrors' | 'txErrors'>;

/** What is remembered of a device's ports until it speaks of them again. */
export interface SeenPorts {
  readonly at: number;
  readonly ports: readonly SeenPort[];
  /** Ports that are down, and since when; only those that were seen linked before. */
  readonly down: ReadonlyMap<string, number>;
}

const MINUTE_MS = 60_000;
/** Of fewer clients one far away would speak for all. */
const CLIENTS_MIN = 3;
export const PART_MAX = 64;
const NO_PORTS_DOWN: ReadonlyMap<string, number> = new Map();

const PLAIN = /^[\x20-\x7e]*$/;

/** Whatever a device calls a part of itself, it can be stored. */
function partOf(name: string): string {
  if (name.length <= PART_MAX && PLAIN.test(name)) return name;
  return plainText(name, PART_MAX);
}

/** What there is to remember of ports after a report; one that says nothing of them leaves all as it was. */
export function portsAfter(
  ports: readonly SeenPort[],
  at: number,
  before: SeenPorts | null,
): SeenPorts | null {
  if (ports.length === 0) return before;
  let down: Map<string, number> | null = null;
  const seen = ports.map((port, index) => {
    const known = before === null ? undefined : portBefore(before.ports, port.name, index);
    const now = known !== undefined && isAlike(known, port) ? known : seenOf(port);
    if (before === null || now.linked) return now;
    const since = before.down.get(now.name) ?? lostAt(known, at, before.at);
    if (since !== null) {
      down ??= new Map();
      down.set(now.name, since);
    }
    return now;
  });
  return { at, ports: seen, down: down ?? NO_PORTS_DOWN };
}

function seenOf({ name, linked, rxErrors, txErrors }: SeenPort): SeenPort {
  return { name: partOf(name), linked, rxErrors, txErrors };
}

function isAlike(one: SeenPort, other: SeenPort): boolean {
  return (
    one.name === other.name &&
    one.linked === other.linked &&
    one.rxErrors === other.rxErrors &&
    one.txErrors === other.txErrors
  );
}

/** When it was last seen linked; after a gap, in which it may have started anew, it counts from now on. */
function lostAt(before: SeenPort | undefined, at: number, beforeAt: number): number | null {
  if (before === undefined || !before.linked) return null;
  return at - beforeAt > GAP_MS ? at : beforeAt;
}

/** Devices list their ports in the same order every time; where one does not, they are searched. */
function portBefore(ports: readonly SeenPort[], name: string, index: number): SeenPort | undefined {
  const there = ports[index];
  if (there?.name === name) return there;
  const part = partOf(name);
  return there?.name === part ? there : ports.find((port) => port.name === part);
}

/** What of a report is judged. */
export interface Judged extends Pick<Report, 'unit' | 'radios' | 'clients' | 'ports' | 'power'> {
  /** Where they are counted, and not all of them listed. */
  readonly clientCount?: number;
}

interface Told {
  readonly report: Judged;
  readonly at: number;
  readonly before: SeenPorts | null;
  readonly ports: SeenPorts | null;
}

/** Hears a value of a radio or port; of the device itself the part is empty. */
type Tell = (part: string, value: number) => void;

function tellOf(value: number | null, tell: Tell): void {
  if (value !== null) tell('', value);
}

const READERS: Readonly<Record<ReadingType, (told: Told, tell: Tell) => void>> = {
  highCpu: ({ report }, tell) => tellOf(report.unit.cpuPercent, tell),
  highMemory: ({ report }, tell) => tellOf(report.unit.memoryPercent, tell),
  highTemperature: ({ report }, tell) => tellOf(report.unit.temperature, tell),
  clientCount: ({ report }, tell) => tell('', report.clientCount ?? report.clients.length),
  channelUtilisation: ({ report }, tell) => {
    for (const { band, index, utilisationPercent } of report.radios) {
      if (utilisationPercent !== null) tell(`${band} ${index}`, utilisationPercent);
    }
  },
  weakSignal: ({ report }, tell) => tellOf(meanSignal(report), tell),
  portDown: tellPortsDown,
  portErrors: tellPortErrors,
  poeOverload: ({ report: { power } }, tell) => {
    if (power?.budgetWatts) tell('', (power.usedWatts / power.budgetWatts) * 100);
  },
};

/**
 * Tells what a report says of one type. `before` is what was known of the ports when it came, `ports` what is known
 * with it.
 */
export function read(type: ReadingType, told: Told, tell: Tell): void {
  READERS[type](told, tell);
}

function meanSignal({ clients }: Judged): number | null {
  let sum = 0;
  let count = 0;
  for (const { wireless } of clients) {
    if (wireless === null || wireless.signal === null) continue;
    sum += wireless.signal;
    count += 1;
  }
  return count < CLIENTS_MIN ? null : sum / count;
}

/** Minutes each port is down by now; of one that came back, none. */
function tellPortsDown({ at, before, ports }: Told, tell: Tell): void {
  if (ports === null || ports.at !== at) return;
  for (const [name, since] of ports.down) tell(name, (at - since) / MINUTE_MS);
  if (before === null || before.down.size === 0) return;
  for (const { name, linked } of ports.ports) if (linked && before.down.has(name)) tell(name, 0);
}

function tellPortErrors({ at, before, ports }: Told, tell: Tell): void {
  if (ports === null || before === null || ports.at !== at || at <= before.at) return;
  const minutes = (at - before.at) / MINUTE_MS;
  const known = before.ports;
  ports.ports.forEach((port, index) => {
    const errors = errorsBetween(portBefore(known, port.name, index), port);
    if (errors !== null) tell(port.name, errors / minutes);
  });
}

/** A counter that fell began anew, and tells nothing. */
function errorsBetween(before: SeenPort | undefined, now: SeenPort): number | null {
  if (before === undefined) return null;
  const rx = grownBy(before.rxErrors, now.rxErrors);
  const tx = grownBy(before.txErrors, now.txErrors);
  if (rx === null && tx === null) return null;
  return (rx ?? 0) < 0 || (tx ?? 0) < 0 ? null : (rx ?? 0) + (tx ?? 0);
}

function grownBy(before: number | null, now: number | null): number | null {
  return before === null || now === null ? null : now - before;
}
