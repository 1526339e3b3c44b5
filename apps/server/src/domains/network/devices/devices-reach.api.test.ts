import type { Grant } from '@airloom/contract/permissions';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMember, type Person } from '../../../testing/builders.ts';
import { type BuiltDevice, buildDevices } from '../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { expectFailure, expectSuccess } from '../../people/identity/testing/expectations.ts';
import { buildEstate, type Estate } from './testing/estate.ts';

let server: TestServer;
let estate: Estate;
let inLobby: BuiltDevice;
let inLibrary: BuiltDevice;
let coreSwitch: BuiltDevice;
let waiting: BuiltDevice;
beforeAll(async () => {
  server = await startTestServer();
  estate = await buildEstate(server);
  const built = await buildDevices(server, estate.owner, [
    { siteId: estate.lobby, name: 'lobby ap', serial: '02000000000a' },
    { siteId: estate.library, name: 'library ap', serial: '02000000000b' },
    { siteId: estate.lobby, name: 'lobby switch', kind: 'switch' },
    { siteId: null, name: 'waiting ap', status: 'online' },
  ]);
  const [a, b, c, d] = built;
  if (!a || !b || !c || !d) throw new Error('nothing built');
  [inLobby, inLibrary, coreSwitch, waiting] = [a, b, c, d];
});
afterAll(() => server.stop());

async function seenBy({ token: as, managerId }: Person): Promise<string[]> {
  const [list, counts, unclaimed] = await Promise.all([
    server.call('listDevices', {}, { as }),
    server.call('deviceCounts', {}, { as }),
    server.call('listUnclaimed', {}, { as }),
  ]);
  const counted = counts.data.kinds.reduce((sum, { total }) => sum + total, 0);
  expect(counted).toBe(list.data.total);
  // The number of unclaimed devices is only for roles that see the whole account.
  expect(counts.data.unclaimed ?? 0).toBe(unclaimed.data.total);
  expect(counts.data.unclaimed === null).toBe(managerId !== estate.owner.managerId);
  return [...list.data.rows, ...unclaimed.data.rows].map(({ name }) => name);
}

async function withRole(permissions: readonly Grant[]): Promise<Person> {
  const member = await buildMember(server, estate.owner, 'siteObserver', { siteIds: [estate.lobby] });
  const role = await server.call(
    'createRole',
    { name: `role ${Math.random()}`.slice(0, 30), permissions: [...permissions] },
    estate.as,
  );
  expectSuccess(
    await server.call(
      'updateSubAccount',
      {
        subAccountUUID: member.membershipId,
        roleUUID: role.data.roleUUID,
        reach: { enterpriseUUIDs: [estate.hotels] },
      },
      estate.as,
    ),
  );
  return member;
}

test('a person with the whole account sees all devices, including unclaimed ones', async () => {
  expect(await seenBy(estate.owner)).toEqual(['library ap', 'lobby ap', 'lobby switch', 'waiting ap']);
});

test('a person with sites or organizations sees the devices there', async () => {
  const operator = await buildMember(server, estate.owner, 'siteOperator', { siteIds: [estate.lobby] });
  const admin = await buildMember(server, estate.owner, 'organizationAdministrator', {
    enterpriseIds: [estate.schools],
  });
  expect(await seenBy(operator)).toEqual(['lobby ap', 'lobby switch']);
  expect(await seenBy(admin)).toEqual(['library ap']);
});

test('every call returns notFound for devices out of reach', async () => {
  const { token: as } = await buildMember(server, estate.owner, 'siteOperator', { siteIds: [estate.lobby] });
  const deviceUUID = inLibrary.id;
  expectFailure(await server.call('viewDevice', { deviceUUID }, { as }), 'notFound');
  expectFailure(await server.call('updateDevice', { deviceUUID, name: 'x' }, { as }), 'notFound');
  expectFailure(await server.call('revokeDevice', { deviceUUID }, { as }), 'notFound');
  expectFailure(await server.call('listConfigurations', { deviceUUID }, { as }), 'notFound');
  expectFailure(
    await server.call('deleteDevices', { deviceUUIDs: [inLobby.id, deviceUUID] }, { as }),
    'notFound',
  );
  expectFailure(
    await server.call('moveDevices', { deviceUUIDs: [inLobby.id], siteUUID: estate.library }, { as }),
    'notFound',
  );
  expectFailure(
    await server.call(
      'addDevices',
      { siteUUID: estate.library, rows: [{ kind: 'ac', mac: '020000000777' }] },
      { as },
    ),
    'notFound',
  );
  expectFailure(await server.call('viewDevice', { deviceUUID: waiting.id }, { as }), 'notFound');
  expectFailure(
    await server.call('claimDevices', { deviceUUIDs: [waiting.id], siteUUID: estate.lobby }, { as }),
    'permissionDenied',
  );
  expectFailure(await server.call('createClaimCode', { siteUUID: null }, { as }), 'permissionDenied');
  const refs = await server.call('findDevicesByMac', { macs: '02000000000a,02000000000b' }, { as });
  expect(refs.data.map(({ name }) => name)).toEqual(['lobby ap']);
  expect((await server.call('listDevices', {}, estate.as)).data.total).toBe(3);
});

test('a person with one device class sees that class and changes no other', async () => {
  const person = await withRole(['device_manage', 'device_manage:operate', 'switch_device']);
  expect(await seenBy(person)).toEqual(['lobby switch']);
  const { token: as } = person;
  expectFailure(await server.call('viewDevice', { deviceUUID: inLobby.id }, { as }), 'notFound');
  const refused = await server.call('updateDevice', { deviceUUID: coreSwitch.id, name: 'mine' }, { as });
  expectFailure(refused, 'permissionDenied');
  expect(refused.failure.missing).toBe('switch_device:operate');
  const added = await server.call(
    'addDevices',
    { siteUUID: estate.lobby, rows: [{ kind: 'ap', mac: '020000000778' }] },
    { as },
  );
  expect(added.failure.missing).toBe('ap_device:operate');
});

test('two accounts with the same device do not affect each other', async () => {
  const other = await buildEstate(server);
  const rows = [{ kind: 'ap' as const, mac: '02-00-00-00-00-0A', name: 'same device' }];
  const added = await server.call('addDevices', { siteUUID: other.lobby, rows }, other.as);
  expect(added.data.added).toBe(1);
  expectFailure(await server.call('viewDevice', { deviceUUID: inLobby.id }, other.as), 'notFound');
  expectFailure(
    await server.call('moveDevices', { deviceUUIDs: [inLobby.id], siteUUID: other.lobby }, other.as),
    'notFound',
  );
  const mine = await server.call('listDevices', { search: '02:00:00:00:00:0a' }, estate.as);
  expect(mine.data.rows.map(({ name }) => name)).toEqual(['lobby ap']);
  const theirs = await server.call('listDevices', {}, other.as);
  expect(theirs.data.rows.map(({ name }) => name)).toEqual(['same device']);
});

test('hides a controller of an invisible device class in lists and exports', async () => {
  const [gateway] = await buildDevices(server, estate.owner, [
    { siteId: estate.lobby, name: 'hidden gateway', kind: 'gateway' },
  ]);
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`update device set managed_by = ${gateway?.id} where id = ${inLobby.id}`),
  );
  const exported = async ({ token: as }: Person): Promise<string> => {
    const [list, file] = await Promise.all([
      server.call('listDevices', { kind: 'ap' }, { as }),
      server.call('exportDevices', { kind: 'ap', format: 'csv' }, { as }),
    ]);
    const response = await fetch(`${server.url}${file.data.url}`, {
      headers: { authorization: `Bearer ${as}` },
    });
    expect(response.status).toBe(200);
    return JSON.stringify(list.data) + (await response.text());
  };
  expect((await exported(estate.owner)).match(/hidden gateway/g)).toHaveLength(2);
  expect(await exported(await withRole(['device_manage', 'ap_device']))).not.toContain('hidden gateway');
});
