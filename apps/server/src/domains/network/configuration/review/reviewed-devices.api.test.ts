import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildSite } from '../../../../testing/builders.ts';
import { newNetwork, WIFI_PASSWORD } from '../../../../testing/configuration-builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { ChangeStage, edits } from '../testing/change-stage.ts';

let server: TestServer;
let stage: ChangeStage;
let groupUUID: string;
let deviceUUID: string;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  stage = await ChangeStage.open(server);
  const group = await server.call('createGroup', { siteUUID: stage.harbour, name: 'Lobby' }, stage.as());
  groupUUID = group.data.groupUUID;
  deviceUUID = await stage.buildAp(stage.harbour, 'AP 1', { groupId: groupUUID });
});
afterAll(() => server.stop());

test('reviews a network of an organization over two sites and a group, and stores nothing', async () => {
  await stage.buildAp(stage.east, 'AP 2');
  const targets = { kind: 'groups' as const, groupUUIDs: [groupUUID] };
  const source = edits(
    newNetwork(stage.ofOrganization(), { ssid: 'Guest', vlan: 20 }),
    newNetwork(stage.ofOrganization(), { ssid: 'Staff', targets }),
  );
  const { data } = await stage.review(source);
  expect(data.edits.map(({ name, action, conflict }) => [name, action, conflict])).toEqual([
    ['Guest', 'create', null],
    ['Staff', 'create', null],
  ]);
  expect(data).toMatchObject({ compared: 2, total: 2, next: null });
  const differencesOf = (name: string) =>
    data.devices
      .find((device) => device.deviceName === name)
      ?.differences.map(({ path }) => path)
      .toSorted();
  expect(differencesOf('AP 1')).toEqual(['interfaces.VLAN20', 'networks.Guest', 'networks.Staff']);
  expect(differencesOf('AP 2')).toEqual(['interfaces.VLAN20', 'networks.Guest']);
  expect(JSON.stringify(data)).not.toContain(WIFI_PASSWORD);
  expect(data.edits[0]?.differences).toContainEqual({ path: 'password', before: null, after: '***' });
  expect(data.edits[1]?.differences).toContainEqual({ path: 'targets.groups', before: null, after: 'Lobby' });
  expect(await stage.settings()).toEqual([]);
});

test('leaves out observed, unmanaged, controlled and unreported devices, with the reason', async () => {
  const observed = await buildSite(server, stage.owner, stage.enterpriseUUID, 'Observed');
  await stage.buildAp(observed, 'Observed AP');
  await server.platform.database.withTenant(stage.owner, async (tx) => {
    await tx.run(sql`update site set observe_only = true where id = ${observed}`);
    await tx.run(sql`update device set abilities = null where id = ${deviceUUID}`);
  });
  await buildDevice(server, stage.owner, { siteId: stage.harbour, name: 'Own', managed: false });
  const { id: managedBy } = await buildDevice(server, stage.owner, {
    siteId: stage.harbour,
    kind: 'ac',
    managed: true,
  });
  await buildDevice(server, stage.owner, { siteId: stage.harbour, name: 'Member', managed: true, managedBy });
  const { data } = await stage.review(edits(newNetwork(stage.ofOrganization())));
  const reasons = Object.fromEntries(data.devices.map(({ deviceName, skipped }) => [deviceName, skipped]));
  expect(reasons).toMatchObject({
    'Observed AP': 'observeOnly',
    Own: 'notManaged',
    Member: 'underController',
    'AP 1': 'notReported',
  });
});

test('reviews devices in pages', async () => {
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`
      insert into device (tenant_id, id, site_id, kind, serial, sn, name, configuration_state, abilities)
      select ${stage.owner.tenant}, gen_random_uuid(), ${stage.harbour}, 'ap', left(md5(n::text || ${stage.harbour}), 12), '', 'AP ' || n, 'applied',
        '{"radios":[{"bands":["5G"]}]}'::jsonb
      from generate_series(2, 260) as n`),
  );
  const source = edits(newNetwork(stage.ofSite()));
  const first = (await server.call('reviewChange', { source }, stage.as())).data;
  expect(first).toMatchObject({ compared: 200, total: 260 });
  const second = (await server.call('reviewChange', { source, after: first.next }, stage.as())).data;
  expect(second).toMatchObject({ compared: 60, next: null, digest: first.digest, edits: [], total: null });
  const names = [...first.devices, ...second.devices].map(({ deviceUUID: id }) => id);
  expect(new Set(names).size).toBe(260);
});
