import { OK_NOTHING_CHANGED } from '@airloom/contract/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDevice, buildDevices } from '../../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { expectFailure } from '../../../people/identity/testing/expectations.ts';
import { buildEstate, type Estate } from '../testing/estate.ts';
import { configurationsAnswered } from './configuration-push.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function configurationsOf({ as }: Estate, deviceUUID: string) {
  const { data } = await server.call('listConfigurations', { deviceUUID }, as);
  const newest = { deviceUUID, version: data.rows[0]?.version ?? 0 };
  const { data: shown } = await server.call('viewConfiguration', newest, as);
  return { reasons: data.rows.map(({ reason }) => reason), interfaces: shown.document['interfaces'] };
}

test('sets and removes the management VLAN of an access point', async () => {
  const estate = await buildEstate(server);
  const { id } = await buildDevice(server, estate.owner, {
    siteId: estate.lobby,
    managed: true,
    name: 'desk',
  });
  const set = (vlan: number | null) =>
    server.call('setManagementVlan', { deviceUUIDs: [id], vlan }, estate.as);
  expect((await set(4050)).data).toEqual({ changed: 1, refused: [] });
  const shown = await server.call('viewDevice', { deviceUUID: id }, estate.as);
  expect(shown.data.managementVlan).toBe(4050);
  const tagged = await configurationsOf(estate, id);
  expect(tagged.reasons).toEqual(['vlanChanged']);
  expect(tagged.interfaces).toMatchObject([{ role: 'upstream', vlan: { id: 4050, proto: '802.1q' } }]);
  const again = await set(4050);
  expect([again.code, again.data]).toEqual([OK_NOTHING_CHANGED, { changed: 0, refused: [] }]);

  await set(null);
  const plain = await configurationsOf(estate, id);
  expect(plain.reasons).toEqual(['vlanChanged', 'vlanChanged']);
  expect(plain.interfaces).not.toMatchObject([{ vlan: {} }]);
  const { data } = await server.call('listConfigurations', { deviceUUID: id }, estate.as);
  await server.call(
    'restoreConfiguration',
    { deviceUUID: id, version: data.rows[1]?.version ?? 0 },
    estate.as,
  );
  const restored = await server.call('viewDevice', { deviceUUID: id }, estate.as);
  expect(restored.data.managementVlan).toBe(4050);
  const log = await server.call('listOperations', { search: 'desk' }, estate.as);
  expect(log.data.rows.map((row) => row.call)).toEqual([
    'restoreConfiguration',
    'setManagementVlan',
    'setManagementVlan',
  ]);
});

test.each([0, 4051])('refuses VLAN %i and names the range', async (vlan) => {
  const estate = await buildEstate(server);
  const { id } = await buildDevice(server, estate.owner, { siteId: estate.lobby });
  const refused = await server.call('setManagementVlan', { deviceUUIDs: [id], vlan }, estate.as);
  expectFailure(refused, 'invalidInput');
  expect(refused.failure.fields).toEqual({
    vlan: { key: 'validation.range', values: { minimum: 1, maximum: 4050 } },
  });
});

test('accepts a refused VLAN again', async () => {
  const estate = await buildEstate(server);
  const { tenant } = estate.owner;
  const { id } = await buildDevice(server, estate.owner, { siteId: estate.lobby, managed: true });
  const set = () => server.call('setManagementVlan', { deviceUUIDs: [id], vlan: 4040 }, estate.as);
  await set();
  const newest = async () =>
    (await server.call('listConfigurations', { deviceUUID: id }, estate.as)).data.rows[0];
  const version = (await newest())?.version ?? 0;
  await server.platform.database.withTenant({ tenant }, (tx) =>
    configurationsAnswered(
      tx,
      { tenant },
      [{ deviceId: id, version, state: 'refused', rejected: [] }],
      server.platform.now(),
    ),
  );
  expect((await set()).data).toEqual({ changed: 1, refused: [] });
  expect(await newest()).toMatchObject({ state: 'pending', reason: 'vlanChanged' });
  expect((await set()).code).toBe(OK_NOTHING_CHANGED);
});

test.each([0, 4051, 1.5])('returns invalidInput for VLAN %s', async (vlan) => {
  const estate = await buildEstate(server);
  const { id } = await buildDevice(server, estate.owner, { siteId: estate.lobby, managed: true });
  expectFailure(
    await server.call('setManagementVlan', { deviceUUIDs: [id], vlan }, estate.as),
    'invalidInput',
  );
});

test.each([
  ['gateway', 'apUnderGateway'],
  ['ac', 'apUnderController'],
] as const)('an access point under a %s is set up by that one', async (kind, reason) => {
  const estate = await buildEstate(server);
  const above = await buildDevice(server, estate.owner, { siteId: estate.lobby, managed: true, kind });
  const [bound, free] = await buildDevices(server, estate.owner, [
    { siteId: estate.lobby, managed: true, name: 'bound', managedBy: above.id },
    { siteId: estate.lobby, managed: true, name: 'free' },
  ]);
  const [boundId, freeId] = [bound?.id ?? '', free?.id ?? ''];
  const some = await server.call('setManagementVlan', { deviceUUIDs: [boundId, freeId], vlan: 7 }, estate.as);
  expect(some.data).toEqual({ changed: 1, refused: [{ deviceUUID: boundId, name: 'bound', reason }] });
  const none = await server.call('setManagementVlan', { deviceUUIDs: [boundId], vlan: 7 }, estate.as);
  expectFailure(none, reason);
  expect(none.msg).toContain('bound');
  const { data } = await server.call('listDevices', { kind: 'ap', sort: 'name' }, estate.as);
  expect(data.rows.map(({ name, managementVlan }) => [name, managementVlan])).toEqual([
    ['bound', null],
    ['free', 7],
  ]);
});

test('refuses a management VLAN for switches', async () => {
  const estate = await buildEstate(server);
  const { id } = await buildDevice(server, estate.owner, {
    siteId: estate.lobby,
    managed: true,
    kind: 'switch',
  });
  const refused = await server.call('setManagementVlan', { deviceUUIDs: [id], vlan: 7 }, estate.as);
  expectFailure(refused, 'onlyAccessPoints');
});
