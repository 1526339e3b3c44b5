import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildMember } from '../../../../testing/builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { expectFailure, expectSuccess } from '../../../people/identity/testing/expectations.ts';
import { buildEstate, type Estate } from '../testing/estate.ts';
import { type IssuedCode, virtualFleetsToRun } from './fleets-to-run.ts';

let server: TestServer;
let estate: Estate;
beforeAll(async () => {
  server = await startTestServer({
    GATEWAY_ADDRESS: 'gateway.example.org:15002',
    VIRTUAL_DEVICES_MAX: '45',
    QUOTA_VIRTUAL_DEVICES: '14',
  });
});
afterAll(() => server.stop());
beforeEach(async () => {
  estate = await buildEstate(server);
});

const FOUR = { gateway: 1, switch: 1, ap: 2 };

function start(siteUUID: string, kinds = FOUR, as = estate.as) {
  return server.call('startVirtualDevices', { siteUUID, kinds }, as);
}

async function fleetsOfAccount() {
  const fleets = await virtualFleetsToRun(server.platform, new Map());
  return fleets.filter(({ id }) => id.startsWith(estate.owner.tenant));
}

test('stores the fleet of a site with a code for its devices, which people do not see', async () => {
  expectSuccess(await start(estate.lobby));
  const [fleet] = await fleetsOfAccount();
  expect(fleet).toMatchObject({
    id: `${estate.owner.tenant}.${estate.lobby}`,
    kinds: FOUR,
    site: { name: 'Lobby' },
    code: expect.any(String),
  });
  expect((await server.call('listClaimCodes', {}, estate.as)).data.total).toBe(0);
  const view = await server.call('viewVirtualDevices', { siteUUID: estate.lobby }, estate.as);
  expect(view.data).toEqual({ kinds: FOUR, online: 0, room: 0, available: true });
  const other = await server.call('viewVirtualDevices', { siteUUID: estate.bar }, estate.as);
  expect(other.data).toEqual({ kinds: null, online: 0, room: 10, available: true });
});

test('keeps a code while it is valid, and issues no more when all devices were online', async () => {
  expectSuccess(await start(estate.lobby, { gateway: 0, switch: 0, ap: 1 }));
  const codes = new Map<string, IssuedCode>();
  const codeOf = async () =>
    (await virtualFleetsToRun(server.platform, codes)).find(({ id }) => id.endsWith(estate.lobby))?.code;
  const first = await codeOf();
  expect(await codeOf()).toBe(first);
  server.advance(55 * 60_000);
  expect(await codeOf()).not.toBe(first);
  server.advance(-55 * 60_000);
  const { id } = await buildDevice(server, estate.owner, { siteId: estate.lobby, status: 'online' });
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`update device set virtual = true, first_online_at = now() where id = ${id}`),
  );
  expect(await codeOf()).toBeNull();
});

describe('limits', () => {
  test('a site has one fleet, within the limit of a site and of the account', async () => {
    expectFailure(await start(estate.lobby, { gateway: 1, switch: 5, ap: 5 }), 'quotaReached');
    expectSuccess(await start(estate.lobby, { gateway: 0, switch: 0, ap: 10 }));
    expectFailure(await start(estate.lobby), 'virtualDevicesExist');
    expectFailure(await start(estate.bar, { gateway: 1, switch: 1, ap: 3 }), 'quotaReached');
    expectSuccess(await start(estate.bar));
    const { data } = await server.call('viewVirtualDevices', { siteUUID: estate.library }, estate.as);
    expect(data.room).toBe(0);
  });

  test('concurrent starts of several accounts stay within the limit of the installation', async () => {
    await server.platform.database.asSystem((tx) => tx.run(sql`delete from virtual_fleet`));
    const estates = await Promise.all(Array.from({ length: 6 }, () => buildEstate(server)));
    const answers = await Promise.all(
      estates.map(({ lobby, as }) => start(lobby, { gateway: 1, switch: 1, ap: 8 }, as)),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(4);
    const [refused] = answers.filter(({ code }) => code !== 0);
    if (refused !== undefined) expectFailure(refused, 'virtualDevicesFull');
    await server.platform.database.asSystem((tx) => tx.run(sql`delete from virtual_fleet`));
  });

  test('refuses no devices, and counts that are no numbers', async () => {
    const none = await start(estate.lobby, { gateway: 0, switch: 0, ap: 0 });
    expect(none.failure.fields?.kinds?.key).toBe('validation.required');
    const many = await start(estate.lobby, { gateway: 0, switch: 0, ap: 51 });
    expect(many.failure.fields?.['kinds.ap']?.key).toBe('validation.range');
    expect(await fleetsOfAccount()).toEqual([]);
  });
});

test('is not available in the demo account, not even for its owner', async () => {
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`update account set demo = true where id = ${estate.owner.tenant}`),
  );
  expectFailure(await start(estate.lobby), 'virtualDevicesUnavailable');
  const view = await server.call('viewVirtualDevices', { siteUUID: estate.lobby }, estate.as);
  expect(view.data.available).toBe(false);
});

test('requires the site within reach', async () => {
  const other = await buildEstate(server);
  expectFailure(await start(other.lobby), 'notFound');
  expectSuccess(await start(other.lobby, FOUR, other.as));
  expectFailure(await server.call('removeVirtualDevices', { siteUUID: other.lobby }, estate.as), 'notFound');
  const keeper = await buildMember(server, other.owner, 'siteAdministrator', { siteIds: [other.bar] });
  const removed = await server.call('removeVirtualDevices', { siteUUID: other.lobby }, { as: keeper.token });
  expectFailure(removed, 'notFound');
});

test('its devices stay in their site and are removed together, with their clients', async () => {
  expectSuccess(await start(estate.lobby));
  const virtual = await buildDevice(server, estate.owner, { siteId: estate.lobby, name: 'virtual' });
  const real = await buildDevice(server, estate.owner, {
    siteId: estate.lobby,
    name: 'real',
    status: 'online',
  });
  const { tenant } = estate.owner;
  await server.platform.database.asSystem(async (tx) => {
    await tx.run(sql`update device set virtual = true where id = ${virtual.id}`);
    for (const [mac, deviceId] of [
      ['02:00:00:00:00:01', virtual.id],
      ['02:00:00:00:00:02', virtual.id],
      ['02:00:00:00:00:02', real.id],
    ]) {
      await tx.run(sql`
        insert into terminal_session (tenant_id, id, device_id, site_id, visit_id, mac, started_at, last_seen_at, ssid,
          port, hostname, ip, counter_rx, counter_tx, rx_bytes, tx_bytes, signal_sum, signal_samples)
        values (${tenant}, gen_random_uuid(), ${deviceId}, ${estate.lobby}, gen_random_uuid(), ${mac}, now(), now(), '',
          '', '', '', 0, 0, 0, 0, 0, 0)`);
      await tx.run(sql`
        insert into terminal (tenant_id, mac, hostname, kind, first_seen_at, last_seen_at)
        values (${tenant}, ${mac}, '', 'unknown', now(), now()) on conflict do nothing`);
    }
  });
  const { bar, lobby, as } = estate;
  expectFailure(
    await server.call('moveDevices', { deviceUUIDs: [virtual.id], siteUUID: bar }, as),
    'deviceVirtual',
  );
  expectFailure(await server.call('deleteDevices', { deviceUUIDs: [virtual.id] }, as), 'deviceVirtual');
  const counts = (await server.call('deviceCounts', { siteUUID: lobby }, as)).data;
  expect(counts.virtual).toBe(1);
  for (const [flag, name] of [
    [true, 'virtual'],
    [false, 'real'],
  ] as const) {
    const { rows } = (await server.call('listDevices', { virtual: flag }, as)).data;
    expect(rows.map((row) => [row.name, row.virtual])).toEqual([[name, flag]]);
  }
  const removed = await server.call('removeVirtualDevices', { siteUUID: lobby }, as);
  expect(removed.data).toEqual({ removed: 1 });
  expect((await server.call('listDevices', {}, as)).data.rows.map(({ name }) => name)).toEqual(['real']);
  await server.settled();
  const clients = await server.platform.database.asSystem((tx) =>
    tx.all(sql<{ mac: string }>`select mac from terminal where tenant_id = ${tenant}`),
  );
  expect(clients).toEqual([{ mac: '02:00:00:00:00:02' }]);
  expect(await fleetsOfAccount()).toEqual([]);
  expectFailure(await server.call('removeVirtualDevices', { siteUUID: lobby }, as), 'notFound');
});

test('a site with virtual devices that have not enrolled yet is not deleted', async () => {
  expectSuccess(await start(estate.bar));
  expectFailure(await server.call('deleteSite', { siteUUID: estate.bar }, estate.as), 'siteHasDevices');
  expectSuccess(await server.call('removeVirtualDevices', { siteUUID: estate.bar }, estate.as));
  expectSuccess(await server.call('deleteSite', { siteUUID: estate.bar }, estate.as));
});
