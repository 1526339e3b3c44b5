import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDevice, buildDevices } from '../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { expectFailure, expectSuccess } from '../../people/identity/testing/expectations.ts';
import { buildEstate, type Estate } from './testing/estate.ts';

let server: TestServer;
let estate: Estate;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function added(mac: string, siteUUID = estate.lobby): Promise<string> {
  const row = { kind: 'ap', mac, name: mac } as const;
  const answer = await server.call('addDevices', { siteUUID, rows: [row] }, estate.as);
  expectSuccess(answer);
  return answer.data.rows[0]?.deviceUUID ?? '';
}

/** One online, one offline and one added device. */
async function threeDevices() {
  estate = await buildEstate(server);
  const [online, offline] = await buildDevices(server, estate.owner, [
    { siteId: estate.lobby, name: 'up', status: 'online' },
    { siteId: estate.lobby, name: 'down', status: 'offline' },
  ]);
  const pending = await added('02-00-00-00-10-01');
  return { online: online?.id ?? '', offline: offline?.id ?? '', pending };
}

test('an added device is neither online nor offline in lists, counts, health and assets', async () => {
  const { pending } = await threeDevices();
  const view = await server.call('viewDevice', { deviceUUID: pending }, estate.as);
  expect(view.data).toMatchObject({ status: 'neverConnected', firstOnlineAt: null, offlineAt: null });
  for (const [status, names] of [
    ['offline', ['down']],
    ['neverConnected', ['02-00-00-00-10-01']],
  ] as const) {
    const { rows } = (await server.call('listDevices', { status }, estate.as)).data;
    expect(rows.map(({ name }) => name)).toEqual(names);
  }
  const counts = (await server.call('deviceCounts', {}, estate.as)).data.kinds;
  expect(counts).toEqual([
    { kind: 'ap', total: 3, online: 1, offline: 1, partlyOffline: 0, neverConnected: 1 },
  ]);
  const health = (await server.call('siteHealth', {}, estate.as)).data;
  expect(health.totals).toMatchObject({ devices: 3, online: 1, offline: 1 });
  const assets = (await server.call('assetStatistics', {}, estate.as)).data;
  expect(assets).toMatchObject({ devices: 3, online: 1, neverConnected: 1 });
  expect(assets.kinds).toEqual([{ kind: 'ap', devices: 3, online: 1, neverConnected: 1 }]);
});

test('a site is healthy with devices that never connected beside online ones, and pending with only such', async () => {
  estate = await buildEstate(server);
  await buildDevice(server, estate.owner, { siteId: estate.lobby, status: 'online' });
  await added('02-00-00-00-20-01');
  await added('02-00-00-00-20-02', estate.bar);
  const { sites, totals } = (await server.call('siteHealth', {}, estate.as)).data;
  const states = Object.fromEntries(sites.map(({ siteName, state }) => [siteName, state]));
  expect(states).toEqual({ Lobby: 'well', Bar: 'pending', Library: 'empty' });
  expect(totals.states).toMatchObject({ well: 1, pending: 1, empty: 1, trouble: 0, attention: 0 });
  await buildDevice(server, estate.owner, { siteId: estate.bar, status: 'offline' });
  const after = (await server.call('siteHealth', {}, estate.as)).data.sites;
  expect(after.find(({ siteName }) => siteName === 'Bar')?.state).toBe('trouble');
});

test('counts a group without devices that never connected', async () => {
  const { online, pending } = await threeDevices();
  const made = await server.call('createGroup', { siteUUID: estate.lobby, name: 'Floor' }, estate.as);
  const { groupUUID } = made.data;
  await server.call('setDevicesGroup', { groupUUID, deviceUUIDs: [online, pending] }, estate.as);
  const [group] = (await server.call('listGroups', {}, estate.as)).data.rows;
  expect(group).toMatchObject({ status: 'online', devices: { total: 2, online: 1, neverConnected: 1 } });
});

test.each([{ name: 'reboot' }, { name: 'locate' }, { name: 'factoryReset' }] as const)(
  'refuses the command $name for a single device',
  async (command) => {
    const { pending } = await threeDevices();
    const sent = await server.call('sendCommand', { deviceUUIDs: [pending], command }, estate.as);
    expectFailure(sent, 'deviceNeverConnected');
    expect((await server.call('getDeviceCftLog', {}, estate.as)).data.total).toBe(0);
  },
);

test('a command for several devices ends with its own reason for one that never connected', async () => {
  const { offline, pending } = await threeDevices();
  const command = { name: 'reboot' } as const;
  const sent = await server.call('sendCommand', { deviceUUIDs: [offline, pending], command }, estate.as);
  const { rows } = (await server.call('getDeviceCftLogDetail', { cfgUUID: sent.data.cfgUUID }, estate.as))
    .data;
  const ends = Object.fromEntries(rows.map(({ deviceUUID, state, reason }) => [deviceUUID, [state, reason]]));
  expect(ends).toEqual({ [offline]: ['deviceOffline', null], [pending]: ['sendFailed', 'neverConnected'] });
});

test('deletes a device that never connected', async () => {
  const { pending } = await threeDevices();
  const deleted = await server.call('deleteDevices', { deviceUUIDs: [pending] }, estate.as);
  expect(deleted.data).toEqual({ deleted: 1, refused: [] });
});

test('counts no availability and no outage, however much time passes', async () => {
  const { pending } = await threeDevices();
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`update device set created_at = now() - interval '30 days' where id = ${pending}`),
  );
  const statistics = (await server.call('deviceStatistics', { range: 'week' }, estate.as)).data;
  expect(statistics).toMatchObject({ devices: 0, outages: 0 });
  const outages = await server.platform.database.asSystem((tx) =>
    tx.all(sql`select from device_away where device_id = ${pending}`),
  );
  expect(outages).toEqual([]);
});
