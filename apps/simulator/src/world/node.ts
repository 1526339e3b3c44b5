import type { Band } from '@airloom/device-protocol/model';
import type { Client } from './client.ts';
import type { DeviceKind, Model } from './models.ts';

/** Bytes towards the people, and away from them. */
export interface Totals {
  down: number;
  up: number;
}

export interface Radio {
  readonly index: number;
  readonly band: Band;
  channel: number;
  width: number;
  txPower: number;
  /** Of segments that are over, since the world began, by network. */
  readonly ended: Map<string, Totals>;
  readonly clients: Set<Client>;
}

export interface Network {
  readonly name: string;
  /** On which bands it is on the air. */
  readonly bands: readonly Band[];
}

/** A device, or a thin access point that speaks through one. */
export interface Node {
  readonly index: number;
  readonly kind: DeviceKind;
  readonly model: Model;
  readonly serial: string;
  readonly mac: string;
  readonly sn: string;
  readonly site: number;
  readonly building: number;
  readonly x: number;
  readonly y: number;
  readonly ip: string;
  readonly key: number;
  readonly factoryName: string;
  name: string;
  firmware: string;
  /** The controller or gateway it speaks through; null for those that connect themselves. */
  manager: Node | null;
  readonly members: Node[];
  /** The other half of a pair, and which half this is. */
  pair: { readonly peer: Node; readonly role: 'active' | 'standby' } | null;
  parent: Node | null;
  /** Its port on the parent; null over the air. */
  parentPort: string | null;
  readonly children: Node[];
  /** Wired clients by port. */
  readonly hosts: Map<string, Client>;
  ports: readonly string[];
  readonly radios: readonly Radio[];
  networks: readonly Network[];
  /** The address of its uplink where it is configured; null when DHCP gives one. */
  staticAddress: string | null;
  readonly portsOff: Set<string>;
  readonly powerOff: Set<string>;
  /** Ports that do not negotiate their speed. */
  readonly fixedPorts: Set<string>;
  /** Speed, duplex and VLAN of ports where a configuration sets them; null as long as none does. */
  configuredPorts: ReadonlyMap<string, ConfiguredPort> | null;
  isUp: boolean;
  /** When it was started last, and how long it ran before that. */
  startedAt: number;
  ranMs: number;
  /** Of wired clients whose segments are over, by port. */
  readonly hostEnded: Map<string, Totals>;
  /** What its counters stood at when it started: they begin anew. */
  baseline: Baseline;
}

export interface ConfiguredPort {
  readonly speedMbps: number;
  readonly duplex: string;
  /** The VLAN of frames without a tag; null when they are dropped. */
  readonly vlan: number | null;
}

export interface Baseline {
  readonly ports: ReadonlyMap<string, Totals>;
  /** By radio and network. */
  readonly radios: readonly ReadonlyMap<string, Totals>[];
}

export const NO_BASELINE: Baseline = { ports: new Map(), radios: [] };

export function hasMesh(node: Node): boolean {
  return node.parent !== null && node.parentPort === null;
}

export function uplinkPort(node: Node): string {
  return node.ports[0] ?? 'WAN';
}

export function childAt(node: Node, port: string): Node | undefined {
  return node.children.find((child) => child.parentPort === port);
}

/** A port is up when what stands at its other end is, and nobody switched it off. */
export function isLinked(node: Node, port: string): boolean {
  if (node.portsOff.has(port)) return false;
  if (port === uplinkPort(node)) return !hasMesh(node);
  return childAt(node, port)?.isUp ?? node.hosts.has(port);
}
