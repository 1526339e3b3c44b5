import { EXTENSION } from '@airloom/device-protocol/extension';
import { childAt, isLinked, MANAGEMENT_VLAN, type Node, uplinkPort } from '../simulation/node.ts';
import { hash } from '../simulation/random.ts';
import { portCounter } from '../simulation/traffic.ts';
import { gatewayOf, type Moment, unitState } from './ap-state.ts';
import { countersOf } from './counters.ts';
import { peersOf, speedOf } from './links.ts';

const MILLIWATTS = 1000;
const THRESHOLD_PERCENT = 90;
const NO_FAULTS = { overload: 0, short: 0, 'power-denied': 0, absent: 0, 'invalid-signature': 0 };

export function wattsAt(node: Node, port: string): number {
  const child = childAt(node, port);
  return child?.isUp && !node.powerOff.has(port) && !node.portsOff.has(port) ? child.model.watts : 0;
}

export function switchState(moment: Moment): object {
  const { node, site, t } = moment;
  const peers = peersOf(node);
  const consumed = node.ports.reduce((sum, port) => sum + wattsAt(node, port), 0);
  return {
    version: 1,
    unit: {
      ...unitState(moment),
      poe: {
        'max-power-budget': node.model.powerBudget,
        'power-threshold': THRESHOLD_PERCENT,
        'power-consumed': Math.round(consumed * 10) / 10,
        'power-status': '',
      },
    },
    interfaces: [
      {
        name: 'VLAN1',
        location: '/interfaces/0',
        uptime: Math.max(0, Math.floor((t - node.startedAt) / 1000)),
        vlan_id: 1,
        ipv4: {
          addresses: [node.staticAddress ?? `${node.ip}/16`],
          leasetime: 43_200,
          dhcp_server: gatewayOf(node).ip,
        },
        dns_servers: [gatewayOf(node).ip],
        counters: countersOf(portCounter(node, uplinkPort(node), t), 'switch', 'up'),
        clients: site.clientsAt(node).map((client) => ({
          mac: client.mac,
          ipv4_addresses: [client.ip],
          ports: [client.wired?.port ?? ''],
          last_seen: 2,
        })),
      },
    ],
    'link-state': {
      upstream: Object.fromEntries(node.ports.map((port) => [port, portState(node, port, t)])),
    },
    'lldp-peers': { upstream: { ...peers.upstream, ...peers.downstream }, downstream: {} },
    'mac-forwarding-table': { overflow: false, ...forwardingOf(node) },
    'default-gateway': [{ dest: '0.0.0.0/0', via: gatewayOf(node).ip }],
    uplink_interface: uplinkPort(node),
    [EXTENSION]: {
      disabledPorts: [...node.portsOff],
      negotiatedPorts: node.ports.filter((port) => !node.fixedPorts.has(port)),
      portVlans: Object.fromEntries(node.ports.map((port) => [port, vlansOf(node, port)])),
      isolatedPorts: node.isolatedPorts,
      routes: routesOf(node),
    },
  };
}

const BAD_CABLE_BYTES = 30_000_000;

/** One of twelve cables is bad and loses a frame now and then. */
export function hasBadCable(node: Node, port: string): boolean {
  return node.hosts.has(port) && hash('cable', node.key, port) % 12 === 0;
}

function bytesPerError(node: Node, port: string): number {
  return hasBadCable(node, port) ? BAD_CABLE_BYTES : Number.POSITIVE_INFINITY;
}

/** An unused port. */
function isUnused(node: Node, port: string): boolean {
  return port !== uplinkPort(node) && !node.hosts.has(port) && !childAt(node, port);
}

const FIBRE_MBPS = 10_000;
const TRANSCEIVER = { 'form-factor': 'SFP+', 'vendor-name': 'Airloom' };
/** The last free ports of a switch have cages for optical modules. */
const CAGES = 2;
const PORTS_WITH_CAGES = 12;

export function isOptical(node: Node, port: string): boolean {
  if (!isUnused(node, port)) return speedOf(node, port) === FIBRE_MBPS;
  if (node.ports.length < PORTS_WITH_CAGES) return false;
  const free = node.ports.filter((name) => isUnused(node, name));
  return free.slice(-CAGES).includes(port);
}

function portState(node: Node, port: string, t: number): object {
  const isUplink = port === uplinkPort(node);
  const optical = isOptical(node, port);
  const poe = isUplink || optical ? {} : { poe: powerState(node, port) };
  const transceiver = optical ? { 'transceiver-info': TRANSCEIVER } : {};
  if (isUnused(node, port)) return { carrier: false, ...poe, ...transceiver };
  const linked = isLinked(node, port);
  const configured = node.configuredPorts?.get(port);
  const speed = configured?.speedMbps ?? speedOf(node, port);
  return {
    counters: countersOf(
      portCounter(node, port, t),
      'switch',
      isUplink ? 'up' : 'down',
      bytesPerError(node, port),
    ),
    carrier: linked,
    ...(linked ? { speed, duplex: configured?.duplex ?? 'full' } : {}),
    ...poe,
    ...transceiver,
  };
}

function powerState(node: Node, port: string): object {
  const watts = wattsAt(node, port);
  if (isUnused(node, port)) return { status: node.powerOff.has(port) ? 'Disabled' : 'Searching' };
  const status = node.powerOff.has(port) ? 'Disabled' : watts > 0 ? 'Delivering Power' : 'Searching';
  return {
    counters: NO_FAULTS,
    'class-requested': watts > 0 ? 4 : 0,
    'class-assigned': watts > 0 ? 4 : 0,
    'output-power': Math.round(watts * MILLIWATTS),
    'output-current': Math.round((watts / 53.1) * 1000),
    'output-voltage': watts > 0 ? '53.1' : '0.0',
    temp: '41',
    status,
    'fault-status': 'No Fault',
  };
}

function vlanOf({ configuredPorts }: Node, port: string): number | null {
  return configuredPorts === null ? MANAGEMENT_VLAN : (configuredPorts.get(port)?.vlan ?? null);
}

function vlansOf(node: Node, port: string): object {
  return { untagged: vlanOf(node, port), tagged: node.configuredPorts?.get(port)?.tagged ?? [] };
}

/** Its own network, and what its configuration adds. */
function routesOf(node: Node): object[] {
  const direct = `${node.ip.split('.').slice(0, 2).join('.')}.0.0/16`;
  return [
    { prefix: direct, nextHop: null, interface: 'VLAN1', metric: 0, type: 'direct' },
    ...node.staticRoutes.map((route) => ({ ...route, interface: 'VLAN1', type: 'static' })),
  ];
}

/** MAC addresses of wired clients, of devices at the ports and of the gateway behind the uplink. */
function forwardingOf(node: Node): Record<string, Record<string, string[]>> {
  const learned: Record<string, Record<string, string[]>> = {};
  for (const [port, host] of node.hosts) {
    const vlan = vlanOf(node, port);
    if (host.association !== null && vlan !== null) learned[port] = { [vlan]: [host.mac] };
  }
  for (const child of node.children) {
    const port = child.parentPort;
    const vlan = port === null ? null : vlanOf(node, port);
    if (port !== null && vlan !== null && isLinked(node, port)) learned[port] = { [vlan]: [child.mac] };
  }
  const up = uplinkPort(node);
  if (node.parent?.isUp && isLinked(node, up))
    learned[up] = { [vlanOf(node, up) ?? MANAGEMENT_VLAN]: [gatewayOf(node).mac] };
  return learned;
}
