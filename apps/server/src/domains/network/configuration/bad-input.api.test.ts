import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { errorKeyOf } from '@airloom/contract/errors';
import { LANGUAGES } from '@airloom/contract/languages';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildAccount, buildOrganization, buildSite, type Person } from '../../../testing/builders.ts';
import {
  buildNetwork,
  networkValue,
  newNetwork,
  WIFI_PASSWORD,
} from '../../../testing/configuration-builders.ts';
import { buildDevice } from '../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let owner: Person;
let enterpriseUUID: string;
let harbour: string;
let east: string;
let gatewayUUID: string;
let switchUUID: string;
let networkUUID: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await buildAccount(server);
  enterpriseUUID = await buildOrganization(server, owner, 'North');
  harbour = await buildSite(server, owner, enterpriseUUID, 'Harbour');
  east = await buildSite(server, owner, enterpriseUUID, 'East');
  gatewayUUID = (await buildDevice(server, owner, { siteId: harbour, kind: 'gateway', managed: true })).id;
  switchUUID = (await buildDevice(server, owner, { siteId: harbour, kind: 'switch', managed: true })).id;
  await buildNetwork(server, owner, organization(), { ssid: 'All' });
  networkUUID = await buildNetwork(server, owner, site(harbour), { ssid: 'Quay' });
});
afterAll(() => server.stop());

afterEach(async () => {
  const stored = await server.platform.database.withTenant(owner, (tx) =>
    tx.first(sql<{ drafts: number; settings: number }>`
      select (select count(*) from setting_draft)::int as drafts, (select count(*) from setting)::int as settings`),
  );
  expect(stored).toEqual({ drafts: 0, settings: 2 });
});

const as = () => ({ as: owner.token });
const organization = () => ({ level: 'organization', uuid: enterpriseUUID }) as const;
const site = (uuid: string) => ({ level: 'site', uuid }) as const;
const keyOf = ({ code }: { readonly code: number }) => errorKeyOf(code);
const gatewayAuth = (): SettingEdit => ({
  kind: 'gatewayAuth',
  settingUUID: null,
  baseVersion: null,
  place: { level: 'device', uuid: gatewayUUID },
  value: {
    enabled: true,
    interface: 'lan1',
    serverAddress: '10.0.0.5',
    serverPort: 1812,
    sharedKey: 'between-servers',
  },
});

const badNetwork = (value: object) => ({ ...newNetwork(site(east)), value: { ...networkValue(), ...value } });
const badAuth = (value: object) => ({ ...gatewayAuth(), value: { ...gatewayAuth().value, ...value } });
const badList = (value: object) => ({
  kind: 'whitelist',
  settingUUID: null,
  baseVersion: null,
  place: site(east),
  value: { addresses: [], domains: [], ...value },
});
const badRadio = (band: string, value: object) => ({
  kind: 'radios',
  settingUUID: null,
  baseVersion: null,
  place: site(east),
  value: { bands: { [band]: value } },
});
const radius = { host: '10.0.0.9', port: 1812, accountingPort: null, secret: 'radius-secret' };
const limits = { upKbps: null, downKbps: null, clientUpKbps: null, clientDownKbps: null };
const MAC = 'AA-BB-CC-00-00-01';
const key = { name: 'One', key: 'private-key-1', mac: '', vlan: null };

const BAD: readonly (readonly [string, () => object, string])[] = [
  ['ssid', () => badNetwork({ ssid: '' }), 'validation.required'],
  ['ssid', () => badNetwork({ ssid: '网'.repeat(11) }), 'validation.tooManyBytes'],
  ['password', () => badNetwork({ password: 'short' }), 'validation.password.length'],
  ['password', () => badNetwork({ password: 'zażółć gęślą' }), 'validation.wirelessPassword'],
  ['password', () => badNetwork({ password: null }), 'validation.required'],
  ['offTimes.0.start', () => badNetwork({ offTimes: [{ start: '25:00', end: '26:00' }] }), 'validation.time'],
  [
    'offTimes.0.end',
    () => badNetwork({ offTimes: [{ start: '09:00', end: '08:00' }] }),
    'validation.endBeforeStart',
  ],
  ['vlan', () => badNetwork({ vlan: 5000 }), 'validation.range'],
  ['bands', () => badNetwork({ bands: [] }), 'validation.selectOne'],
  ['encryption', () => badNetwork({ encryption: 'wpa2', bands: ['6G'] }), 'validation.sixGigahertz'],
  [
    'fastRoaming',
    () => badNetwork({ encryption: 'open', password: null, fastRoaming: true }),
    'validation.fastRoamingOpen',
  ],
  ['privateKeys', () => badNetwork({ privateKeys: [key] }), 'validation.privateKeysWpa2'],
  ['privateKeys', () => badNetwork({ encryption: 'wpa2', privateKeys: [key, key] }), 'validation.duplicate'],
  [
    'privateKeys',
    () => badNetwork({ encryption: 'wpa2', privateKeys: [key, { ...key, name: 'Two' }] }),
    'validation.sameKey',
  ],
  [
    'privateKeys',
    () =>
      badNetwork({
        encryption: 'wpa2',
        privateKeys: ['1', '2'].map((name) => ({ ...key, name, key: `private-${name}`, mac: MAC })),
      }),
    'validation.sameMac',
  ],
  ['radius', () => badNetwork({ encryption: 'enterprise', password: null }), 'validation.required'],
  ['radius.host', () => badNetwork({ radius: { ...radius, host: '!' } }), 'validation.host'],
  [
    'radius.host',
    () => badNetwork({ radius: { ...radius, host: '127.0.0.1' } }),
    'validation.reservedAddress',
  ],
  [
    'bandwidth.clientUpKbps',
    () => badNetwork({ bandwidth: { ...limits, upKbps: 100, clientUpKbps: 200 } }),
    'validation.clientBandwidth',
  ],
  ['sharedKey', () => badAuth({ sharedKey: 'what?' }), 'validation.sharedKey'],
  ['serverAddress', () => badAuth({ serverAddress: 'host' }), 'validation.ipAddress'],
  ['serverAddress', () => badAuth({ serverAddress: '127.0.0.1' }), 'validation.reservedAddress'],
  ['addresses.0', () => badList({ addresses: ['10.0.0.0/33'] }), 'validation.ipMember'],
  ['domains.0', () => badList({ domains: ['https://example.com'] }), 'validation.domain'],
  ['domains', () => badList({ domains: ['example.com', 'EXAMPLE.com'] }), 'validation.duplicate'],
  ['bands.2G.channel', () => badRadio('2G', { channel: 36 }), 'validation.channel'],
  ['bands.2G.widthMhz', () => badRadio('2G', { widthMhz: 80 }), 'validation.channelWidth'],
  ['bands.5G.widthMhz', () => badRadio('5G', { channel: 165, widthMhz: 40 }), 'validation.channelWidth'],
  ['bands.5G.allowedChannels', () => badRadio('5G', { allowedChannels: [36, 36] }), 'validation.duplicate'],
  ['bands.6G.minimumRateKbps', () => badRadio('6G', { minimumRateKbps: 5500 }), 'validation.minimumRate'],
  // Allowed elsewhere: the site is in Poland.
  ['bands.5G.channel', () => badRadio('5G', { channel: 149 }), 'validation.channel'],
  ['bands.5G.widthMhz', () => badRadio('5G', { channel: 140, widthMhz: 80 }), 'validation.channelWidth'],
  ['bands.2G.powerDbm', () => badRadio('2G', { powerDbm: 21 }), 'validation.transmitPower'],
];

test.each(BAD)('refuses %s of bad input in every language (%#)', async (field, edit, expected) => {
  const messages = new Set<string>();
  for (const language of LANGUAGES) {
    const input = { place: site(east), edits: [edit()] };
    const answer = await server.send('addToDraft', input, { ...as(), language });
    expect(keyOf(answer)).toBe('invalidInput');
    expect(answer.failure.fields?.[`edits.0.value.${field}`]?.key).toBe(expected);
    messages.add(answer.msg);
  }
  expect(messages.size).toBe(LANGUAGES.length);
});

test.each([
  ['levelNotAllowed', () => ({ ...newNetwork({ level: 'device', uuid: gatewayUUID }) })],
  ['settingNotOfDevice', () => ({ ...gatewayAuth(), place: { level: 'device', uuid: switchUUID } })],
  [
    'settingNotOfDevice',
    () => ({ ...badRadio('5G', { powerDbm: 10 }), place: { level: 'device', uuid: switchUUID } }),
  ],
  ['ssidTaken', () => newNetwork(site(east), { ssid: 'All' })],
  ['notFound', () => newNetwork(site(east), { targets: { kind: 'sites', siteUUIDs: [harbour] } })],
  ['notFound', () => ({ ...newNetwork(site(east)), settingUUID: networkUUID, baseVersion: 1 })],
] as const)('refuses an edit that does not fit other settings: %s (%#)', async (expected, edit) => {
  const input = { place: organization(), edits: [edit()] };
  expect(keyOf(await server.send('addToDraft', input, as()))).toBe(expected);
  const source = { kind: 'edits', edits: [edit()] };
  expect(keyOf(await server.send('reviewChange', { source }, as()))).toBe(expected);
});

test('refuses a private key that equals the stored password of the network', async () => {
  const row = await server.platform.database.withTenant(owner, (tx) =>
    tx.first(sql<{ password: object; version: number }>`
      select value->'password' as password, version from setting where id = ${networkUUID}`),
  );
  const edit = (text: string) => ({
    ...newNetwork(site(harbour)),
    settingUUID: networkUUID,
    baseVersion: row?.version,
    value: {
      ...networkValue(),
      ssid: 'Quay',
      encryption: 'wpa2',
      password: row?.password,
      privateKeys: [{ ...key, key: text }],
    },
  });
  const review = async (text: string) =>
    keyOf(await server.send('reviewChange', { source: { kind: 'edits', edits: [edit(text)] } }, as()));
  expect(await review(WIFI_PASSWORD)).toBe('invalidInput');
  expect(await review('another-private-key')).not.toBe('invalidInput');
});
