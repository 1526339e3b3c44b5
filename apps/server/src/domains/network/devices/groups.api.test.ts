import { OK_NOTHING_CHANGED } from '@airloom/contract/errors';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildMember } from '../../../testing/builders.ts';
import { buildDevices } from '../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { expectFailure, expectSuccess } from '../../people/identity/testing/expectations.ts';
import { deleteSettings } from '../settings/index.ts';
import { buildNetwork, buildRadios } from '../settings/testing/networks.ts';
import { buildEstate, type Estate } from './testing/estate.ts';

let server: TestServer;
let estate: Estate;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  estate = await buildEstate(server);
});

async function groupIn(siteUUID: string, name: string): Promise<string> {
  const made = await server.call('createGroup', { siteUUID, name }, estate.as);
  expectSuccess(made);
  return made.data.groupUUID;
}

async function only() {
  return (await server.call('listGroups', {}, estate.as)).data.rows[0];
}

test('the status of a group depends on its devices', async () => {
  const groupUUID = await groupIn(estate.lobby, 'Front');
  expect(await only()).toMatchObject({ name: 'Front', status: 'offline', devices: { total: 0, online: 0 } });
  const [on, off] = await buildDevices(server, estate.owner, [
    { siteId: estate.lobby, status: 'online' },
    { siteId: estate.lobby },
  ]);
  const ids = [on?.id ?? '', off?.id ?? ''];
  const grouped = await server.call('setDevicesGroup', { groupUUID, deviceUUIDs: ids }, estate.as);
  expect(grouped).toMatchObject({ code: 0, data: { changed: 2 } });
  const again = await server.call('setDevicesGroup', { groupUUID, deviceUUIDs: ids }, estate.as);
  expect(again).toMatchObject({ code: OK_NOTHING_CHANGED, data: { changed: 0 } });
  expect(await only()).toMatchObject({ status: 'partlyOffline', devices: { total: 2, online: 1 } });
  const left = await server.call(
    'setDevicesGroup',
    { groupUUID: null, deviceUUIDs: ids.slice(1) },
    estate.as,
  );
  expect(left.data.changed).toBe(1);
  expect(await only()).toMatchObject({ status: 'online', devices: { total: 1, online: 1 } });
  const listed = await server.call('listDevices', { groupUUID }, estate.as);
  expect(listed.data.rows.map(({ deviceUUID, groupName }) => [deviceUUID, groupName])).toEqual([
    [on?.id, 'Front'],
  ]);
});

test('a group belongs to one site, where its name is unique', async () => {
  const groupUUID = await groupIn(estate.lobby, 'Front');
  await groupIn(estate.bar, 'Front');
  expectFailure(
    await server.call('createGroup', { siteUUID: estate.lobby, name: 'FRONT' }, estate.as),
    'groupNameTaken',
  );
  const [elsewhere] = await buildDevices(server, estate.owner, [{ siteId: estate.bar }]);
  const deviceUUID = elsewhere?.id ?? '';
  expectFailure(
    await server.call('setDevicesGroup', { groupUUID, deviceUUIDs: [deviceUUID] }, estate.as),
    'groupElsewhere',
  );
  expectFailure(
    await server.call('updateDevice', { deviceUUID, name: 'x', groupUUID }, estate.as),
    'groupElsewhere',
  );
});

test('moving a device removes it from its group; deleting a group keeps its devices', async () => {
  const groupUUID = await groupIn(estate.lobby, 'Front');
  const [device, other] = await buildDevices(server, estate.owner, [
    { siteId: estate.lobby, groupId: groupUUID, name: 'a' },
    { siteId: estate.lobby, groupId: groupUUID, name: 'b' },
  ]);
  await server.call('moveDevices', { deviceUUIDs: [device?.id ?? ''], siteUUID: estate.bar }, estate.as);
  expect(await only()).toMatchObject({ devices: { total: 1 } });
  expectSuccess(await server.call('deleteGroup', { groupUUID }, estate.as));
  const view = await server.call('viewDevice', { deviceUUID: other?.id ?? '' }, estate.as);
  expect(view.data).toMatchObject({ groupUUID: null, siteName: 'Lobby' });
});

test('refuses to delete a group that has radio settings', async () => {
  const groupUUID = await groupIn(estate.lobby, 'Front');
  const settingUUID = await buildRadios(server, estate.owner, { level: 'group', uuid: groupUUID });
  expectFailure(await server.call('deleteGroup', { groupUUID }, estate.as), 'groupHasSettings');
  await server.platform.database.withTenant(estate.owner, (tx) =>
    deleteSettings(tx, estate.owner, [settingUUID]),
  );
  expectSuccess(await server.call('deleteGroup', { groupUUID }, estate.as));
});

test('refuses to delete a group that networks are on air in', async () => {
  const groupUUID = await groupIn(estate.lobby, 'Front');
  const otherUUID = await groupIn(estate.lobby, 'Back');
  const organization = { level: 'organization', uuid: estate.hotels } as const;
  const groupUUIDs = [otherUUID, groupUUID];
  await buildNetwork(server, estate.owner, organization, {
    ssid: 'Staff',
    targets: { kind: 'groups', groupUUIDs },
  });
  await buildNetwork(
    server,
    estate.owner,
    { level: 'site', uuid: estate.lobby },
    { ssid: 'Guest', targets: { kind: 'groups', groupUUIDs: [groupUUID] } },
  );
  const refused = await server.call('deleteGroup', { groupUUID }, estate.as);
  expectFailure(refused, 'groupHasNetworks');
  expect(refused.msg).toContain('Guest, Staff');
  const other = await server.call('deleteGroup', { groupUUID: otherUUID }, estate.as);
  expect(other.msg).toContain('Staff');
  expect(other.msg).not.toContain('Guest');
});

test('returns notFound for groups of sites out of reach', async () => {
  const groupUUID = await groupIn(estate.library, 'Shelves');
  const { token: as } = await buildMember(server, estate.owner, 'siteOperator', { siteIds: [estate.lobby] });
  expect((await server.call('listGroups', {}, { as })).data.total).toBe(0);
  expectFailure(await server.call('updateGroup', { groupUUID, name: 'Mine' }, { as }), 'notFound');
  expectFailure(await server.call('deleteGroup', { groupUUID }, { as }), 'notFound');
  const [own, theirs] = await buildDevices(server, estate.owner, [
    { siteId: estate.lobby },
    { siteId: estate.library, groupId: groupUUID },
  ]);
  for (const refused of [
    { groupUUID, deviceUUIDs: [own?.id ?? ''] },
    { groupUUID: null, deviceUUIDs: [own?.id ?? '', theirs?.id ?? ''] },
  ]) {
    expectFailure(await server.call('setDevicesGroup', refused, { as }), 'notFound');
  }
});
