import type { AlarmType } from '@airloom/contract/alarms/alarms.types';
import { MINUTE } from '@airloom/contract/time';
import type { PortSample, Report } from '@airloom/device-protocol/model';
import { plainText } from '@airloom/device-protocol/storable-text';
import { GAP_MS } from '../rules/threshold.ts';

/** Alarm types that are evaluated from reports alone. */
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

export function isReadingType({ type }: { readonly type: AlarmType }): boolean {
  return READING_TYPES.some((one) => one === type);
}

type SeenPort = Pick<PortSample, 'name' | 'linked' | 'rxErrors' | 'txErrors'>;

/** Ports of a device as of its last report with ports. */
export interface SeenPorts {
  readonly at: number;
  readonly ports: readonly SeenPort[];
  /** Ports that are down, and since when; only ports that had a link before. */
  readonly down: ReadonlyMap<string, number>;
}

/** With fewer clients a single distant one would decide the mean. */
const CLIENTS_MIN = 3;
export const PART_MAX = 64;
const NO_PORTS_DOWN: ReadonlyMap<string, number> = new Map();

const PLAIN = /^[\x20-\x7e]*$/;

/** Makes any part name of a device storable. */
function partOf(name: string): string {
  if (name.length <= PART_MAX && PLAIN.test(name)) return name;
  return plainText(name, PART_MAX);
}

/** State of the ports after a report; a report without ports changes nothing. */
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

/** When the link was last seen; after a gap, in which the device may have restarted, the current time. */
function lostAt(before: SeenPort | undefined, at: number, beforeAt: number): number | null {
  if (before === undefined || !before.linked) return null;
  return at - beforeAt > GAP_MS ? at : beforeAt;
}

/** Devices list their ports in the same order; otherwise the port is searched by name. */
function portBefore(ports: readonly SeenPort[], name: string, index: number): SeenPort | undefined {
  const there = ports[index];
  if (there?.name === name) return there;
  const part = partOf(name);
  return there?.name === part ? there : ports.find((port) => port.name === part);
}

/** Parts of a report that are evaluated. */
export interface EvaluatedReport extends Pick<Report, 'unit' | 'radios' | 'clients' | 'ports' | 'power'> {
  /** Set where clients are counted and not all of them listed. */
  readonly clientCount?: number;
}

interface ReadingContext {
  readonly report: EvaluatedReport;
  readonly at: number;
  readonly before: SeenPorts | null;
  readonly ports: SeenPorts | null;
}

/** Receives a value of a radio or port; for the device itself the part is empty. */
type Emit = (part: string, value: number) => void;

function emitValue(value: number | null, emit: Emit): void {
  if (value !== null) emit('', value);
}

const READERS: Readonly<Record<ReadingType, (context: ReadingContext, emit: Emit) => void>> = {
  highCpu: ({ report }, emit) => emitValue(report.unit.cpuPercent, emit),
  highMemory: ({ report }, emit) => emitValue(report.unit.memoryPercent, emit),
  highTemperature: ({ report }, emit) => emitValue(report.unit.temperature, emit),
  clientCount: ({ report }, emit) => emit('', report.clientCount ?? report.clients.length),
  channelUtilisation: ({ report }, emit) => {
    for (const { band, index, utilisationPercent } of report.radios) {
      if (utilisationPercent !== null) emit(`${band} ${index}`, utilisationPercent);
    }
  },
  weakSignal: ({ report }, emit) => emitValue(meanSignal(report), emit),
  portDown: emitPortsDown,
  portErrors: emitPortErrors,
  poeOverload: ({ report: { power } }, emit) => {
    if (power?.budgetWatts) emit('', (power.usedWatts / power.budgetWatts) * 100);
  },
};

/**
 * Emits the readings of one type. `before` is the state of the ports before the report, `ports` the state after it.
 */
export function read(type: ReadingType, context: ReadingContext, emit: Emit): void {
  READERS[type](context, emit);
}

function meanSignal({ clients }: EvaluatedReport): number | null {
  let sum = 0;
  let count = 0;
  for (const { wireless } of clients) {
    if (wireless === null || wireless.signal === null) continue;
    sum += wireless.signal;
    count += 1;
  }
  return count < CLIENTS_MIN ? null : sum / count;
}

/** Minutes each port is down; zero for a port whose link returned. */
function emitPortsDown({ at, before, ports }: ReadingContext, emit: Emit): void {
  if (ports === null || ports.at !== at) return;
  for (const [name, since] of ports.down) emit(name, (at - since) / MINUTE);
  if (before === null || before.down.size === 0) return;
  for (const { name, linked } of ports.ports) if (linked && before.down.has(name)) emit(name, 0);
}

function emitPortErrors({ at, before, ports }: ReadingContext, emit: Emit): void {
  if (ports === null || before === null || ports.at !== at || at <= before.at) return;
  const minutes = (at - before.at) / MINUTE;
  const known = before.ports;
  ports.ports.forEach((port, index) => {
    const errors = errorsBetween(portBefore(known, port.name, index), port);
    if (errors !== null) emit(port.name, errors / minutes);
  });
}

/** A counter that decreased was reset and yields nothing. */
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
