import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildMember } from '../../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { expectFailure, expectSuccess } from '../../../people/identity/testing/expectations.ts';
import { buildEstate, type Estate } from '../testing/estate.ts';
import { storeFirstConnection, takeOver } from '../testing/take-over.ts';
import { hostnameOf } from './configuration-document.ts';
import { configurationsAnswered, configurationsDue, misconfigured } from './configuration-push.ts';
import { configureSite } from './configurations.service.ts';

let server: TestServer;
let estate: Estate;
let deviceUUID: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  estate = await buildEstate(server);
  const rows = [{ kind: 'ap' as const, mac: '02-00-00-00-00-01', name: 'Lobby 1', position: 'Desk' }];
  const added = await server.call('addDevices', { siteUUID: estate.lobby, rows }, estate.as);
  deviceUUID = added.data.rows[0]?.deviceUUID ?? '';
  await storeFirstConnection(server, deviceUUID);
  await takeOver(server, estate.as, deviceUUID);
});

const versions = async () => (await server.call('listConfigurations', { deviceUUID }, estate.as)).data.rows;

/** Due pushes of a device; the device must have been found before. */
async function dueOf(runs: number, deviceId = deviceUUID) {
  const { tenant } = estate.owner;
  const { database } = server.platform;
  const noticed = await database.asSystem((tx) =>
    misconfigured(tx, [{ tenant, deviceId }], () => runs, server.platform.now()),
  );
  const stored = async () => [
    (await server.call('listConfigurations', { deviceUUID: deviceId }, estate.as)).data,
    await database.asSystem((tx) => tx.all(sql`select verified_settings from device where id = ${deviceId}`)),
  ];
  const before = await stored();
  const { pushes, taken } = await database.withTenant({ tenant }, (tx) =>
    configurationsDue(tx, { tenant }, [deviceId], () => runs, server.platform.now()),
  );
  const changed = [...pushes, ...taken].length > 0 || !isDeepStrictEqual(before, await stored());
  expect(noticed).toEqual(changed ? [{ tenant, deviceId }] : []);
  return { pushes, taken };
}

async function toPush(runs: number, deviceId = deviceUUID) {
  const { pushes } = await dueOf(runs, deviceId);
  return pushes[0] ?? null;
}

function decide(version: number, state: 'applied' | 'partly' | 'refused', rejected: string[] = []) {
  const { tenant } = estate.owner;
  return server.platform.database.withTenant({ tenant }, (tx) =>
    configurationsAnswered(
      tx,
      { tenant },
      [{ deviceId: deviceUUID, version, state, rejected }],
      server.platform.now(),
    ),
  );
}

test('taking over creates the first version; each change of name, site or position another', async () => {
  await server.call('updateDevice', { deviceUUID, name: 'Lobby 2', position: 'Desk' }, estate.as);
  await server.call('updateDevice', { deviceUUID, name: 'Lobby 2', position: 'Door' }, estate.as);
  await server.call(
    'updateDevice',
    { deviceUUID, name: 'Lobby 2', position: 'Door', remark: 'x' },
    estate.as,
  );
  await server.call('moveDevices', { deviceUUIDs: [deviceUUID], siteUUID: estate.bar }, estate.as);
  const rows = await versions();
  expect(rows.map(({ reason, state }) => `${reason} ${state}`)).toEqual([
    'moved pending',
    'positionChanged superseded',
    'renamed superseded',
    'takenOver superseded',
  ]);
  const numbers = rows.map(({ version }) => version);
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
  expect(new Set(numbers).size).toBe(4);
  const view = await server.call('viewConfiguration', { deviceUUID, version: numbers[1] ?? 0 }, estate.as);
  expect(view.data.document).toMatchObject({
    uuid: numbers[1],
    unit: { name: 'Lobby 2', hostname: 'lobby-2', location: 'Door' },
  });
});

test('another time zone or country of a site is pending for its devices, and is not sent to them', async () => {
  const [first] = await versions();
  const version = first?.version ?? 0;
  await decide(version, 'applied');
  const pending = async () =>
    (await server.call('viewEffectiveSettings', { deviceUUID }, estate.as)).data.pending;
  const site = { siteUUID: estate.lobby, enterpriseUUID: estate.hotels, name: 'Lobby', countryCode: 'PL' };
  await server.call('updateSite', { ...site, timeZone: 'UTC+01:00', remark: 'x' }, estate.as);
  await server.settled();
  expect(await pending()).toBe(false);
  await server.call('updateSite', { ...site, timeZone: 'UTC+08:00', remark: 'x' }, estate.as);
  await server.settled();
  expect(await pending()).toBe(true);
  expect(await toPush(version)).toBeNull();
  expect(await versions()).toHaveLength(1);
  // An action for one device delivers it to this one.
  await server.call('updateDevice', { deviceUUID, name: 'Lobby 2', position: 'Desk' }, estate.as);
  expect((await toPush(version))?.document).toMatchObject({
    unit: { timezone: expect.stringContaining('-8') },
  });
  expect(await pending()).toBe(false);
});

test('a repeated or late site event creates the first version of a device once', async () => {
  const { tenant } = estate.owner;
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`delete from device_configuration where device_id = ${deviceUUID}`),
  );
  await configureSite(server.platform, tenant, estate.lobby);
  await configureSite(server.platform, tenant, estate.lobby);
  expect((await versions()).map(({ reason }) => reason)).toEqual(['siteChanged']);
});

test('pushes depend on the reported version', async () => {
  const [first] = await versions();
  const version = first?.version ?? 0;
  expect(await toPush(0)).toBeNull();
  expect((await toPush(1))?.version).toBe(version);
  const raised = await toPush(version + 10);
  expect(raised?.version).toBe(version + 12);
  expect(raised?.document.uuid).toBe(version + 12);
  // The same with a higher number, which the device may have; the lower one is kept.
  expect((await toPush(version + 10))?.version).toBe(version + 12);
  expect((await versions()).map(({ version: number, state }) => [number, state])).toEqual([
    [version + 12, 'pending'],
    [version, 'superseded'],
  ]);
  const view = await server.call('viewDevice', { deviceUUID }, estate.as);
  expect(view.data.configuration).toMatchObject({ state: 'pending', version: version + 12 });
  await decide(version + 12, 'applied');
  expect(await toPush(version + 12)).toBeNull();
});

test('a take over replaces a foreign configuration also when the device is renamed before it connects', async () => {
  await server.call('updateDevice', { deviceUUID, name: 'Lobby 7', position: 'Desk' }, estate.as);
  expect((await toPush(7_777))?.document).toMatchObject({ unit: { name: 'Lobby 7' } });
});

test('releases a managed device that runs a configuration made elsewhere', async () => {
  const [first] = await versions();
  await decide(first?.version ?? 0, 'applied');
  await server.call('updateDevice', { deviceUUID, name: 'Lobby 9', position: 'Desk' }, estate.as);
  expect(await toPush(7_777)).toBeNull();
  const view = await server.call('viewDevice', { deviceUUID }, estate.as);
  expect(view.data.configurationState).toBe('unmanaged');
  expect((await versions()).map(({ state }) => state)).toEqual(['superseded', 'applied']);
  await server.call('updateDevice', { deviceUUID, name: 'Lobby 10', position: 'Desk' }, estate.as);
  expect(await versions()).toHaveLength(2);
  expect(await toPush(first?.version ?? 0)).toBeNull();
});

test('sends nothing to a switch that reports a version it refused, and keeps the versions it applied', async () => {
  const [first] = await versions();
  await decide(first?.version ?? 0, 'applied');
  await server.call('updateDevice', { deviceUUID, name: 'Lobby 9', position: 'Desk' }, estate.as);
  const [second] = await versions();
  await decide(second?.version ?? 0, 'refused');
  expect(await toPush(second?.version ?? 0)).toBeNull();
  expect((await versions()).map(({ state }) => state)).toEqual(['refused', 'applied']);
  await server.call('updateDevice', { deviceUUID, name: 'Lobby 10', position: 'Desk' }, estate.as);
  expect((await toPush(second?.version ?? 0))?.document).toMatchObject({ unit: { name: 'Lobby 10' } });
});

test('a first version is made again with newly reported radios', async () => {
  const [first] = await versions();
  await server.platform.database.asSystem((tx) =>
    tx.run(
      sql`update device set abilities = ${JSON.stringify({
        radios: [{ bands: ['6G'], channels: [37] }],
      })} where id = ${deviceUUID}`,
    ),
  );
  expect((await toPush(1))?.document.radios).toMatchObject([{ band: '6G' }]);
  const [made] = await versions();
  expect(made).toMatchObject({ reason: 'deviceChanged', createdBy: '' });
  expect(made?.version).not.toBe(first?.version);
});

test('radios that a device reports after its first version are not sent by themselves', async () => {
  const [first] = await versions();
  await decide(first?.version ?? 0, 'applied');
  await server.platform.database.asSystem((tx) =>
    tx.run(
      sql`update device set abilities = ${JSON.stringify({
        radios: [{ bands: ['6G'], channels: [37] }],
      })} where id = ${deviceUUID}`,
    ),
  );
  await dueOf(first?.version ?? 0);
  expect(await toPush(first?.version ?? 0)).toBeNull();
  expect(await versions()).toHaveLength(1);
  // Without a configuration it gets the last one again.
  expect((await toPush(1))?.document.radios).toBeUndefined();
});

test('sends a managed device its configuration again after a factory reset', async () => {
  const [first] = await versions();
  await decide(first?.version ?? 0, 'applied');
  expect((await toPush(1))?.version).toBe(first?.version);
});

test('a device that reports the highest possible version affects only its own configuration', async () => {
  expect(await toPush(2_147_483_647)).toBeNull();
  await server.call('updateDevice', { deviceUUID, name: 'Lobby 2', position: 'Desk' }, estate.as);
  expect((await versions()).map(({ reason }) => reason)).toEqual(['renamed', 'takenOver']);
});

test('a device that runs the version has applied it, and is sent nothing', async () => {
  const [first] = await versions();
  const version = first?.version ?? 0;
  expect(await dueOf(version)).toEqual({ pushes: [], taken: [{ deviceId: deviceUUID, version }] });
});

test('newly reported abilities create a version', async () => {
  await server.platform.database.asSystem((tx) =>
    tx.run(
      sql`update device set abilities = ${JSON.stringify({
        radios: [{ bands: ['5G'], channels: [36] }],
      })} where id = ${deviceUUID}`,
    ),
  );
  const pushed = await toPush(1);
  expect(pushed?.document.radios).toMatchObject([{ band: '5G' }]);
  expect(await versions()).toHaveLength(2);
  expect((await toPush(1))?.version).toBe(pushed?.version);
});

test('does not push a refused version again, but the last applied one', async () => {
  const [first] = await versions();
  await decide(first?.version ?? 0, 'applied');
  await server.call('updateDevice', { deviceUUID, name: 'Lobby 9', position: 'Desk' }, estate.as);
  const [second] = await versions();
  await decide(second?.version ?? 0, 'refused', ['unit.name']);
  expect((await versions())[0]).toMatchObject({ state: 'refused', rejected: ['unit.name'] });
  expect(await toPush(first?.version ?? 0)).toBeNull();
  expect((await toPush(1))?.version).toBe(first?.version);
  expect(await versions()).toHaveLength(2);
  const found = async (configurationState: 'refused' | 'partly' | 'failed') =>
    (await server.call('listDevices', { configurationState }, estate.as)).data.total;
  expect([await found('refused'), await found('partly'), await found('failed')]).toEqual([1, 0, 1]);
});

test('an administrator restores an old version as the newest', async () => {
  await server.call('updateDevice', { deviceUUID, name: 'Lobby 2', position: 'Desk' }, estate.as);
  const [newest, oldest] = await versions();
  const version = oldest?.version ?? 0;
  const site = await buildMember(server, estate.owner, 'siteAdministrator', { siteIds: [estate.lobby] });
  expectFailure(
    await server.call('restoreConfiguration', { deviceUUID, version }, { as: site.token }),
    'permissionDenied',
  );
  expectFailure(
    await server.call('restoreConfiguration', { deviceUUID, version: newest?.version ?? 0 }, estate.as),
    'configurationUnchanged',
  );
  const organization = await buildMember(server, estate.owner, 'organizationAdministrator', {
    enterpriseIds: [estate.hotels],
  });
  const restored = await server.call(
    'restoreConfiguration',
    { deviceUUID, version },
    { as: organization.token },
  );
  expectSuccess(restored);
  const view = await server.call(
    'viewConfiguration',
    { deviceUUID, version: restored.data.version },
    estate.as,
  );
  expect(view.data).toMatchObject({
    reason: 'restored',
    document: { uuid: restored.data.version, unit: { name: 'Lobby 1' } },
  });
  expect((await toPush(1))?.version).toBe(restored.data.version);
});

test.each([
  ['Lobby 1', 'lobby-1'],
  ['Zażółć gęślą', 'zazo-c-gesla'],
  ['前台', '020000000001'],
  ['--a--', 'a'],
  ['x'.repeat(80), 'x'.repeat(63)],
])('the host name of %s', (name, hostname) =>
  expect(hostnameOf({ name, serial: '020000000001' })).toBe(hostname),
);
