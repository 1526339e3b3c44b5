import type { LearnedAddresses } from '../model.ts';
import { colonMac, textOf, textOrNull } from './figures.ts';
import { macTableOf } from './mac-table.ts';
import type { DeviceState } from './state-schema.ts';

interface Gateway {
  readonly ports: readonly string[];
  readonly macs: readonly string[];
  readonly ips: readonly string[];
}

const PORT_FIELDS = ['port', 'out-port', 'interface'];
const IP_FIELDS = ['via', 'ip', 'nexthop', 'gateway'];

/**
 * Uplinks of a switch: the port that it names, or else those behind which its default gateway is. Clients name the gateway
 * by its port, its MAC or its IP address. An address is found in the list of neighbours, as LLDP neighbour, and in the
 * forwarding table. Empty when nothing shows it.
 */
export function uplinkPortsOf(state: DeviceState): ReadonlySet<string> {
  const named = textOrNull(state.uplink_interface);
  if (named !== null) return new Set([named]);
  const gateway = gatewayOf(state['default-gateway']);
  const neighbours = (state.interfaces ?? [])
    .flatMap(({ clients }) => clients ?? [])
    .filter(({ ipv4_addresses: ips }) => ips?.some((ip) => gateway.ips.includes(ip)) === true);
  const macs = new Set([...gateway.macs, ...neighbours.flatMap(({ mac }) => colonMac(mac) ?? [])]);
  const ports = [
    ...gateway.ports,
    ...neighbours.flatMap(({ ports: at }) => at ?? []),
    ...lldpPorts(state, gateway.ips, macs),
    ...learnedPorts(macTableOf(state), macs),
  ];
  return new Set(ports.map((port) => textOf(port)).filter((port) => isLinked(state, port)));
}

function gatewayOf(reported: unknown): Gateway {
  const entries = (Array.isArray(reported) ? reported : [reported]).filter(isRecord);
  const texts = (fields: readonly string[]) =>
    entries.flatMap((entry) =>
      fields.flatMap((field) => {
        const value = entry[field];
        return typeof value === 'string' && value !== '' ? [value] : [];
      }),
    );
  return {
    ports: texts(PORT_FIELDS),
    macs: texts(['mac']).flatMap((mac) => colonMac(mac) ?? []),
    ips: texts(IP_FIELDS).filter((ip) => ip !== '0.0.0.0'),
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function lldpPorts(state: DeviceState, ips: readonly string[], macs: ReadonlySet<string>): string[] {
  const { upstream, downstream } = state['lldp-peers'] ?? {};
  return [...Object.entries(upstream ?? {}), ...Object.entries(downstream ?? {})].flatMap(([port, peers]) => {
    const isGateway = peers.some(
      ({ mac, management_ips: own }) =>
        macs.has(colonMac(mac ?? '') ?? '') || own?.some((ip) => ips.includes(ip)) === true,
    );
    return isGateway ? [port] : [];
  });
}

function learnedPorts(table: readonly LearnedAddresses[], macs: ReadonlySet<string>): string[] {
  return table.flatMap(({ port, macs: learned }) => (learned.some((mac) => macs.has(mac)) ? [port] : []));
}

function isLinked(state: DeviceState, name: string): boolean {
  const { upstream, downstream } = state['link-state'] ?? {};
  return Boolean((upstream?.[name] ?? downstream?.[name])?.carrier);
}
