import { EXTENSION } from '@airloom/device-protocol/extension';
import type { Client } from '../simulation/client.ts';
import { hasMesh, isLinked, type Node, networksAt, uplinkPort } from '../simulation/node.ts';
import { signalAt } from '../simulation/radio-propagation.ts';
import type { Site } from '../simulation/site.ts';
import { type Strain, vitalsOf } from '../simulation/system-metrics.ts';
import { portCounter } from '../simulation/traffic.ts';
import { activeRadios, memberRadio, radioState, ssidStates } from './ap-radios.ts';
import { countersOf } from './counters.ts';
import { peersOf, speedOf } from './links.ts';

const CORES = 2;
const LEASE_SECONDS = 43_200;
const MESH_METRES = 18;

export interface Moment {
  readonly site: Site;
  readonly node: Node;
  readonly t: number;
  /** Time of the device clock. */
  readonly localMs: number;
  readonly strain: Strain;
}

/** State in the format of access points, with radios and clients if present. */
export function apState(moment: Moment): object {
  const { node, t } = moment;
  return {
    version: 1,
    unit: unitState(moment),
    radios: airOf(node).flatMap((one) => activeRadios(one).map((radio) => radioState(one, radio, t))),
    interfaces: node.interfaces.map((name, index) => interfaceState(moment, name, index)),
    'link-state': linkState(node, t),
    'lldp-peers': peersOf(node),
    ...extensionOf(moment),
  };
}

/** The first interface is the uplink; the others bridge networks to a VLAN. */
function interfaceState(moment: Moment, name: string, index: number): object {
  const { node, site, t } = moment;
  let firstRadio = 0;
  const ssids = airOf(node).flatMap((one) => {
    const states = ssidStates(one, index, t, firstRadio);
    firstRadio += activeRadios(one).length;
    return states;
  });
  const clients = site.clientsAt(node).filter((client) => interfaceOf(node, client) === index);
  return {
    name,
    location: `/interfaces/${index}`,
    uptime: uptimeSeconds(node, t),
    ...(index === 0
      ? {
          ipv4: addressOf(node),
          dns_servers: [gatewayOf(node).ip],
          counters: countersOf(portCounter(node, uplinkPort(node), t), 'ap', 'up'),
        }
      : {}),
    clients: clients.map((client) => ({
      mac: client.mac,
      ipv4_addresses: [client.ip],
      ports: [
        client.association?.radio ? `wlan${client.association.radio.index}` : (client.wired?.port ?? ''),
      ],
      last_seen: 2,
    })),
    ssids,
  };
}

function interfaceOf(node: Node, { association }: Client): number {
  if (!association?.radio) return 0;
  const own = networksAt(node, association.radio).find(({ name }) => name === association.network);
  return own?.interfaceIndex ?? 0;
}

function addressOf(node: Node): object {
  if (node.staticAddress !== null) return { addresses: [node.staticAddress] };
  return { addresses: [`${node.ip}/16`], leasetime: LEASE_SECONDS, dhcp_server: gatewayOf(node).ip };
}

/** Nodes whose radios are in its report: itself, or its controller members. */
function airOf(node: Node): readonly Node[] {
  return node.radios.length > 0 ? [node] : membersUnder(node).filter((member) => member.isUp);
}

function hasTakenOver({ pair }: Node): boolean {
  return pair?.role === 'standby' && !pair.peer.isUp;
}

/** A standby controller has none until its active peer is down. */
export function membersUnder(node: Node): readonly Node[] {
  return hasTakenOver(node) ? (node.pair?.peer.members ?? []) : node.members;
}

function uptimeSeconds(node: Node, t: number): number {
  return Math.max(0, Math.floor((t - node.startedAt) / 1000));
}

export function gatewayOf(node: Node): Node {
  return node.parent ? gatewayOf(node.parent) : node;
}

export function unitState({ node, site, t, localMs, strain }: Moment): object {
  const clients =
    site.clientsAt(node).length +
    membersUnder(node).reduce((sum, one) => sum + site.clientsAt(one).length, 0);
  const { cpuPercent, memoryPercent, temperature } = vitalsOf(node, clients, t, strain);
  const total = node.model.memoryBytes;
  const load = Math.round(cpuPercent * CORES) / 100;
  return {
    localtime: Math.floor(localMs / 1000),
    uptime: uptimeSeconds(node, t),
    load: [load, load, load],
    cpu_load: [cpuPercent, ...Array.from({ length: CORES }, () => cpuPercent)],
    memory: {
      total,
      free: Math.round((total * (100 - memoryPercent)) / 100),
      cached: Math.round(total * 0.05),
      buffered: Math.round(total * 0.01),
    },
    temperature: [temperature, temperature + 4],
  };
}

function linkState(node: Node, t: number): object {
  const [up, ...down] = node.ports;
  const port = (name: string, sends: 'up' | 'down') =>
    isLinked(node, name)
      ? {
          carrier: 1,
          speed: speedOf(node, name),
          duplex: 'full',
          counters: countersOf(portCounter(node, name, t), 'ap', sends),
        }
      : { carrier: 0 };
  return {
    upstream: up ? { [up]: port(up, 'up') } : {},
    downstream: Object.fromEntries(down.map((name) => [name, port(name, 'down')])),
  };
}

function extensionOf({ node, site, t }: Moment): object {
  const members = membersUnder(node);
  const parts = {
    ...(members.length > 0 ? { members: members.map((member) => memberOf(member, site, t)) } : {}),
    ...(node.kind === 'ac' ? { pair: pairOf(node) } : {}),
    ...(node.kind === 'smart' ? { mesh: meshOf(node, t) } : {}),
  };
  return Object.keys(parts).length > 0 ? { [EXTENSION]: parts } : {};
}

function memberOf(member: Node, site: Site, t: number): object {
  return {
    serial: member.serial,
    name: member.name,
    model: member.model.name,
    firmware: member.firmware,
    ip: member.ip,
    online: member.isUp,
    clients: site.clientsAt(member).length,
    ...(member.isUp
      ? {
          uptimeSeconds: uptimeSeconds(member, t),
          radios: activeRadios(member).map((radio) => memberRadio(member, radio, t)),
        }
      : {}),
  };
}

function pairOf(node: Node): object {
  const { pair } = node;
  if (!pair) return { mode: 'single', role: null, peerSerial: null, peerOnline: null };
  return {
    mode: 'ha',
    role: hasTakenOver(node) ? 'active' : pair.role,
    peerSerial: pair.peer.serial,
    peerOnline: pair.peer.isUp,
  };
}

function meshOf(node: Node, t: number): object {
  if (!hasMesh(node)) return { parentSerial: null, hops: 0, signal: null };
  const sway = (Math.floor(t / 600_000) + node.key) % 5;
  return {
    parentSerial: node.parent?.serial ?? null,
    hops: hopsOf(node),
    signal: signalAt('5G', 20, MESH_METRES, sway),
  };
}

function hopsOf(node: Node): number {
  return hasMesh(node) && node.parent ? 1 + hopsOf(node.parent) : 0;
}
