import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMember } from '../../../testing/builders.ts';
import { reviewed } from '../../../testing/configuration-builders.ts';
import { buildDevice, buildDevices } from '../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { expectFailure, expectSuccess } from '../../people/identity/testing/expectations.ts';
import { buildEstate, type Estate } from '../devices/testing/estate.ts';

let server: TestServer;
let estate: Estate;
beforeAll(async () => {
  server = await startTestServer({}, { scheduled: false });
  estate = await buildEstate(server);
});
afterAll(() => server.stop());

const vlanOf = (deviceUUIDs: string[], vlan: number | null) => ({
  kind: 'managementVlan' as const,
  deviceUUIDs,
  vlan,
});

const buildAccessPoint = (name: string) =>
  buildDevice(server, estate.owner, { siteId: estate.lobby, managed: true, name });

async function apply(deviceUUIDs: string[], vlan: number | null): Promise<string> {
  const input = await reviewed(server, estate.owner, vlanOf(deviceUUIDs, vlan));
  const applied = await server.call('applyChange', input, estate.as);
  expectSuccess(applied);
  return applied.data.changeUUID;
}

const settingsOf = async (placeUUID: string) =>
  (await server.call('listSettings', { kind: 'managementVlan', placeUUID }, estate.as)).data.rows;

test('shows in the review which access points get which VLAN, and stores nothing', async () => {
  const [desk, hall] = [await buildAccessPoint('desk'), await buildAccessPoint('hall')];
  const { data } = await server.call('reviewChange', { source: vlanOf([desk.id, hall.id], 40) }, estate.as);
  expect(data.edits.map(({ name, action, differences }) => [name, action, differences])).toEqual(
    ['desk', 'hall'].map((name) => [name, 'create', [{ path: 'managementVlan', before: null, after: 40 }]]),
  );
  expect(new Map(data.devices.map(({ deviceName, skipped }) => [deviceName, skipped]))).toEqual(
    new Map<string, string | null>([
      ['desk', null],
      ['hall', null],
    ]),
  );
  expect(JSON.stringify(data.devices[0]?.differences)).toContain('vlan');
  expect(await settingsOf(desk.id)).toEqual([]);
});

test('sets, changes and removes the VLAN as a setting of the access point, with old and new values in the log', async () => {
  const { id } = await buildAccessPoint('quay');
  await apply([id], 4050);
  expect(await settingsOf(id)).toMatchObject([{ version: 1, edit: { value: { managementVlan: 4050 } } }]);
  await apply([id], 20);
  expect(await settingsOf(id)).toMatchObject([{ version: 2, edit: { value: { managementVlan: 20 } } }]);
  await apply([id], null);
  expect(await settingsOf(id)).toEqual([]);
  const { data } = await server.call('listOperations', { search: 'quay' }, estate.as);
  const changes = data.rows.flatMap(({ objects }) =>
    objects.filter(({ kind }) => kind === 'setting').map((object) => object.changes),
  );
  expect(changes).toMatchObject([
    [{ field: 'managementVlan', from: 20, to: null }],
    [{ field: 'managementVlan', from: 4050, to: 20 }],
    [{ field: 'managementVlan', from: null, to: 4050 }],
  ]);
});

test('a reverted change sets the VLANs from before', async () => {
  const { id } = await buildAccessPoint('pier');
  await apply([id], 20);
  const changeUUID = await apply([id], 30);
  const input = await reviewed(server, estate.owner, { kind: 'revert', changeUUID });
  expectSuccess(await server.call('applyChange', input, estate.as));
  expect(await settingsOf(id)).toMatchObject([{ edit: { value: { managementVlan: 20 } } }]);
});

test('a VLAN that was set after the review is not overwritten', async () => {
  const { id } = await buildAccessPoint('dock');
  const input = await reviewed(server, estate.owner, vlanOf([id], 30));
  await apply([id], 20);
  expectFailure(await server.call('applyChange', input, estate.as), 'reviewOutdated');
  expect(await settingsOf(id)).toMatchObject([{ edit: { value: { managementVlan: 20 } } }]);
});

test('returns changeEmpty where all access points have the VLAN already, or none has one to remove', async () => {
  const { id } = await buildAccessPoint('crane');
  for (const vlan of [null, 20]) {
    if (vlan !== null) await apply([id], vlan);
    const input = await reviewed(server, estate.owner, vlanOf([id], vlan));
    expectFailure(await server.call('applyChange', input, estate.as), 'changeEmpty');
  }
});

test.each([0, 4051, 1.5])('refuses VLAN %s', async (vlan) => {
  const { id } = await buildAccessPoint('desk');
  const refused = await server.call('reviewChange', { source: vlanOf([id], vlan) }, estate.as);
  expectFailure(refused, 'invalidInput');
  if (Number.isInteger(vlan))
    expect(refused.failure.fields).toEqual({
      'source.vlan': { key: 'validation.range', values: { minimum: 1, maximum: 4050 } },
    });
});

test('refuses a VLAN for switches', async () => {
  const { id } = await buildDevice(server, estate.owner, {
    siteId: estate.lobby,
    managed: true,
    kind: 'switch',
  });
  const refused = await server.call('reviewChange', { source: vlanOf([id], 7) }, estate.as);
  expectFailure(refused, 'onlyAccessPoints');
});

test('leaves out an access point that its controller configures', async () => {
  const above = await buildDevice(server, estate.owner, { siteId: estate.lobby, managed: true, kind: 'ac' });
  const [bound, free] = await buildDevices(server, estate.owner, [
    { siteId: estate.lobby, managed: true, name: 'bound', managedBy: above.id },
    { siteId: estate.lobby, managed: true, name: 'free' },
  ]);
  const source = vlanOf([bound?.id ?? '', free?.id ?? ''], 7);
  const { data } = await server.call('reviewChange', { source }, estate.as);
  expect(new Map(data.devices.map(({ deviceName, skipped }) => [deviceName, skipped]))).toEqual(
    new Map<string, string | null>([
      ['bound', 'underController'],
      ['free', null],
    ]),
  );
});

test('returns notFound for access points of other sites, for an operator of a site', async () => {
  const { id } = await buildAccessPoint('desk');
  const operator = await buildMember(server, estate.owner, 'siteOperator', { siteIds: [estate.bar] });
  const refused = await server.call('reviewChange', { source: vlanOf([id], 7) }, { as: operator.token });
  expectFailure(refused, 'notFound');
});
