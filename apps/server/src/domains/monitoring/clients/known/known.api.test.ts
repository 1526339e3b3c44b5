import { CLIENT_LIMITS } from '@airloom/contract/clients/clients.limits';
import { ALL_GRANTS } from '@airloom/contract/permissions';
import { DAY, HOUR } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  type Person,
} from '../../../../testing/builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { buildPersonWith } from '../../../../testing/role-builders.ts';
import { buildTerminal } from '../../../../testing/terminal-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { searchClients } from './client-search.repository.ts';

let server: TestServer;
let owner: Person;
let harbour: string;
let hill: string;
let pier: string;
let top: string;
let cupboard: string;
let ofHarbour: Person;
let ofHill: Person;
const start = Date.now();
const ago = (ms: number) => new Date(start - ms);

const [phone, moved, old, wired] = [
  'a4:83:e7:00:00:01',
  'a4:83:e7:00:00:02',
  'a4:83:e7:00:00:03',
  '02:11:22:33:44:55',
] as const;

beforeAll(async () => {
  server = await startTestServer();
  owner = await buildAccount(server);
  harbour = await buildSite(server, owner, await buildOrganization(server, owner, 'North'), 'Harbour');
  hill = await buildSite(server, owner, await buildOrganization(server, owner, 'South'), 'Hill');
  pier = (await buildDevice(server, owner, { siteId: harbour, name: 'Pier', status: 'online' })).id;
  top = (await buildDevice(server, owner, { siteId: hill, name: 'Top', status: 'online' })).id;
  cupboard = (await buildDevice(server, owner, { siteId: harbour, name: 'Rack', kind: 'switch' })).id;
  const atHarbour = { siteId: harbour, deviceId: pier };
  await buildTerminal(server, owner, { ...atHarbour, mac: phone, hostname: 'iphone-7', ip: '10.0.0.10' });
  // It was at the harbour, and is on the hill now.
  const harbourVisit = { ...atHarbour, mac: moved, hostname: 'harbour-name', ip: '10.0.0.11' };
  await buildTerminal(server, owner, {
    ...harbourVisit,
    startedAt: ago(3 * DAY),
    endedAt: ago(2 * DAY),
    tx: 7,
  });
  const hillVisit = { siteId: hill, deviceId: top, mac: moved, hostname: 'hill-name', ip: '10.9.0.11' };
  await buildTerminal(server, owner, hillVisit);
  const days = (CLIENT_LIMITS.knownDays + 1) * DAY;
  await buildTerminal(server, owner, {
    ...atHarbour,
    mac: old,
    startedAt: ago(days + HOUR),
    endedAt: ago(days),
  });
  await buildTerminal(server, owner, {
    siteId: harbour,
    deviceId: cupboard,
    mac: wired,
    band: null,
    name: 'Till 3',
    startedAt: ago(HOUR),
    endedAt: ago(HOUR / 2),
  });
  ofHarbour = await buildMember(server, owner, 'siteOperator', { siteIds: [harbour] });
  ofHill = await buildMember(server, owner, 'siteOperator', { siteIds: [hill] });
});
afterAll(() => server.stop());

async function known(input: object, as: Person = owner) {
  const { data } = await server.call('listKnownTerminals', input, { as: as.token });
  expect(data.total).toBe(data.rows.length);
  return data.rows;
}
const macs = async (input: object, as?: Person) => (await known(input, as)).map(({ mac }) => mac);

test('lists each client once at its last place, with its state, for 30 days', async () => {
  const rows = await known({});
  expect(new Set(rows.map(({ mac }) => mac))).toEqual(new Set([phone, moved, wired]));
  expect(rows).toHaveLength(3);
  expect(rows.find(({ mac }) => mac === moved)).toMatchObject({
    isOnline: true,
    hostname: 'hill-name',
    siteName: 'Hill',
    device: { name: 'Top' },
  });
  expect(rows.at(-1)).toMatchObject({
    mac: wired,
    name: 'Till 3',
    isOnline: false,
    port: 'LAN2',
    band: null,
    siteName: 'Harbour',
    lastSeenAt: ago(HOUR / 2).toISOString(),
  });
  expect(await macs({ sort: 'lastSeenAt' })).toEqual(rows.map(({ mac }) => mac).toReversed());
});

test('lists a client of another site as it was last seen here, and offline', async () => {
  const [here] = (await known({ siteUUID: harbour })).filter(({ mac }) => mac === moved);
  expect(here).toMatchObject({
    isOnline: false,
    hostname: 'harbour-name',
    ip: '10.0.0.11',
    siteName: 'Harbour',
    device: { name: 'Pier' },
    downBytes: 7,
    lastSeenAt: ago(2 * DAY).toISOString(),
  });
});

test('shows nothing of other sites to an operator', async () => {
  const [row] = await known({ search: moved }, ofHarbour);
  expect(row).toMatchObject({ isOnline: false, hostname: 'harbour-name', siteName: 'Harbour' });
  expect(JSON.stringify(row)).not.toMatch(/[Hh]ill|10\.9|Top/);
  expect(await macs({ search: 'hill-name' }, ofHarbour)).toEqual([]);
  expect(await macs({ search: '10.9.0' }, ofHarbour)).toEqual([]);
  expect(await macs({ siteUUID: hill }, ofHarbour)).toEqual([]);
  expect(await macs({ search: phone }, ofHill)).toEqual([]);
  expect(await macs({ search: 'a483e7' }, ofHill)).toEqual([moved]);
  expect(await macs({}, ofHill)).toEqual([moved]);
});

test('shows clients at devices of visible classes only', async () => {
  const person = await buildPersonWith(server, owner, ['authuserOnline_view', 'switch_device'], {
    siteUUIDs: [harbour, hill],
  });
  expect(await macs({}, person)).toEqual([wired]);
  expect(await macs({ search: phone }, person)).toEqual([]);
});

test.each([
  ['a4-83-E7-00-00-01', [phone]],
  ['A483.E700.0001', [phone]],
  ['a483e7000001', [phone]],
  ['A4:83:E7', [moved, phone]],
  ['a483e7', [moved, phone]],
  ['0000 01', []],
  ['e7:00:00:01', [phone]],
  ['10.0.0.1', [phone]],
  ['hill-n', [moved]],
  ['iPhone', [phone]],
  ['till', [wired]],
  ['ti', [wired]],
  ['100%', []],
] as const)('searching for %s', async (search, found) => {
  expect(new Set(await macs({ search }))).toEqual(new Set(found));
});

test('looks up addresses only for texts that few clients contain', async () => {
  const { tenant } = await buildAccount(server);
  const other = { tenant, reach: { kind: 'all' as const }, grants: new Set(ALL_GRANTS) };
  const { database } = server.platform;
  await database.asSystem((tx) =>
    tx.run(sql`
      insert into known_terminal (tenant_id, mac, site_id, device_kind, device_id, ip, hostname, ssid, band, channel,
        port, signal, rx_bytes, tx_bytes, last_seen_at, is_open)
      select ${other.tenant}, '06:00:00:00:' || substr(lpad(to_hex(n), 4, '0'), 1, 2) || ':'
        || substr(lpad(to_hex(n), 4, '0'), 3, 2), null, 'ap', ${pier}, '', 'scanner-' || n, '', null, null, '', null, 0,
        0, now() - n * interval '1 second', false
      from generate_series(1, 1500) n`),
  );
  const macsOf = (text: string) =>
    database.withTenant(other, async (tx) => (await searchClients(tx, other, text))?.macs);
  expect(await macsOf('scanner-')).toBeNull();
  expect(await macsOf('06:00')).toBeNull();
  expect(await macsOf('scanner-1499')).toEqual(['06:00:00:00:05:db']);
  expect(await macsOf('06-00-00-00-05-db')).toEqual(['06:00:00:00:05:db']);
  expect(await macsOf('06:00:00:00:05:d')).toHaveLength(13);
});

test('searches a text that most clients contain in the latest ones only, and says so', async () => {
  const crowd = await buildAccount(server);
  const site = await buildSite(server, crowd, await buildOrganization(server, crowd, 'Fair'), 'Hall');
  const { id: device } = await buildDevice(server, crowd, { siteId: site, name: 'Gate', status: 'online' });
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`
      insert into known_terminal (tenant_id, mac, site_id, device_kind, device_id, ip, hostname, ssid, band, channel,
        port, signal, rx_bytes, tx_bytes, last_seen_at, is_open)
      select ${crowd.tenant}, '06:00:00:00:' || substr(lpad(to_hex(n), 4, '0'), 1, 2) || ':'
        || substr(lpad(to_hex(n), 4, '0'), 3, 2), ${site}, 'ap', ${device}, '', 'badge-' || n, '', null, null, '', null,
        0, 0, now() - n * interval '1 second', false
      from generate_series(1, ${CLIENT_LIMITS.searchedMax + 500}::int) n`),
  );
  const find = async (search: string) =>
    (await server.call('listKnownTerminals', { search }, { as: crowd.token })).data;
  for (const text of ['badge-', '06:00']) {
    const found = await find(text);
    expect(found).toMatchObject({ isPartial: true, total: CLIENT_LIMITS.searchedMax + 1 });
    expect(found.rows[0]?.hostname).toBe('badge-1');
  }
  expect(await find('badge-5400')).toMatchObject({ isPartial: false, total: 1 });
  expect(await find('06:00:00:00:15:1')).toMatchObject({ isPartial: false, total: 16 });
});
