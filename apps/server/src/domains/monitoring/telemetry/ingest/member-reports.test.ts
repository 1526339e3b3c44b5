import { keptReport } from '@airloom/contract/devices/report.model';
import { HOUR, MINUTE } from '@airloom/contract/time';
import type { MemberSample } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../../platform/ids.ts';
import { type Fixture, openFixture } from '../testing/fixture.ts';
import { clientOf, memberSample, radioOf, reportOf } from '../testing/reports.ts';
import { Ingest } from './ingest.ts';
import { MemberReportLimit } from './member-report-limit.ts';
import type { ReportingDevice } from './received-items.ts';

let fixture: Fixture;
let ingest: Ingest;
let controller: ReportingDevice;
let now: number;
beforeEach(async () => {
  fixture = await openFixture();
  ingest = new Ingest(fixture.platform);
  controller = await fixture.device('ac');
  now = Math.floor(Date.now() / HOUR) * HOUR + 30 * MINUTE;
  fixture.setClock(now);
});
afterEach(async () => {
  await ingest.stop();
  await fixture.end();
});

interface Member extends ReportingDevice {
  readonly serial: string;
}

/** An access point, managed by the controller by default. */
async function member(managedBy: string | null = controller.deviceId, connected = false): Promise<Member> {
  const device = await fixture.device('ap');
  const [row] = await fixture.rows(sql<{ serial: string }>`
    update device set managed_by = ${managedBy}, connection_id = ${connected ? newId() : null}
    where id = ${device.deviceId} returning serial`);
  return { ...device, serial: row?.serial ?? '' };
}

async function report(at: number, ...members: MemberSample[]): Promise<void> {
  ingest.add(controller, reportOf({ at, members }), now);
  await ingest.flush();
}

const reported = ({ deviceId }: ReportingDevice) =>
  fixture.rows(sql<{ ms: number; clients: number }>`
    select (extract(epoch from ts) * 1000)::float8 as ms, clients from device_report
    where device_id = ${deviceId} order by ts`);
const last = async ({ deviceId }: ReportingDevice) => {
  const [row] = await fixture.rows(sql<{ ms: number; clients: number; cpu: number | null; report: string }>`
    select (extract(epoch from ts) * 1000)::float8 as ms, clients, cpu, uptime, memory, config_version, report
    from device_last join device_last_report using (tenant_id, device_id, ts) where device_id = ${deviceId}`);
  return row && { ...row, report: JSON.parse(row.report) };
};
const dueHours = ({ deviceId }: ReportingDevice) =>
  fixture.rows(sql<{ ms: number }>`
    select (extract(epoch from hour) * 1000)::float8 as ms from rollup_due
    where device_id = ${deviceId} order by hour`);

test('stores a member of a controller report as a report of the member', async () => {
  const [busy, idle] = [await member(), await member()];
  await report(
    now,
    memberSample(busy.serial, { clients: 70_000, ip: '10.0.0.7' }),
    memberSample(idle.serial, { ip: null }),
  );
  expect(await reported(busy)).toEqual([{ ms: now, clients: 32_767 }]);
  expect(await reported(idle)).toEqual([{ ms: now, clients: 0 }]);
  const kept = await last(busy);
  expect(kept).toEqual({
    ms: now,
    clients: 32_767,
    cpu: null,
    uptime: null,
    memory: null,
    config_version: null,
    report: {
      at: now,
      unit: { uptimeSeconds: null, cpuPercent: null, memoryPercent: null, temperature: null },
      addresses: ['10.0.0.7'],
      radios: [],
      clients: [],
    },
  });
  expect(keptReport.parse(kept?.report).addresses).toEqual(['10.0.0.7']);
  expect((await last(idle))?.report.addresses).toEqual([]);
  expect(await dueHours(busy)).toEqual([{ ms: now - 30 * MINUTE }]);
});

test('stores radios and uptime of a member for its page and charts', async () => {
  const device = await member();
  const radios = [radioOf(0, { channel: 11, clients: 4, utilisationPercent: 37 }), radioOf(1)];
  await report(now, memberSample(device.serial, { clients: 4, uptimeSeconds: 86_400, radios }));
  expect(await last(device)).toMatchObject({ uptime: 86_400, report: { radios } });
  expect(keptReport.parse((await last(device))?.report).radios).toHaveLength(2);
  const [figures] = await fixture.rows(sql<object>`
    select uptime, r0_channel, r0_utilisation, r0_clients, r1_channel, r2_channel from device_report
    where device_id = ${device.deviceId}`);
  expect(figures).toEqual({
    uptime: 86_400,
    r0_channel: 11,
    r0_utilisation: 37,
    r0_clients: 4,
    r1_channel: 36,
    r2_channel: null,
  });
  // The controller's own row does not contain them again.
  expect(JSON.stringify((await last(controller))?.report.members)).not.toContain('channel');
});

test('stores the clients on the networks of a member with it', async () => {
  const [busy, idle] = [await member(), await member()];
  const bssid = '02:00:00:a1:b2:c4';
  const client = clientOf('02:00:00:00:00:01', 60, 100);
  const own = client.wireless && { ...client, wireless: { ...client.wireless, bssid } };
  const clients = [clientOf('02:00:00:00:00:02', 60, 100), ...(own === null ? [] : [own])];
  const members = [memberSample(busy.serial, { bssids: [bssid] }), memberSample(idle.serial)];
  ingest.add(controller, reportOf({ at: now, clients, members }), now);
  await ingest.flush();
  expect((await last(busy))?.report.clients).toEqual([own]);
  expect((await last(idle))?.report.clients).toEqual([]);
  expect((await last(controller))?.report.clients).toEqual(clients);
  expect(JSON.stringify((await last(controller))?.report.members)).not.toContain(bssid);
  const onAir = await fixture.rows(sql<{ device: string; ssid: string; bands: number }>`
    select device_id as device, ssid, bands
    from device_last join on_air_set using (tenant_id) where on_air_set.key = device_last.on_air_set`);
  expect(onAir).toEqual([{ device: busy.deviceId, ssid: 'Office', bands: 2 }]);
  const counted = await fixture.rows(sql<{ device: string; clients: object | null }>`
    select device_id as device, network_clients as clients from device_last`);
  expect(new Map(counted.map(({ device, clients: of }) => [device, of]))).toEqual(
    new Map([
      [busy.deviceId, { Office: 1 }],
      [idle.deviceId, null],
      [controller.deviceId, { Office: 1 }],
    ]),
  );
});

test('stores nothing for an offline member, one of another controller, or one with its own connection', async () => {
  const other = await fixture.device('ac');
  const strangers = [await member(null), await member(other.deviceId), await member(undefined, true)];
  const [down, elsewhere] = [await member(), await member()];
  await fixture.rows(sql`update device set serial = 'b00000000001' where id = ${elsewhere.deviceId}`);
  await report(
    now,
    ...strangers.map(({ serial }) => memberSample(serial, { clients: 3 })),
    memberSample(down.serial, { online: false }),
    memberSample('c00000000001', { clients: 3 }),
  );
  for (const device of [...strangers, down, elsewhere]) {
    expect(await reported(device)).toEqual([]);
    expect(await last(device)).toBeUndefined();
    expect(await dueHours(device)).toEqual([]);
  }
});

test('counts late and repeated reports once at their own time and keeps the newest', async () => {
  const device = await member();
  const sample = (clients: number, ip: string) => memberSample(device.serial, { clients, ip });
  await report(now, sample(5, '10.0.0.5'));
  await report(now - 2 * HOUR, sample(2, '10.0.0.2'));
  expect(await last(device)).toMatchObject({ ms: now, clients: 5, report: { addresses: ['10.0.0.5'] } });
  await report(now, sample(5, '10.0.0.5'));
  expect(await reported(device)).toEqual([
    { ms: now - 2 * HOUR, clients: 2 },
    { ms: now, clients: 5 },
  ]);
  expect(await dueHours(device)).toEqual([{ ms: now - 2.5 * HOUR }, { ms: now - 30 * MINUTE }]);
  // Several at once, one of them with a member listed twice.
  const twice = [sample(8, '10.0.0.8'), sample(8, '10.0.0.8')];
  ingest.add(controller, reportOf({ at: now + 2 * MINUTE, members: twice }), now);
  ingest.add(controller, reportOf({ at: now + MINUTE, members: [sample(7, '10.0.0.7')] }), now);
  await ingest.flush();
  expect((await reported(device)).map(({ clients }) => clients)).toEqual([2, 5, 7, 8]);
  expect(await last(device)).toMatchObject({
    ms: now + 2 * MINUTE,
    clients: 8,
    report: { addresses: ['10.0.0.8'] },
  });
});

test('stores members at most every half minute', async () => {
  const device = await member();
  const counts = Array.from({ length: 60 }, (_, index) => index + 1);
  for (const clients of counts) {
    await report(now - MINUTE + clients * 1000, memberSample(device.serial, { clients }));
  }
  expect((await reported(device)).map(({ clients }) => clients)).toEqual([1, 31]);
  expect((await reported(controller)).length).toBe(60);
  const other = await fixture.device('ac');
  const own = await member(other.deviceId);
  ingest.add(other, reportOf({ at: now, members: [memberSample(own.serial)] }), now);
  await ingest.flush();
  expect((await reported(own)).length).toBe(1);
});

test('limits a controller to 60,000 member rows per minute', () => {
  const pace = new MemberReportLimit();
  const accepted = (from: number) =>
    Array.from({ length: 1_000 }, (_, index) => pace.take('m', now - index * MINUTE, from, 2_000)).filter(
      Boolean,
    ).length;
  expect(accepted(now)).toBe(30);
  expect(accepted(now + 59_000)).toBe(0);
  expect(accepted(now + MINUTE)).toBe(30);
});

test('replaces an earlier report of the member itself', async () => {
  const device = await member();
  const unit = { uptimeSeconds: 5, cpuPercent: 50, memoryPercent: 5, temperature: 5 };
  ingest.add(device, reportOf({ at: now - MINUTE, unit }), now);
  await report(now, memberSample(device.serial, { clients: 1 }));
  expect(await last(device)).toMatchObject({ ms: now, clients: 1, cpu: null, uptime: null });
});
