import { once } from 'node:events';
import { DEFAULT_RULES } from '@airloom/contract/alarms/alarms.types';
import { MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildDevices } from '../../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { AlarmSweep } from '../evaluation/sweep.ts';
import { ConnectedSite, type Online, WITHIN } from '../testing/connected-site.ts';

let server: TestServer;
let sweep: AlarmSweep;
let site: ConnectedSite;
beforeAll(async () => {
  server = await startTestServer({ GATEWAY_PORT: '0' });
  sweep = new AlarmSweep(server.platform, 'wait');
});
afterAll(() => server.stop());
beforeEach(async () => {
  site = await ConnectedSite.open(server);
  for (const rule of Object.values(DEFAULT_RULES)) await site.rule(rule);
});
afterEach(() => site.end());

/** Advances the clock and evaluates now and then. */
async function live(minutes: number, there: readonly Online[] = []): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await site.pass(MINUTE, there);
    await sweep.sweepSites();
  }
}

/** All devices go offline or return, with entries in the device log. */
async function setAway(ids: readonly string[], isAway: boolean): Promise<void> {
  await site.setAway(ids, isAway);
  if (!isAway) return;
  await site.rows(sql`
    insert into device_log (tenant_id, id, device_id, site_id, at, type, severity, details)
    select tenant_id, gen_random_uuid(), id, site_id, offline_at, 'offline', 4, '{}' from device
    where id = any(${ids}::uuid[])`);
}

test('a gateway that restarts on command raises nothing for its site', async () => {
  const [gateway] = await site.online(['gateway']);
  if (gateway === undefined) throw new Error('There is no device');
  const behind = await site.rowsOnline(5);
  const ordered = once(gateway.device.connection.socket, 'message');
  await server.call('sendCommand', { deviceUUIDs: [gateway.id], command: { name: 'reboot' } }, site.as);
  await ordered;
  gateway.device.answer(gateway.device.received[0]?.id ?? 0);
  await setAway(behind, true);
  await site.lose([gateway]);
  await live(4);
  expect(await site.alarms()).toEqual([]);
  await site.comeBack([gateway]);
  // Suppression lasts some minutes after the command ended: it starts now, not while the clock advances below.
  const open = () => site.rows(sql`select from command where device_id = ${gateway.id} and ended_at is null`);
  await expect.poll(open, WITHIN).toEqual([]);
  await live(4, [gateway]);
  await setAway(behind, false);
  await live(2, [gateway]);
  expect(await site.alarms()).toEqual([]);
  // An unplanned drop raises an alarm, and the earlier planned one does not count.
  await live(4, [gateway]);
  await setAway(behind, true);
  await sweep.sweepSites();
  expect(await site.alarms()).toEqual([]);
  await live(1, [gateway]);
  expect(await site.alarms()).toMatchObject([{ type: 'siteOffline' }]);
});

test('a site whose line drops repeatedly has one alarm until it is stable', async () => {
  const ids = await site.rowsOnline(6);
  for (let time = 0; time < 7; time += 1) {
    await setAway(ids, true);
    await live(2);
    await setAway(ids, false);
    await live(8);
  }
  expect(await site.alarms()).toMatchObject([{ type: 'siteOffline', clearReason: null }]);
  await live(20);
  expect(await site.open()).toHaveLength(1);
  await live(2);
  expect(await site.alarms()).toMatchObject([{ type: 'siteOffline', clearReason: 'recovered' }]);
});

/** Rows as created from the list of a controller. */
async function listedBy(controllerId: string, count: number): Promise<string[]> {
  const ids = await site.rowsOnline(count);
  await site.rows(sql`update device set managed_by = ${controllerId} where id = any(${ids}::uuid[])`);
  return ids;
}

test('sixty listed members that go offline raise no site alarm and suppress no real device', async () => {
  const [controller = ''] = await site.rowsOnline(1, 'ac');
  const real = await site.rowsOnline(4);
  await setAway(await listedBy(controller, 60), true);
  await live(2);
  await setAway(real.slice(0, 1), true);
  await live(6);
  const alarms = await site.alarms();
  expect(alarms.filter(({ type }) => type === 'siteOffline')).toEqual([]);
  expect(alarms.map(({ deviceId }) => deviceId)).toContain(real[0]);
});

test('clearing the alarm of a site raises those of the devices that stay offline', async () => {
  const ids = await site.rowsOnline(4);
  await setAway(ids, true);
  await live(2);
  const [alarm] = await site.open();
  expect(alarm).toMatchObject({ type: 'siteOffline' });
  const cleared = await server.call('clearAlarm', { alarmUUIDs: [alarm?.id ?? ''] }, site.as);
  expect(cleared.code).toBe(0);
  await live(6);
  expect(new Set((await site.open()).map(({ deviceId }) => deviceId))).toEqual(new Set(ids));
});

test('members without a certificate do not count after their controller was deleted', async () => {
  const [controller = ''] = await site.rowsOnline(1, 'ac');
  const members = await site.rowsOnline(12, 'ap', controller);
  const [real = ''] = await site.rowsOnline(4);
  await site.setAway([controller], true);
  const deleted = await server.call('deleteDevices', { deviceUUIDs: [controller] }, site.as);
  expect(deleted.code).toBe(0);
  await setAway(members, true);
  await live(7);
  expect(await site.open()).not.toContainEqual(expect.objectContaining({ type: 'siteOffline' }));
  await setAway([real], true);
  await live(7);
  expect(await site.open()).toContainEqual(
    expect.objectContaining({ type: 'deviceOffline', deviceId: real }),
  );
});

test('devices that never connected raise no alarm, and do not count in a site outage', async () => {
  const seen = await site.rowsOnline(5);
  await buildDevices(
    server,
    site.owner,
    Array.from({ length: 10 }, () => ({ siteId: site.siteId, status: 'neverConnected' as const })),
  );
  await live(60);
  expect(await site.alarms()).toEqual([]);
  await setAway(seen, true);
  await live(4);
  expect(await site.alarms()).toMatchObject([{ type: 'siteOffline', value: 100 }]);
});
