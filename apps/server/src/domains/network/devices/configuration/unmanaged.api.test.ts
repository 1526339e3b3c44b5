import { type ErrorKey, OK_NOTHING_CHANGED } from '@airloom/contract/errors';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildMember } from '../../../../testing/builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { expectFailure, expectSuccess } from '../../../people/identity/testing/expectations.ts';
import { buildEstate, type Estate } from '../testing/estate.ts';
import { previewed, takeOver } from '../testing/take-over.ts';

let server: TestServer;
let estate: Estate;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  estate = await buildEstate(server);
});

const reasonsOf = async (deviceUUID: string) =>
  (await server.call('listConfigurations', { deviceUUID }, estate.as)).data.rows.map(({ reason }) => reason);

function observe(observeOnly: boolean | undefined, more: object = {}) {
  const site = { siteUUID: estate.lobby, enterpriseUUID: estate.hotels, name: 'Lobby' };
  return server.call(
    'updateSite',
    {
      ...site,
      countryCode: 'PL',
      timeZone: 'UTC+01:00',
      ...(observeOnly === undefined ? {} : { observeOnly }),
      ...more,
    },
    estate.as,
  );
}

test('makes no configuration when an unmanaged device is registered, renamed, moved or its site changes', async () => {
  const rows = [{ kind: 'ap' as const, mac: '02-00-00-00-00-01', name: 'Lobby 1' }];
  const added = await server.call('addDevices', { siteUUID: estate.lobby, rows }, estate.as);
  const deviceUUID = added.data.rows[0]?.deviceUUID ?? '';
  await server.call('updateDevice', { deviceUUID, name: 'Lobby 2', position: 'Desk' }, estate.as);
  await observe(undefined, { timeZone: 'UTC+08:00' });
  await server.call('moveDevices', { deviceUUIDs: [deviceUUID], siteUUID: estate.bar }, estate.as);
  await server.settled();
  expect(await reasonsOf(deviceUUID)).toEqual([]);
});

test('refuses a password for an unmanaged device with a clear message', async () => {
  const { id } = await buildDevice(server, estate.owner, { siteId: estate.lobby, name: 'desk' });
  const input = { deviceUUIDs: [id], password: 'Harbour-77' };
  const password = await server.call('setDevicePassword', input, estate.as);
  expectFailure(password, 'deviceNotManaged');
  expect(password.msg).toContain('desk');
  expect(await reasonsOf(id)).toEqual([]);
});

test('a preview shows the document that taking over sends, and changes nothing', async () => {
  const { id } = await buildDevice(server, estate.owner, { siteId: estate.lobby, name: 'desk' });
  const preview = await server.call('previewConfiguration', { deviceUUID: id }, estate.as);
  expectSuccess(preview);
  expect(preview.data.document).toMatchObject({ unit: { name: 'desk' }, interfaces: [{ role: 'upstream' }] });
  expect(await reasonsOf(id)).toEqual([]);
  expect((await takeOver(server, estate.as, id)).data.changed).toBe(1);
  const { data } = await server.call('listConfigurations', { deviceUUID: id }, estate.as);
  const version = data.rows[0]?.version ?? 0;
  const sent = await server.call('viewConfiguration', { deviceUUID: id, version }, estate.as);
  expect({ ...sent.data.document, uuid: 0 }).toEqual({ ...preview.data.document, uuid: 0 });
});

test('only administrators of organizations take over, each once, and it is in the operation log', async () => {
  const { id } = await buildDevice(server, estate.owner, { siteId: estate.lobby, name: 'desk' });
  const site = await buildMember(server, estate.owner, 'siteAdministrator', { siteIds: [estate.lobby] });
  const input = { devices: [await previewed(server, estate.as, id)] };
  expectFailure(await server.call('takeOverConfiguration', input, { as: site.token }), 'permissionDenied');
  expect((await server.call('takeOverConfiguration', input, estate.as)).data.changed).toBe(1);
  expect((await server.call('takeOverConfiguration', input, estate.as)).data.changed).toBe(0);
  const log = await server.call('listOperations', { search: 'desk' }, estate.as);
  expect(log.data.rows.map(({ call }) => call)).toEqual(['takeOverConfiguration']);
});

test('refuses to take over a switch until it has reported its ports', async () => {
  const { id } = await buildDevice(server, estate.owner, { siteId: estate.lobby, kind: 'switch' });
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`update device set reported_ports = null where id = ${id}`),
  );
  await expectNotTakenOver(id, 'notReportedYet');
});

/** With the digest of no document, which is refused after everything else. */
async function expectNotTakenOver(deviceUUID: string, error: ErrorKey, digest = ''): Promise<void> {
  if (error !== 'previewOutdated')
    expectFailure(await server.call('previewConfiguration', { deviceUUID }, estate.as), error);
  const devices = [{ deviceUUID, digest }];
  expectFailure(await server.call('takeOverConfiguration', { devices }, estate.as), error);
  expect(await reasonsOf(deviceUUID)).toEqual([]);
}

test('refuses to take over an access point that never connected', async () => {
  const rows = [{ kind: 'ap' as const, mac: '02-00-00-00-00-01', name: 'Lobby 1' }];
  const added = await server.call('addDevices', { siteUUID: estate.lobby, rows }, estate.as);
  await expectNotTakenOver(added.data.rows[0]?.deviceUUID ?? '', 'notReportedYet');
});

test('refuses to take over with a document that changed after the preview', async () => {
  const { id } = await buildDevice(server, estate.owner, { siteId: estate.lobby, name: 'desk' });
  const { digest } = await previewed(server, estate.as, id);
  await server.call('updateDevice', { deviceUUID: id, name: 'desk 2' }, estate.as);
  await expectNotTakenOver(id, 'previewOutdated', digest);
  await server.call('updateDevice', { deviceUUID: id, name: 'desk' }, estate.as);
  server.advance(60_000);
  const devices = [{ deviceUUID: id, digest }];
  expect((await server.call('takeOverConfiguration', { devices }, estate.as)).data.changed).toBe(1);
});

test('takes over the others when the preview of one is outdated, and names that one', async () => {
  const { id } = await buildDevice(server, estate.owner, { siteId: estate.lobby, name: 'desk' });
  const other = await buildDevice(server, estate.owner, { siteId: estate.lobby, name: 'door' });
  const devices = [await previewed(server, estate.as, id), { deviceUUID: other.id, digest: 'x' }];
  const { data } = await server.call('takeOverConfiguration', { devices }, estate.as);
  expect(data).toEqual({
    changed: 1,
    refused: [{ deviceUUID: other.id, name: 'door', reason: 'previewOutdated' }],
  });
});

test('refuses the preview of a device in an observe-only site', async () => {
  const { id } = await buildDevice(server, estate.owner, { siteId: estate.lobby });
  await observe(true);
  await expectNotTakenOver(id, 'siteObserveOnly');
});

test.each([
  ['gateway', 'apUnderGateway'],
  ['ac', 'apUnderController'],
] as const)('refuses the preview of an access point under a %s', async (kind, error) => {
  const { id: managedBy } = await buildDevice(server, estate.owner, { siteId: estate.lobby, kind });
  const { id } = await buildDevice(server, estate.owner, { siteId: estate.lobby, managedBy });
  await expectNotTakenOver(id, error);
});

test('the configuration of a switch names every port it reported', async () => {
  const { id } = await buildDevice(server, estate.owner, { siteId: estate.lobby, kind: 'switch' });
  const ports = [
    { name: 'Ethernet0', speedMbps: 10_000, fullDuplex: true, poe: null },
    { name: 'Ethernet1', speedMbps: null, fullDuplex: null, poe: true },
    { name: 'Ethernet2', speedMbps: 1000, fullDuplex: true, poe: true },
  ];
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`update device set reported_ports = ${JSON.stringify(ports)} where id = ${id}`),
  );
  const { data } = await server.call('previewConfiguration', { deviceUUID: id }, estate.as);
  expect(data.document['ethernet']).toEqual([
    { 'select-ports': ['Ethernet0'], speed: 10_000, duplex: 'full', enabled: true },
    {
      'select-ports': ['Ethernet1', 'Ethernet2'],
      speed: 1000,
      duplex: 'full',
      enabled: true,
      poe: { 'admin-mode': true },
    },
  ]);
});

test('a site that is only observed gets no configuration, until it is managed again', async () => {
  const { id } = await buildDevice(server, estate.owner, { siteId: estate.lobby, name: 'desk' });
  await takeOver(server, estate.as, id);
  expectSuccess(await observe(true));
  const view = await server.call('viewDevice', { deviceUUID: id }, estate.as);
  expect(view.data.configuration.observeOnly).toBe(true);
  await server.call('updateDevice', { deviceUUID: id, name: 'desk 2' }, estate.as);
  const [newest] = (await server.call('listConfigurations', { deviceUUID: id }, estate.as)).data.rows;
  expectFailure(
    await server.call('restoreConfiguration', { deviceUUID: id, version: newest?.version ?? 0 }, estate.as),
    'siteObserveOnly',
  );
  const other = await buildDevice(server, estate.owner, { siteId: estate.lobby });
  const devices = [{ deviceUUID: other.id, digest: '' }];
  expectFailure(await server.call('takeOverConfiguration', { devices }, estate.as), 'siteObserveOnly');
  await server.settled();
  expect(await reasonsOf(id)).toEqual(['takenOver']);
  // A client that does not know the flag does not change it.
  await observe(undefined, { remark: 'x' });
  const sites = await server.call('listSites', { search: 'Lobby' }, estate.as);
  expect(sites.data.rows.map(({ observeOnly }) => observeOnly)).toEqual([true]);
  await observe(false, { remark: 'x' });
  await server.settled();
  // What was changed meanwhile is pending: a reviewed change delivers it.
  expect(await reasonsOf(id)).toEqual(['takenOver']);
  expect((await observe(false, { remark: 'x' })).code).toBe(OK_NOTHING_CHANGED);
});

test('refuses upgrades and resets in a site that is only observed, and lets a restart pass', async () => {
  const { id } = await buildDevice(server, estate.owner, { siteId: estate.lobby, status: 'online' });
  await observe(true);
  const send = (name: 'factoryReset' | 'reboot') =>
    server.call('sendCommand', { deviceUUIDs: [id], command: { name } }, estate.as);
  expectFailure(await send('factoryReset'), 'deviceObserveOnly');
  expect((await send('reboot')).msg).toBe('');
});

test('a site administrator cannot end observe only', async () => {
  await observe(true);
  const site = await buildMember(server, estate.owner, 'siteAdministrator', { siteIds: [estate.lobby] });
  const fields = { siteUUID: estate.lobby, enterpriseUUID: estate.hotels, name: 'Lobby', countryCode: 'PL' };
  const change = (more: object) =>
    server.call('updateSite', { ...fields, timeZone: 'UTC+01:00', ...more }, { as: site.token });
  expectFailure(await change({ observeOnly: false }), 'permissionDenied');
  expectSuccess(await change({ remark: 'x' }));
});
