import { expect, it } from 'vitest';
import { gatewayAuthInput, whitelistInput } from './guest-lists.rules.ts';
import { radiosInput } from './radio.rules.ts';
import { wirelessNetworkInput } from './wireless-network.rules.ts';

const NO_LIMIT = { upKbps: null, downKbps: null, clientUpKbps: null, clientDownKbps: null };
const RADIUS = { host: '10.0.0.9', port: 1812, accountingPort: null, secret: 'radius-secret' };
const NETWORK = {
  ssid: 'Office',
  enabled: true,
  hidden: false,
  encryption: 'wpa2',
  password: 'network-password',
  vlan: null,
  fastRoaming: false,
  clientIsolation: false,
  bands: ['2G', '5G'],
  bandwidth: NO_LIMIT,
  targets: { kind: 'all' },
};
const ENTERPRISE = { ...NETWORK, encryption: 'enterprise', password: null };
const AUTH = {
  enabled: true,
  interface: 'LAN',
  serverAddress: '203.0.113.9',
  serverPort: 8080,
  sharedKey: 'secret',
};
const ID = '00000000-0000-4000-8000-000000000001';

const network = (value: object) => wirelessNetworkInput.safeParse({ ...NETWORK, ...value });
const radius = (value: object) =>
  wirelessNetworkInput.safeParse({ ...ENTERPRISE, radius: { ...RADIUS, ...value } });
const auth = (value: object) => gatewayAuthInput.safeParse({ ...AUTH, ...value });
const radio = (value: object) => radiosInput.safeParse({ bands: { '5G': value } });
const whitelist = (value: object) => whitelistInput.safeParse({ addresses: [], domains: [], ...value });

const key = (place: number, value: object = {}) => ({
  name: `Person ${place}`,
  key: `private-key-${place}`,
  mac: '',
  vlan: null,
  ...value,
});
const keys = (...rows: object[]) => network({ privateKeys: rows });
const manyKeys = (count: number) =>
  network({ privateKeys: Array.from({ length: count }, (_, at) => key(at)) });
const addresses = (count: number) =>
  whitelist({ addresses: Array.from({ length: count }, (_, at) => `203.0.113.${at}`) });
const domains = (count: number) =>
  whitelist({ domains: Array.from({ length: count }, (_, at) => `host${at}.example`) });

/** The last accepted value and the first refused one. */
it.each([
  ['32 bytes of an SSID', network({ ssid: 'a'.repeat(32) }), network({ ssid: 'a'.repeat(33) })],
  ['rare Han characters of four bytes', network({ ssid: '𠮷'.repeat(8) }), network({ ssid: '𠮷'.repeat(9) })],
  ['password of 8', network({ password: 'a'.repeat(8) }), network({ password: 'a'.repeat(7) })],
  ['password of 63', network({ password: 'a'.repeat(63) }), network({ password: 'a'.repeat(64) })],
  ['VLAN 1', network({ vlan: 1 }), network({ vlan: 0 })],
  ['VLAN 4094', network({ vlan: 4094 }), network({ vlan: 4095 })],
  [
    'bandwidth 8',
    network({ bandwidth: { ...NO_LIMIT, upKbps: 8 } }),
    network({ bandwidth: { ...NO_LIMIT, upKbps: 7 } }),
  ],
  [
    'bandwidth 4194303',
    network({ bandwidth: { ...NO_LIMIT, downKbps: 4_194_303 } }),
    network({ bandwidth: { ...NO_LIMIT, downKbps: 4_194_304 } }),
  ],
  [
    'fast roaming needs keys',
    network({ fastRoaming: true }),
    network({ encryption: 'enhancedOpen', password: null, fastRoaming: true }),
  ],
  ['each band once', network({ bands: ['5G'] }), network({ bands: ['5G', '5G'] })],
  [
    'each target once',
    network({ targets: { kind: 'sites', siteUUIDs: [ID] } }),
    network({ targets: { kind: 'sites', siteUUIDs: [ID, ID] } }),
  ],
  ['256 private keys', manyKeys(256), manyKeys(257)],
  ['VLAN of a private key', keys(key(1, { vlan: 4094 })), keys(key(1, { vlan: 4095 }))],
  ['length of a private key', keys(key(1, { key: 'a'.repeat(63) })), keys(key(1, { key: 'a'.repeat(64) }))],
  ['private keys differ', keys(key(1), key(2)), keys(key(1), key(2, { key: 'private-key-1' }))],
  ['private key and password differ', keys(key(1)), keys(key(1, { key: NETWORK.password }))],
  [
    'one private key for each MAC',
    keys(key(1, { mac: 'AA-BB-CC-00-00-01' }), key(2, { mac: 'AA-BB-CC-00-00-02' })),
    keys(key(1, { mac: 'AA-BB-CC-00-00-01' }), key(2, { mac: 'aa-bb-cc-00-00-01' })),
  ],
  ['RADIUS port 1024', radius({ port: 1024 }), radius({ port: 1023 })],
  ['RADIUS port 65535', radius({ port: 65_535 }), radius({ port: 65_536 })],
  ['RADIUS key of 32', radius({ secret: 'a'.repeat(32) }), radius({ secret: 'a'.repeat(33) })],
  ['RADIUS key of 1', radius({ secret: 'a' }), radius({ secret: '' })],
  ['gateway key of 32', auth({ sharedKey: 'a'.repeat(32) }), auth({ sharedKey: 'a'.repeat(33) })],
  ['gateway key of 1', auth({ sharedKey: 'a' }), auth({ sharedKey: '' })],
  ['gateway port 1', auth({ serverPort: 1 }), auth({ serverPort: 0 })],
  ['gateway port 65535', auth({ serverPort: 65_535 }), auth({ serverPort: 65_536 })],
  ['10 addresses', addresses(10), addresses(11)],
  ['10 domains', domains(10), domains(11)],
  ['1 client', radio({ clientsMax: 1 }), radio({ clientsMax: 0 })],
  ['512 clients', radio({ clientsMax: 512 }), radio({ clientsMax: 513 })],
  ['power 30', radio({ powerDbm: 30 }), radio({ powerDbm: 31 })],
])('%s', (_, accepted, refused) => {
  expect(accepted.error?.issues ?? []).toEqual([]);
  expect(refused.success).toBe(false);
});
