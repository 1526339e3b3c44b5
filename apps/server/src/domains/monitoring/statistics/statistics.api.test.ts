import { DEVICE_KINDS } from '@airloom/contract/devices/device-classes';
import { OK } from '@airloom/contract/errors';
import type { Grant } from '@airloom/contract/permissions';
import { DAY, HOUR } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCsv } from '../../../platform/sheets/csv.ts';
import { buildAlarm } from '../../../testing/alarm-builders.ts';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  type Person,
} from '../../../testing/builders.ts';
import { buildDevices } from '../../../testing/device-builders.ts';
import { pdfPages } from '../../../testing/pdf-text.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let owner: Person;
let operator: Person;
let stranger: Person;
let north: string;
let harbour: string;
let hill: string;

beforeAll(async () => {
  server = await startTestServer();
  owner = await buildAccount(server);
  stranger = await buildAccount(server);
  north = await buildOrganization(server, owner, 'North');
  harbour = await buildSite(server, owner, north, 'Harbour');
  hill = await buildSite(server, owner, await buildOrganization(server, owner, 'South'), 'Hill');
  operator = await buildMember(server, owner, 'siteOperator', { siteIds: [hill] });
  await buildDevices(server, owner, [
    { siteId: harbour, name: '=cmd|calc', model: '=1+1', status: 'online', upgradeStatus: 'upgradeFailed' },
    { siteId: harbour, kind: 'switch', model: 'S-1', version: '2.0' },
    { siteId: hill, model: 'A-1', version: '1.0', status: 'online', upgradeStatus: 'upgrading' },
    { siteId: null, name: 'waiting' },
  ]);
  await server.platform.database.asSystem(async (tx) => {
    await tx.run(sql`update device set configuration_state = 'refused' where model = 'A-1'`);
    await tx.run(sql`update site set latitude = 54, longitude = 18 where id = ${harbour}`);
  });
  const of = { siteId: harbour, siteName: 'Harbour' };
  await buildAlarm(server, owner, { ...of, level: 'secondary' });
  await buildAlarm(server, owner, { ...of, level: 'urgent', part: 'other' });
  await buildAlarm(server, owner, { ...of, level: 'urgent', clearedAt: server.platform.now() });
});
afterAll(() => server.stop());

const health = async (person: Person, place: object = {}) =>
  (await server.call('siteHealth', place, { as: person.token })).data;
const sitesSeen = async (person: Person, place: object = {}) => (await health(person, place)).sites;

test('returns devices, most severe alarm and position of each site', async () => {
  expect(await sitesSeen(owner)).toEqual([
    {
      siteUUID: harbour,
      siteName: 'Harbour',
      enterpriseUUID: north,
      coordinates: { latitude: 54, longitude: 18 },
      devices: 2,
      online: 1,
      offline: 1,
      outdated: 0,
      levels: { urgent: 1, important: 0, secondary: 1, notice: 0 },
      clients: 0,
      alarms: 2,
      level: 'urgent',
      state: 'trouble',
    },
    expect.objectContaining({
      siteUUID: hill,
      devices: 1,
      online: 1,
      alarms: 0,
      level: null,
      state: 'well',
      coordinates: null,
    }),
  ]);
  expect(await sitesSeen(owner, { enterpriseUUID: north })).toHaveLength(1);
  expect((await sitesSeen(operator)).map(({ siteUUID }) => siteUUID)).toEqual([hill]);
  expect(await sitesSeen(operator, { siteUUID: harbour })).toEqual([]);
  expect(await health(stranger, { siteUUID: harbour })).toEqual({
    counting: false,
    kinds: [...DEVICE_KINDS],
    sites: [],
    totals: {
      sites: 0,
      unplaced: 0,
      devices: 0,
      online: 0,
      offline: 0,
      alarms: 0,
      states: { trouble: 0, attention: 0, well: 0, pending: 0, empty: 0, unknown: 0 },
    },
  });
});

test('hides alarms and clients without the permission', async () => {
  const as = { as: owner.token };
  const person = await buildMember(server, owner, 'siteObserver', { siteIds: [harbour] });
  const becomes = async (name: string, permissions: Grant[]): Promise<void> => {
    const role = await server.call('createRole', { name, permissions }, as);
    const member = { subAccountUUID: person.membershipId, reach: { siteUUIDs: [harbour] } };
    const changed = await server.call('updateSubAccount', { ...member, roleUUID: role.data.roleUUID }, as);
    expect(changed.code).toBe(OK);
  };
  await becomes('Alarms', ['statistics', 'current_alarm']);
  expect(await health(person)).toMatchObject({
    sites: [{ devices: null, online: null, alarms: 2, level: 'urgent', state: 'trouble' }],
    totals: { sites: 1, devices: null, online: null, alarms: 2 },
  });
  await becomes('Figures', ['statistics', 'all_device']);
  expect(await health(person)).toMatchObject({
    sites: [{ siteUUID: harbour, devices: 2, alarms: null, level: null, state: 'attention' }],
    totals: { sites: 1, devices: 2, online: 1, alarms: null },
  });
  const hour = new Date(Math.floor(server.platform.now().getTime() / 3_600_000) * 3_600_000);
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`
      insert into terminal_1h (tenant_id, site_id, device_id, mac, ssid, band, hour, rx_bytes, tx_bytes, seconds)
      values (${owner.tenant}, ${harbour}, ${harbour}, '02:00:00:00:00:01', 'Guests', '5G', ${hour}, 1, 2, 3)`),
  );
  const top = (who: Person) => server.call('topTerminals', { range: 'day' }, { as: who.token });
  expect((await top(owner)).data).toMatchObject([{ mac: '02:00:00:00:00:01' }]);
  expect((await top(person)).data).toBeNull();
});

const waiting = async (person: Person, place: object = {}) =>
  (await server.call('todos', place, { as: person.token })).data;

test('counts tasks of the place, and unclaimed devices only for the whole account', async () => {
  expect(await waiting(owner)).toEqual({
    unclaimed: 1,
    upgradesFailed: 1,
    upgradesRunning: 1,
    configurationsFailed: 1,
    sitesWithoutPlace: 1,
  });
  expect(await waiting(operator)).toMatchObject({ unclaimed: null, upgradesFailed: 0, upgradesRunning: 1 });
  expect(await waiting(owner, { siteUUID: harbour })).toMatchObject({ unclaimed: null, upgradesFailed: 1 });
  expect(await waiting(stranger, { siteUUID: harbour })).toEqual({
    unclaimed: null,
    upgradesFailed: 0,
    upgradesRunning: 0,
    configurationsFailed: 0,
    sitesWithoutPlace: 0,
  });
});

test('counts visible assets by kind, model, version and site', async () => {
  const { data } = await server.call('assetStatistics', {}, { as: owner.token });
  expect(data).toMatchObject({ devices: 3, online: 2 });
  expect(data.kinds).toEqual([
    { kind: 'ap', devices: 2, online: 2, neverConnected: 0 },
    { kind: 'switch', devices: 1, online: 0, neverConnected: 0 },
  ]);
  expect(data.versions).toContainEqual({
    model: 'S-1',
    version: '2.0',
    devices: 1,
    online: 0,
    neverConnected: 0,
  });
  expect(data.sites[0]).toEqual({
    siteUUID: harbour,
    siteName: 'Harbour',
    devices: 2,
    online: 1,
    neverConnected: 0,
  });
  const seen = await server.call('assetStatistics', {}, { as: operator.token });
  expect(seen.data.models).toEqual([{ model: 'A-1', kind: 'ap', devices: 1, online: 1, neverConnected: 0 }]);
});

async function rowsOf(
  language: 'en' | 'zh',
  page: 'property' | 'device' | 'network',
  place: { siteUUID?: string } = {},
) {
  const input = { ...place, page, range: 'day', format: 'csv' } as const;
  const answer = await server.call('exportStatistics', input, { as: owner.token, language });
  expect(answer.code).toBe(OK);
  const headers = { authorization: `Bearer ${owner.token}` };
  const file = await fetch(`${server.url}${answer.data.url}`, { headers });
  return readCsv(new Uint8Array(await file.arrayBuffer()));
}

test('exports the figures of the page in the requested language without formulas', async () => {
  const english = await rowsOf('en', 'property');
  expect(english).toContainEqual(['Devices', '3']);
  expect(english.flat()).toContain("'=1+1");
  expect(english.flat()).not.toContain('=1+1');
  expect(await rowsOf('zh', 'property')).toContainEqual(['设备数', '3']);
  expect(await rowsOf('en', 'device')).toContainEqual(['Outages', '0']);
});

async function pdfOf(language: 'en' | 'zh', input: object): Promise<string> {
  const answer = await server.call(
    'exportStatistics',
    { page: 'device', range: 'day', format: 'pdf', timeZone: 'Asia/Shanghai', ...input },
    { as: owner.token, language },
  );
  expect(answer.code).toBe(OK);
  const headers = { authorization: `Bearer ${owner.token}` };
  const file = await fetch(`${server.url}${answer.data.url}`, { headers });
  expect(file.headers.get('content-type')).toBe('application/pdf');
  return (await pdfPages(new Uint8Array(await file.arrayBuffer()))).join(' ');
}

test('exports the figures of the page as a PDF with text', async () => {
  const english = await pdfOf('en', { siteUUID: harbour });
  const { data } = await server.call(
    'deviceStatistics',
    { range: 'day', siteUUID: harbour },
    { as: owner.token },
  );
  const local = new Date(Date.parse(data.from) + 8 * HOUR).toISOString().slice(0, 10);
  expect(english).toContain('Device availability Scope: Harbour');
  expect(english).toContain('Times are in Asia/Shanghai.');
  expect(english).toContain(`From ${local}`);
  expect(english).toContain('No data for this period.');
  expect(english).toContain('Page 1 of 1');
  const chinese = await pdfOf('zh', { page: 'property' });
  expect(chinese).toContain('设备数');
  expect(chinese).toContain('=1+1');
  expect(chinese).toContain('Harbour');
  expect(chinese).toContain('第 1 页，共');
});

test('returns the window before, and refuses a zone that does not exist', async () => {
  const own = { from: '2026-03-02T00:00:00.000Z', to: '2026-03-03T00:00:00.000Z', siteUUID: harbour };
  const before = await server.call('networkStatistics', { ...own, previous: true }, { as: owner.token });
  expect(before.data).toMatchObject({ from: '2026-03-01T00:00:00.000Z', to: '2026-03-02T00:00:00.000Z' });
  const week = await server.call('networkStatistics', { range: 'week' }, { as: owner.token });
  const earlier = await server.call(
    'networkStatistics',
    { range: 'week', previous: true },
    { as: owner.token },
  );
  expect(Date.parse(week.data.firstAt) - Date.parse(earlier.data.firstAt)).toBe(7 * DAY);
  expect(earlier.data.series[0]?.values).toHaveLength(7 * 24 + 1);
  const refused = await server.call(
    'exportStatistics',
    { page: 'device', range: 'day', format: 'pdf', timeZone: 'Moon/Base' },
    { as: owner.token },
  );
  expect(refused.code).not.toBe(OK);
});

test('exports the place and the counted span', async () => {
  const input = { range: 'day', siteUUID: harbour } as const;
  const rows = await rowsOf('en', 'network', { siteUUID: harbour });
  const { data } = await server.call('networkStatistics', input, { as: owner.token });
  expect(rows.slice(0, 3)).toEqual([['Network'], ['Scope', 'Harbour'], ['Period', data.from, data.to]]);
  const [, place] = await rowsOf('en', 'property');
  expect(place).toEqual(['Scope', 'All sites I can access']);
});

test('counts radio traffic of an access point without uplink figures', async () => {
  const hour = new Date(Math.floor(server.platform.now().getTime() / HOUR) * HOUR - 2 * HOUR);
  await server.platform.database.asSystem(async (tx) => {
    await tx.run(sql`update device_stay set from_at = '-infinity' where site_id = ${hill}`);
    // In the first hour of a UTC day the window contains the whole day before, which is read from its own table.
    const day = new Date(Math.floor(hour.getTime() / DAY) * DAY);
    for (const [table, column, at] of [
      ['device_1h', 'hour', hour],
      ['device_1d', 'day', day],
    ] as const) {
      await tx.run(sql`
        insert into ${sql.table(table)} (tenant_id, device_id, ${sql.ref(column)}, reports, seconds, rx_bytes, tx_bytes,
          r0_rx_bytes, r0_tx_bytes, r1_rx_bytes, r1_tx_bytes, r2_rx_bytes, r2_tx_bytes, clients_avg, clients_max)
        select tenant_id, id, ${at}, 60, 3600, 0, 0, 1, 20, 3, 400, 0, 0, 1, 1 from device where model = 'A-1'`);
    }
  });
  const { data } = await server.call(
    'compareNetwork',
    { range: 'day', what: 'aps', siteUUID: hill },
    { as: owner.token },
  );
  expect(data.rows).toMatchObject([{ downBytes: 420, upBytes: 4 }]);
});
