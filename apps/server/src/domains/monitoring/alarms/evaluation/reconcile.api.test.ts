import { once } from 'node:events';
import { OK_ACCEPTED } from '@airloom/contract/errors';
import { MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../../platform/database/database.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { takeOver } from '../../../network/devices/testing/take-over.ts';
import { awaitUpgradeCommand, Fleet } from '../../../network/firmware/testing/fleet.ts';
import { portOf } from '../../telemetry/testing/reports.ts';
import { ConnectedSite, type Online, WITHIN } from '../testing/connected-site.ts';
import { insertMaintenance } from '../testing/stored-rules.ts';
import { reconcileOutages } from './reconcile.ts';
import { AlarmSweep } from './sweep.ts';

let server: TestServer;
let other: Database;
/** Sweep of one of two processes with the same database. */
let sweeps: AlarmSweep[];
let site: ConnectedSite;
beforeAll(async () => {
  server = await startTestServer({ GATEWAY_PORT: '0' });
  other = openDatabase({ connectionString: server.databaseUrl, max: 4, onError: () => undefined });
  sweeps = [server.platform.database, other].map(
    (database) => new AlarmSweep({ ...server.platform, database }),
  );
});
afterAll(async () => {
  await other.end();
  await server.stop();
});
beforeEach(async () => {
  site = await ConnectedSite.open(server);
});
afterEach(() => site.end());

/** Runs both processes at once, twice. */
async function sweep(): Promise<void> {
  await Promise.all(sweeps.map((one) => one.sweepSites()));
  for (const one of sweeps) await one.sweepSites();
}

const idsOf = (devices: readonly Online[]) => devices.map(({ id }) => id).toSorted();
const linkTo = (port: string, { serial }: Online) => ({
  port,
  peerMac: serial,
  peerName: '',
  peerPort: '',
  peerDescription: '',
});
const ONCE = [{ level: 'important', threshold: null }] as const;

test('raises one alarm for an offline device after the threshold and clears it on return', async () => {
  await site.rule({ type: 'deviceOffline', levels: [{ level: 'important', threshold: 5 }] });
  const [device] = await site.online(['ap']);
  if (device === undefined) throw new Error('There is no device');
  await site.lose([device]);
  await site.deliverTwice('DevicesOffline', [device.id]);
  await site.passSince(device, 4 * MINUTE);
  await sweep();
  expect(await site.alarms()).toEqual([]);
  await site.passSince(device, 5 * MINUTE);
  await Promise.all([sweep(), site.deliverTwice('DevicesOffline', [device.id])]);
  expect(await site.alarms()).toMatchObject([
    { type: 'deviceOffline', level: 'important', deviceId: device.id, siteId: site.siteId, value: 5 },
  ]);
  // A late event changes nothing.
  await site.deliverTwice('DevicesOnline', [device.id]);
  expect(await site.open()).toHaveLength(1);
  await site.comeBack([device]);
  await Promise.all([sweep(), site.deliverTwice('DevicesOnline', [device.id])]);
  expect(await site.alarms()).toMatchObject([{ clearReason: 'recovered' }]);
});

test('a gateway and the devices behind it have one alarm', async () => {
  await site.rule({ type: 'siteOffline', levels: [{ level: 'urgent', threshold: 60 }] });
  await site.rule({ type: 'deviceOffline', levels: [{ level: 'urgent', threshold: 3 }] });
  const devices = await site.online(['gateway', 'gateway', 'switch', ...Array<'ap'>(9).fill('ap')]);
  const [gateway, , wiring, ...aps] = devices;
  const behind = aps.slice(0, 5);
  if (gateway === undefined || wiring === undefined) throw new Error('There are no devices');
  await site.setLastReport(wiring.id, {
    ports: [portOf('up', { uplink: true }), portOf('one')],
    links: [linkTo('up', gateway), ...behind.map((ap) => linkTo('one', ap))],
  });
  const gone = [gateway, wiring, ...behind];
  await site.lose(gone);
  await site.deliverTwice('DevicesOffline', idsOf(gone));
  await site.pass(
    4 * MINUTE,
    devices.filter((one) => !gone.includes(one)),
  );
  await sweep();
  expect(await site.alarms()).toMatchObject([{ type: 'deviceOffline', deviceId: gateway.id }]);
  expect(await site.consequences()).toEqual(idsOf([wiring, ...behind]));
  await site.comeBack(gone);
  await site.deliverTwice('DevicesOnline', idsOf(gone));
  await sweep();
  expect(await site.alarms()).toMatchObject([{ clearReason: 'recovered' }]);
});

test('a device behind a manual link is a consequence until the link is deleted', async () => {
  await site.rule({ type: 'deviceOffline', levels: [{ level: 'urgent', threshold: 3 }] });
  const [wiring, ap] = await site.online(['switch', 'ap']);
  if (wiring === undefined || ap === undefined) throw new Error('There are no devices');
  const { siteId: siteUUID } = site;
  const ends = { upperUUID: wiring.id, lowerUUID: ap.id };
  const { linkUUID } = (await server.call('createLink', { siteUUID, ...ends }, site.as)).data;
  const gone = [wiring, ap];
  await site.lose(gone);
  await site.deliverTwice('DevicesOffline', idsOf(gone));
  await site.pass(4 * MINUTE);
  await sweep();
  expect(await site.alarms()).toMatchObject([{ type: 'deviceOffline', deviceId: wiring.id }]);
  expect(await site.consequences()).toEqual(idsOf([ap]));
  await server.call('deleteLink', { linkUUID }, site.as);
  await site.deliverTwice('TopologyChanged', [ap.id]);
  expect(new Set((await site.open()).map(({ deviceId }) => deviceId))).toEqual(new Set(idsOf(gone)));
});

test('a controller outage covers its members, whose links and ports are unknown', async () => {
  await site.rule({ type: 'deviceOffline', levels: [{ level: 'urgent', threshold: 3 }] });
  const [controller] = await site.online(['controller']);
  if (controller === undefined) throw new Error('There is no device');
  const thin = (await site.rowsOnline(2)).toSorted();
  await site.rows(sql`update device set managed_by = ${controller.id} where id = any(${thin}::uuid[])`);
  // As stored for controller members.
  await site.rows(sql`
    insert into device_last_report (tenant_id, device_id, ts, report)
    select ${site.tenant}, id, now(), '{"addresses":[],"radios":[],"clients":[]}' from unnest(${thin}::uuid[]) as id`);
  await site.setAway(thin, true);
  await site.lose([controller]);
  await site.passSince(controller, 3 * MINUTE);
  await sweep();
  expect(await site.alarms()).toMatchObject([{ type: 'deviceOffline', deviceId: controller.id }]);
  expect(await site.consequences()).toEqual(thin);
});

test('a site outage is one alarm, and none remains when power returns', async () => {
  await site.rule({ type: 'siteOffline', levels: [{ level: 'urgent', threshold: 50 }] });
  await site.rule({ type: 'deviceOffline', levels: [{ level: 'urgent', threshold: 3 }] });
  const devices = await site.online(['gateway', 'switch', 'ap', 'ap', 'ap', 'ap']);
  await site.lose(devices);
  await Promise.all([sweep(), site.deliverTwice('DevicesOffline', idsOf(devices))]);
  server.advance(10 * MINUTE);
  await sweep();
  expect(await site.alarms()).toMatchObject([
    { type: 'siteOffline', level: 'urgent', deviceId: null, siteId: site.siteId, value: 100 },
  ]);
  expect(await site.consequences()).toEqual(idsOf(devices));
  await site.comeBack(devices);
  await Promise.all([sweep(), site.deliverTwice('DevicesOnline', idsOf(devices))]);
  expect(await site.alarms()).toMatchObject([{ clearReason: 'recovered' }]);
});

test('a flapping device has one alarm until it is stable', async () => {
  await site.rule({ type: 'deviceFlapping', levels: [{ level: 'important', threshold: 3 }] });
  const flapping = await site.online(['ap']);
  for (let time = 0; time < 4; time += 1) {
    expect(await site.alarms()).toHaveLength(time < 3 ? 0 : 1);
    await site.lose(flapping);
    await site.deliverTwice('DevicesOffline', idsOf(flapping));
    await site.comeBack(flapping);
    await site.deliverTwice('DevicesOnline', idsOf(flapping));
  }
  expect(await site.alarms()).toMatchObject([{ type: 'deviceFlapping', value: 4, clearReason: null }]);
  server.advance(61 * MINUTE);
  await sweep();
  expect(await site.alarms()).toMatchObject([{ clearReason: 'recovered' }]);
});

test('a rejected configuration has an alarm until one is accepted', async () => {
  await site.rule({ type: 'configurationFailed', levels: ONCE });
  const [device] = await site.online(['ap'], { runs: 1 });
  if (device === undefined) throw new Error('There is no device');
  const configurationState = async () =>
    (
      await site.rows(sql<{ state: string }>`
        select configuration_state as state from device where id = ${device.id}`)
    )[0]?.state;
  device.device.obey = ({ id, command }) => {
    if (command.name === 'configure') device.device.answer(id, { error: 2, text: 'no' });
  };
  await takeOver(server, site.as, device.id);
  await expect.poll(configurationState, WITHIN).toBe('refused');
  await server.settled();
  await site.deliverTwice('ConfigurationsChanged', [device.id]);
  expect(await site.alarms()).toMatchObject([{ type: 'configurationFailed', clearReason: null }]);
  device.device.obey = ({ id, command }) => {
    if (command.name !== 'configure') return;
    device.device.answer(id);
    device.device.runs = command.version;
    device.device.report();
  };
  const renamed = await server.call(
    'updateDevice',
    { deviceUUID: device.id, name: 'Another name', position: '', remark: '', groupUUID: null },
    site.as,
  );
  expect(renamed.code).toBe(0);
  await expect.poll(configurationState, WITHIN).toBe('applied');
  await site.deliverTwice('ConfigurationsChanged', [device.id]);
  expect(await site.alarms()).toMatchObject([{ clearReason: 'recovered' }]);
});

test('a failed upgrade has an alarm until one succeeds, without a sweep', async () => {
  const fleet = await Fleet.open(server);
  await server.settled();
  const ap = await fleet.online();
  const alarms = () =>
    site.rows(sql<{ reason: string | null }>`
      select clear_reason as reason from alarm where tenant_id = ${fleet.owner.tenant} and type = 'upgradeFailed'`);
  const target = { kind: 'devices' as const, deviceUUIDs: [ap.id] };
  const failing = await fleet.campaign({ firmwareUUID: await fleet.image('2'), target, retries: 0 });
  const command = await awaitUpgradeCommand(ap.device);
  ap.device.answer(command.id, { error: 2, text: 'no' });
  await fleet.reaches(failing, ap.id, 'failed');
  await expect.poll(alarms, WITHIN).toEqual([{ reason: null }]);
  const good = await fleet.campaign({ firmwareUUID: await fleet.image('3'), target, retries: 0 });
  const next = await awaitUpgradeCommand(ap.device, 2);
  ap.device.answer(next.id);
  await ap.device.restart({ reason: 'upgrade', firmware: '3' });
  await fleet.reaches(good, ap.id, 'succeeded');
  await expect.poll(alarms, WITHIN).toEqual([{ reason: 'recovered' }]);
  await fleet.end();
});

test('raises nothing during maintenance and after a planned reboot', async () => {
  await site.rule({ type: 'deviceOffline', levels: [{ level: 'important', threshold: 5 }] });
  const [device] = await site.online(['ap']);
  if (device === undefined) throw new Error('There is no device');
  const commandSent = once(device.device.connection.socket, 'message');
  const command = await server.call(
    'sendCommand',
    { deviceUUIDs: [device.id], command: { name: 'reboot' } },
    site.as,
  );
  expect(command.code).toBe(OK_ACCEPTED);
  await commandSent;
  device.device.answer(device.device.received[0]?.id ?? 0);
  await site.lose([device]);
  server.advance(6 * MINUTE);
  await sweep();
  expect(await site.alarms()).toEqual([]);
  // No event ended the reboot; what follows is not part of it.
  const unended = () =>
    site.rows(sql`select from command where tenant_id = ${site.tenant} and ended_at is null`);
  await expect.poll(unended, WITHIN).toEqual([]);
  const now = server.platform.now().getTime();
  await insertMaintenance(server.platform.database, site, now, now + 60 * MINUTE);
  server.advance(50 * MINUTE);
  await sweep();
  expect(await site.alarms()).toEqual([]);
  server.advance(11 * MINUTE);
  await sweep();
  expect(await site.open()).toMatchObject([{ deviceId: device.id }]);
});

test('another account sees and changes nothing', async () => {
  const neighbour = await ConnectedSite.open(server);
  for (const account of [neighbour, site]) {
    await account.rule({ type: 'deviceOffline', levels: [{ level: 'urgent', threshold: 1 }] });
  }
  const ids = await site.rowsOnline(2);
  await site.setAway(ids, true);
  // The clock is ahead only here: the running process finds nothing due.
  const later = { ...server.platform, now: () => new Date(server.platform.now().getTime() + 2 * MINUTE) };
  await reconcileOutages(later, neighbour.tenant, ids);
  expect([...(await site.alarms()), ...(await neighbour.alarms())]).toEqual([]);
  await reconcileOutages(later, site.tenant, ids);
  expect(await site.open()).toHaveLength(2);
  expect(await neighbour.alarms()).toEqual([]);
});
