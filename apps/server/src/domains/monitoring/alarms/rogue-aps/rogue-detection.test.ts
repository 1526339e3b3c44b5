import { HOUR } from '@airloom/contract/time';
import type { ScanEntry } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { InProcessBus } from '../../../../platform/bus/in-process-bus.ts';
import { Ingest, type ReportingDevice } from '../../telemetry/index.ts';
import { type Fixture, insertDevice, openFixture } from '../../telemetry/testing/fixture.ts';
import { clientOf, reportOf } from '../../telemetry/testing/reports.ts';
import { RulesCache } from '../rules/rules-cache.ts';
import { insertMaintenance, insertRule } from '../testing/stored-rules.ts';
import { clearGoneRogues, RogueWatch } from './rogue-detection.ts';

const NOON = Date.UTC(2026, 9, 20, 12);
/** The network and radio that `clientOf` is connected to. */
const OURS = { ssid: 'Office', bssid: '90:3c:b3:bb:1d:a9' };
const STRANGER = '0a:11:22:33:44:55';

let ground: Fixture;
let ingest: Ingest;
let one: ReportingDevice;
let other: ReportingDevice;
beforeEach(async () => {
  ground = await openFixture();
  ground.setClock(NOON);
  one = await ground.device();
  other = await ground.device();
  await ground.rows(sql`update device set status = 'online'`);
  await insertRule(ground.platform.database, ground.tenant, {
    type: 'rogueAp',
    levels: [{ level: 'important', threshold: null }],
  });
  ingest = new Ingest(ground.platform);
  const rules = new RulesCache(new InProcessBus(ground.platform.log), () => ground.platform.now().getTime());
  ingest.join(new RogueWatch(platform(), rules).take);
  ingest.add(one, reportOf({ at: NOON, clients: [clientOf('02:00:00:00:00:01', 60, 0)] }), NOON);
  await ingest.flush();
});
afterEach(async () => {
  await ingest.stop();
  await ground.end();
});

function platform() {
  return { ...ground.platform, wakeOutbox: () => undefined };
}

async function scan(device: ReportingDevice, hours: number, ...entries: Partial<ScanEntry>[]): Promise<void> {
  const at = NOON + hours * HOUR;
  ground.setClock(at);
  const detections = entries.map((entry) => ({
    ...OURS,
    bssid: STRANGER,
    channel: 6,
    signal: -60,
    ...entry,
  }));
  ingest.scan(device, detections, at);
  await ingest.flush();
}

const alarms = () =>
  ground.rows(sql<{ part: string; device: string; cleared: boolean; why: string | null }>`
    select part, device_id as device, cleared_at is not null as cleared, clear_reason as why from alarm
    order by raised_at, id`);
const facts = () => ground.rows(sql`select id from outbox where type = 'AlarmsChanged'`);

test('an own network name from a foreign access point has one alarm for any number of detections', async () => {
  await scan(one, 1, {});
  await scan(one, 2, {});
  await scan(other, 3, { signal: -30 });
  expect(await alarms()).toEqual([{ part: STRANGER, device: one.deviceId, cleared: false, why: null }]);
  expect(await facts()).toHaveLength(1);
});

test('names the device with the strongest signal', async () => {
  ingest.scan(one, [{ ...OURS, bssid: STRANGER, channel: 6, signal: -80 }], NOON);
  await scan(other, 0, { signal: -50 });
  expect(await alarms()).toMatchObject([{ device: other.deviceId }]);
});

test.each([
  ['a foreign network', { ssid: 'Cafe' }],
  ['a network without a name', { ssid: '' }],
  ['the radio of our clients', { bssid: OURS.bssid }],
  ['another radio of our device, by its count', { bssid: 'a0:00:00:00:00:0f' }],
  ['an own radio with a locally administered address', { bssid: 'a2:00:00:00:00:01' }],
])('%s raises no alarm', async (_name, entry) => {
  await scan(one, 1, entry);
  expect(await alarms()).toEqual([]);
});

test('a radio of a device at another site of the account is known', async () => {
  await insertDevice(ground.platform.database, { ...ground, siteId: null, kind: 'ap' }, '0a1122334450');
  await scan(one, 1, {});
  expect(await alarms()).toEqual([]);
});

test('a network is known from earlier clients when nobody is connected', async () => {
  await ground.rows(sql`update device_last_report set report = ${JSON.stringify(reportOf({ at: NOON }))}`);
  await scan(one, 1, {});
  expect(await alarms()).toEqual([]);
  await ground.rows(sql`
    insert into terminal_session (tenant_id, id, device_id, site_id, visit_id, mac, started_at, ended_at, last_seen_at,
      counter_rx, counter_tx, rx_bytes, tx_bytes, signal_sum, signal_samples, ssid, port, ip, hostname, end_reason)
    select tenant_id, gen_random_uuid(), id, site_id, gen_random_uuid(), '02:00:00:00:00:01', now(), now(), now(),
      0, 0, 0, 0, 0, 0, 'Office', '', '', '', 'left'
    from device where id = ${other.deviceId}`);
  await scan(one, 2, {});
  expect(await alarms()).toHaveLength(1);
});

test('clears the alarm after a day of scans without it, and may raise it again', async () => {
  await scan(one, 0, {});
  await scan(other, 10, {});
  await scan(one, 25);
  await clearGoneRogues(platform());
  ground.setClock(NOON + 35 * HOUR);
  await clearGoneRogues(platform());
  expect(await alarms()).toMatchObject([{ cleared: false }]);
  await scan(other, 36);
  await clearGoneRogues(platform());
  await clearGoneRogues(platform());
  expect(await alarms()).toMatchObject([{ cleared: true, why: 'recovered' }]);
  expect(await facts()).toHaveLength(2);
  expect(await ground.rows(sql`select 1 from alarm_watch`)).toEqual([]);
  await scan(other, 40, {});
  expect(await alarms()).toMatchObject([{ cleared: true }, { cleared: false, device: other.deviceId }]);
});

test('cleared by hand it is not raised again while it is detected', async () => {
  await scan(one, 0, {});
  await ground.rows(sql`update alarm set cleared_at = raised_at, clear_reason = 'person'`);
  await scan(one, 10, {});
  await scan(other, 20, {});
  expect(await alarms()).toHaveLength(1);
});

test('raises nothing for a site in maintenance', async () => {
  await insertMaintenance(ground.platform.database, ground, NOON, NOON + HOUR);
  await scan(one, 0.5, {});
  expect(await alarms()).toEqual([]);
  await scan(one, 2, {});
  expect(await alarms()).toHaveLength(1);
});

test('detections during maintenance are refreshed', async () => {
  await scan(one, 0, {});
  await insertMaintenance(ground.platform.database, ground, NOON + 29 * HOUR, NOON + 31 * HOUR);
  await scan(one, 30, {});
  await clearGoneRogues(platform());
  expect(await alarms()).toMatchObject([{ cleared: false }]);
});
