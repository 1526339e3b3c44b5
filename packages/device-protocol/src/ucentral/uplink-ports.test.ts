import { expect, test } from 'vitest';
import { portSamples } from './ports.ts';
import { state as stateSchema } from './state-schema.ts';

const PORTS = ['Ethernet0', 'Ethernet1', 'Ethernet2', 'Ethernet3'];
const GATEWAY_MAC = '02:00:00:00:00:01';
const OTHER_MAC = '02:00:00:00:00:02';

/** Ethernet3 has no link. */
function uplinksWith(parts: object): string[] {
  const ports = Object.fromEntries(PORTS.map((port) => [port, { carrier: port !== 'Ethernet3' }]));
  const state = stateSchema.parse({
    'link-state': { upstream: ports },
    'mac-forwarding-table': {
      overflow: false,
      Ethernet1: { 1: [OTHER_MAC] },
      Ethernet2: { 1: [GATEWAY_MAC, '02:00:00:00:00:03'] },
      Ethernet3: { 1: [GATEWAY_MAC] },
    },
    'default-gateway': [],
    ...parts,
  });
  return portSamples(state).flatMap(({ name, uplink }) => (uplink ? [name] : []));
}

const byIp = { 'default-gateway': [{ dest: '0.0.0.0/0', via: '192.0.2.1' }] };
const neighbour = (mac: string, ip: string, ports?: string[]) => ({
  interfaces: [{ name: 'VLAN1', clients: [{ mac, ipv4_addresses: [ip], ...(ports ? { ports } : {}) }] }],
});
const peer = (port: string, own: object) => ({ 'lldp-peers': { upstream: { [port]: [own] } } });

test.each<[string, object, string[]]>([
  ['the named one, whatever else is reported', { uplink_interface: 'Ethernet0', ...byIp }, ['Ethernet0']],
  ['of which the gateway names the port', { 'default-gateway': [{ port: 'Ethernet1' }] }, ['Ethernet1']],
  [
    'at which the MAC of the gateway was learned',
    { 'default-gateway': [{ mac: GATEWAY_MAC }] },
    ['Ethernet2'],
  ],
  [
    'at which the MAC that has its IP address was learned',
    { ...byIp, ...neighbour(GATEWAY_MAC, '192.0.2.1') },
    ['Ethernet2'],
  ],
  [
    'of the neighbour that has its IP address',
    { ...byIp, ...neighbour('02:00:00:00:00:09', '192.0.2.1', ['Ethernet0']) },
    ['Ethernet0'],
  ],
  [
    'with an LLDP neighbour that has its IP address',
    { ...byIp, ...peer('Ethernet1', { mac: OTHER_MAC, management_ips: ['192.0.2.1'] }) },
    ['Ethernet1'],
  ],
  [
    'with an LLDP neighbour that has its MAC, and at which it was learned',
    { 'default-gateway': { mac: GATEWAY_MAC }, ...peer('Ethernet0', { mac: GATEWAY_MAC }) },
    ['Ethernet0', 'Ethernet2'],
  ],
])('the uplink is the port %s', (_, parts, expected) => {
  expect(uplinksWith(parts)).toEqual(expected);
});

test.each<[string, object]>([
  ['no gateway', {}],
  ['a gateway of which nothing is known', byIp],
  ['another neighbour', { ...byIp, ...neighbour(GATEWAY_MAC, '192.0.2.7') }],
  [
    'an LLDP neighbour that is not the gateway',
    { ...byIp, ...peer('Ethernet1', { mac: OTHER_MAC, management_ips: ['192.0.2.7'] }) },
  ],
  ['a port without link', { 'default-gateway': [{ port: 'Ethernet3' }] }],
  ['nonsense', { 'default-gateway': ['x', null, 7, { mac: 'x', port: 3, via: '' }] }],
  ['a VLAN instead of a port', { 'default-gateway': [{ interface: 'VLAN1' }] }],
])('no port is the uplink with %s', (_, parts) => {
  expect(uplinksWith(parts)).toEqual([]);
});
