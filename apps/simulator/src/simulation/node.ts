import type { Band } from '@airloom/device-protocol/model';
import type { Client } from './client.ts';
import type { DeviceKind, Model } from './models.ts';

/** Bytes to and from clients. */
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
  /** False: disabled by the configuration. */
  isOn: boolean;
  /** Largest number of clients; null: no limit. */
  clientsMax: number | null;
  /** Bytes of finished segments since the start of the simulation, by network. */
  readonly ended: Map<string, Totals>;
  readonly clients: Set<Client>;
}

export interface Network {
  readonly name: string;
  /** Bands of the network. */
  readonly bands: readonly Band[];
  /** Its interface in the configuration, and its position there. */
  readonly interfaceIndex: number;
  readonly ssidIndex: number;
}

/** A device, or an access point managed by a controller. */
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
  /** The controller or gateway that reports for it; null for devices with their own connection. */
  manager: Node | null;
  readonly members: Node[];
  /** Peer and role in a redundant pair. */
  pair: { readonly peer: Node; readonly role: 'active' | 'standby' } | null;
  parent: Node | null;
  /** Its port on the parent; null for mesh. */
  parentPort: string | null;
  readonly children: Node[];
  /** Wired clients by port. */
  readonly hosts: Map<string, Client>;
  ports: readonly string[];
  readonly radios: readonly Radio[];
  networks: readonly Network[];
  /** Until a configuration names networks. */
  hasFactoryNetworks: boolean;
  /** Names of its interfaces, in the order of the configuration. */
  interfaces: readonly string[];
  /** Configured address of its uplink; null with DHCP. */
  staticAddress: string | null;
  readonly portsOff: Set<string>;
  readonly powerOff: Set<string>;
  /** Ports without auto-negotiation. */
  readonly fixedPorts: Set<string>;
  /** Configured speed, duplex and VLAN of ports; null without a configuration. */
  configuredPorts: ReadonlyMap<string, ConfiguredPort> | null;
  /** Ports of a switch that reach only ports that are not isolated. */
  isolatedPorts: readonly string[];
  staticRoutes: readonly StaticRoute[];
  isUp: boolean;
  /** Time of the last start, and total run time before it. */
  startedAt: number;
  ranMs: number;
  /** Bytes of finished segments of wired clients, by port. */
  readonly hostEnded: Map<string, Totals>;
  /** Totals at its last start; its counters are relative to them. */
  baseline: Baseline;
}

export interface ConfiguredPort {
  /** Null when it is negotiated. */
  readonly speedMbps: number | null;
  readonly duplex: string;
  /** VLAN of untagged frames; null when they are dropped. */
  readonly vlan: number | null;
  readonly tagged: readonly number[];
}

export interface StaticRoute {
  /** `10.0.0.0/8` */
  readonly prefix: string;
  readonly nextHop: string;
  readonly metric: number;
}

export interface Baseline {
  readonly ports: ReadonlyMap<string, Totals>;
  /** By radio and network. */
  readonly radios: readonly ReadonlyMap<string, Totals>[];
}

export const NO_BASELINE: Baseline = { ports: new Map(), radios: [] };

/** Networks that a radio broadcasts. */
export function networksAt({ networks }: Node, { isOn, band }: Radio): readonly Network[] {
  return isOn ? networks.filter(({ bands }) => bands.includes(band)) : [];
}

/** Networks of a device on air. */
export function networksOnAir({ networks, radios }: Node): readonly Network[] {
  return networks.filter(({ bands }) => radios.some(({ isOn, band }) => isOn && bands.includes(band)));
}

export function hasMesh(node: Node): boolean {
  return node.parent !== null && node.parentPort === null;
}

/** Switches are managed in this VLAN. */
export const MANAGEMENT_VLAN = 1;

/** Whether its configuration leaves a switch a way to its gateway. */
export function reachesGateway(node: Node): boolean {
  const uplink = uplinkPort(node);
  const vlan = node.configuredPorts?.get(uplink)?.vlan;
  if (node.portsOff.has(uplink) || (vlan !== undefined && vlan !== MANAGEMENT_VLAN)) return false;
  return node.staticAddress === null || networkOf(node.staticAddress) === networkOf(node.ip);
}

/** The /16 network of a site. */
function networkOf(address: string): string {
  return address.split('.').slice(0, 2).join('.');
}

export function uplinkPort(node: Node): string {
  return node.ports[0] ?? 'WAN';
}

export function childAt(node: Node, port: string): Node | undefined {
  return node.children.find((child) => child.parentPort === port);
}

/** A port is up when the other end is up and the port is not disabled. */
export function isLinked(node: Node, port: string): boolean {
  if (node.portsOff.has(port)) return false;
  if (port === uplinkPort(node)) return !hasMesh(node);
  return childAt(node, port)?.isUp ?? node.hosts.has(port);
}
