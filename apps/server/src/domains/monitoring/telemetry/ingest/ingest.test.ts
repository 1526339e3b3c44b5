import { DAY, HOUR } from '@airloom/contract/time';
import type { Report } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Fixture, openFixture } from '../testing/fixture.ts';
import { clientOf, memberSample, portOf, radioOf, reportOf } from '../testing/reports.ts';
import { Ingest } from './ingest.ts';
import type { ReceivedItem, ReportingDevice } from './received-items.ts';

let fixture: Fixture;
let ingest: Ingest;
let device: ReportingDevice;
let stored: ReceivedItem[];
beforeEach(async () => {
  fixture = await openFixture();
  ingest = new Ingest(fixture.platform);
  stored = [];
  ingest.onStored((items) => stored.push(...items));
  device = await fixture.device();
});
afterEach(async () => {
  await ingest.stop();
  await fixture.end();
});

const reports = () =>
  fixture.rows(sql<{ ms: number; rx: string | null; clients: number }>`
    select (extract(epoch from ts) * 1000)::float8 as ms, rx_bytes as rx, clients from device_report order by ts`);
const last = () =>
  fixture.rows(sql<{ cpu: number | null; report: string }>`
    select cpu, report from device_last join device_last_report using (tenant_id, device_id, ts)`);
const due = () =>
  fixture.rows(sql<{ device: string; ms: number }>`
    select device_id as device, (extract(epoch from hour) * 1000)::float8 as ms from rollup_due order by hour`);
const sequences = () =>
  stored.map((item) => (item.what === 'report' ? item.report.sequence : null)).filter((n) => n !== null);

async function asOwner(statement: string): Promise<void> {
  const client = new Client({ connectionString: fixture.url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

test('keeps the bytes by port of the report before the newest', async () => {
  const arrival = Date.now();
  const send = async (ms: number, rxBytes: number): Promise<void> => {
    const ports = [portOf('eth0', { traffic: { rxBytes, txBytes: 2 * rxBytes } })];
    ingest.add(device, reportOf({ at: arrival + ms, ports }), arrival);
    await ingest.flush();
  };
  const kept = async () => {
    const [row] = await fixture.rows(sql<{ ms: number | null; now: string; earlier: string | null }>`
      select (extract(epoch from earlier_ts) * 1000)::float8 as ms, port_bytes as now,
        earlier_port_bytes as earlier from device_last_report`);
    return row && [row.now, row.earlier, row.ms === null ? null : row.ms - arrival];
  };
  await send(-120_000, 10);
  expect(await kept()).toEqual(['{"eth0":[10,20]}', null, null]);
  await send(-60_000, 30);
  expect(await kept()).toEqual(['{"eth0":[30,60]}', '{"eth0":[10,20]}', -120_000]);
  // The same report again, and a late one.
  await send(-60_000, 30);
  await send(-90_000, 20);
  expect(await kept()).toEqual(['{"eth0":[30,60]}', '{"eth0":[10,20]}', -120_000]);
});

test('stores a report by column and as a whole, marks its hour and announces it', async () => {
  const arrival = Date.now();
  const report: Report = reportOf({
    sequence: 7,
    unit: { uptimeSeconds: 90, cpuPercent: 12.5, memoryPercent: 40, temperature: 51 },
    uplink: { rxBytes: 9_007_199_254_740_000, txBytes: 2 },
    radios: [radioOf(1, { channel: 149, noise: -91, traffic: { rxBytes: 5, txBytes: 6 } })],
    power: { budgetWatts: null, usedWatts: 8.25 },
  });
  ingest.add(device, report, arrival);
  expect(stored).toEqual([]);
  await ingest.flush();
  expect(sequences()).toEqual([7]);
  const [row] = await fixture.rows(sql`select * from device_report`);
  expect(row).toMatchObject({
    tenant_id: device.tenant,
    device_id: device.deviceId,
    ts: new Date(arrival - (arrival % 1000)),
    rx_bytes: '9007199254740000',
    tx_bytes: '2',
    uptime: 90,
    cpu: 12.5,
    power: 8.25,
    clients: 0,
    members_online: null,
    r0_channel: null,
    r1_band: 5,
    r1_channel: 149,
    r1_noise: -91,
    r1_tx_bytes: '6',
  });
  const [newest] = await last();
  // Forwarding tables are stored by port.
  const { macTable: _, ...kept } = report;
  expect(JSON.parse(newest?.report ?? '')).toEqual(kept);
  expect(await due()).toEqual([{ device: device.deviceId, ms: arrival - (arrival % HOUR) }]);
});

test('stores buffered reports at their own time and rejects implausible clocks', async () => {
  const now = Math.floor(Date.now() / 1000) * 1000;
  const at = (sequence: number, when: number) => ingest.add(device, reportOf({ sequence, at: when }), now);
  at(1, now - 34 * DAY);
  at(2, now - 36 * DAY);
  at(3, now + 4 * 60_000);
  at(4, now + 6 * 60_000);
  at(5, now - 2 * DAY);
  await ingest.flush();
  expect((await reports()).map(({ ms }) => ms)).toEqual([
    now - 34 * DAY,
    now - 2 * DAY,
    now,
    now + 4 * 60_000,
  ]);
  // A report too old to store is acknowledged too, or the device would send it for ever.
  expect(sequences()).toEqual([1, 2, 3, 4, 5]);
});

test('stores a repeated report once and keeps the newest one', async () => {
  const now = Date.now();
  const send = async (at: number, cpu: number) => {
    const unit = { uptimeSeconds: 1, cpuPercent: cpu, memoryPercent: null, temperature: null };
    ingest.add(device, reportOf({ at, unit }), now);
    await ingest.flush();
  };
  await send(now - 60_000, 10);
  await send(now - 60_000, 10);
  await send(now - 120_000, 20);
  expect((await reports()).length).toBe(2);
  expect((await last())[0]?.cpu).toBe(10);
  await send(now, 30);
  expect((await last())[0]?.cpu).toBe(30);
});

test('clamps figures and cleans texts that do not fit their columns', async () => {
  ingest.add(
    device,
    reportOf({
      unit: { uptimeSeconds: 1e12, cpuPercent: Number.NaN, memoryPercent: 1e300, temperature: -1e300 },
      addresses: ['10.0.0.1\u0000', '\ud800'],
      radios: [radioOf(0, { channel: 1e9, traffic: { rxBytes: 1e30, txBytes: -5 } })],
    }),
    Date.now(),
  );
  const crash = { type: 'crashLog', lines: ['a\u0000b', '\ud800'] } as const;
  ingest.events(device, [{ serial: 'a00000000001', at: null, happening: crash }], Date.now());
  await ingest.flush();
  const [row] = await fixture.rows(sql`select uptime, cpu, r0_channel, r0_tx_bytes from device_report`);
  expect(row).toEqual({ uptime: 2_147_483_647, cpu: null, r0_channel: 32_767, r0_tx_bytes: '0' });
  const [newest] = await last();
  expect(JSON.parse(newest?.report ?? '').addresses).toEqual(['10.0.0.1', '\ufffd']);
  const [entry] = await fixture.rows(sql`select details, severity, site_id from device_log`);
  expect(entry).toEqual({ details: { lines: ['ab', '\ufffd'] }, severity: 3, site_id: fixture.siteId });
});

test('stores all other reports when one cannot be stored', async () => {
  const gone: ReportingDevice = { ...device, deviceId: '01890000-0000-7000-8000-000000000000' };
  const now = Date.now();
  for (let index = 0; index < 64; index += 1) {
    ingest.add(index === 41 ? gone : device, reportOf({ sequence: index, at: now - index * 1000 }), now);
  }
  await ingest.flush();
  expect((await reports()).length).toBe(63);
  expect(sequences()).toEqual(Array.from({ length: 64 }, (_, index) => index));
  const refused = await fixture.platform.metrics.reports.get();
  expect(refused.values).toEqual(
    expect.arrayContaining([
      { labels: { outcome: 'stored' }, value: 63 },
      { labels: { outcome: 'refused' }, value: 1 },
    ]),
  );
});

test('stores all other reports when one takes too long, and rejects that one', async () => {
  const slow = await fixture.device();
  const tried: number[] = [];
  ingest.join(async (tx, items) => {
    if (items.some((item) => item.device === slow)) {
      tried.push(items.length);
      await tx.run(sql`set local statement_timeout = 20`);
      await tx.run(sql`select pg_sleep(60)`);
    }
    return () => undefined;
  });
  const now = Date.now();
  for (let index = 0; index < 8; index += 1) {
    ingest.add(index === 5 ? slow : device, reportOf({ sequence: index, at: now - index * 1000 }), now);
  }
  await ingest.flush();
  expect(tried).toEqual([8, 4, 2, 1]);
  expect((await reports()).length).toBe(7);
  expect(sequences()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test('limits the number of clients by device kind before participants run', async () => {
  const received: number[] = [];
  ingest.join(async (_tx, items) => {
    for (const item of items) if (item.what === 'report') received.push(item.report.clients.length);
    return () => undefined;
  });
  const controller = await fixture.device('ac');
  const clients = Array.from({ length: 600 }, (_, index) => clientOf(`02:00:00:00:00:${index}`, 1, 1));
  const now = Date.now();
  ingest.add(device, reportOf({ at: now, clients }), now);
  ingest.add(device, reportOf({ at: now - HOUR, clients }), now);
  ingest.add(controller, reportOf({ at: now, clients }), now);
  await ingest.flush();
  expect(received).toEqual([512, 512, 600]);
});

test('stores the newest report per second and acknowledges all of them', async () => {
  const second = Math.floor(Date.now() / 1000) * 1000 - 60_000;
  const received: number[] = [];
  ingest.join(async (_tx, items) => {
    received.push(items.length);
    return () => undefined;
  });
  const report = (sequence: number, ms: number) =>
    ingest.add(
      device,
      reportOf({ sequence, at: second + ms, uplink: { rxBytes: sequence, txBytes: 0 } }),
      Date.now(),
    );
  report(1, 100);
  report(3, 900);
  report(2, 500);
  report(4, 1000);
  await ingest.flush();
  report(5, 950);
  await ingest.flush();
  expect((await reports()).map(({ ms, rx }) => [ms - second, rx])).toEqual([
    [0, '5'],
    [1000, '4'],
  ]);
  expect(received).toEqual([2, 1]);
  expect(sequences()).toEqual([1, 3, 2, 4, 5]);
});

test('is full after a few large reports and stores them in smaller batches', async () => {
  const parts: number[] = [];
  ingest.join(async (_tx, items) => {
    parts.push(items.length);
    return () => undefined;
  });
  const gateway = await fixture.device('gateway');
  const members = Array.from({ length: 4_000 }, (_, index) => memberSample(`b${index}`, { online: false }));
  const report = reportOf({ members });
  const now = Date.now();
  let added = 0;
  for (; !ingest.full && added < 5_000; added += 1)
    ingest.add(gateway, { ...report, at: now - added * 1000 }, now);
  expect(added).toBeGreaterThan(100);
  expect(added).toBeLessThan(500);
  await ingest.flush();
  expect(ingest.full).toBe(false);
  expect(Math.max(...parts)).toBeLessThan(50);
  expect(parts.reduce((sum, size) => sum + size, 0)).toBe(added);
  ingest.add(gateway, report, now);
  expect(ingest.full).toBe(false);
});

test('keeps everything in order while the database is unavailable, and becomes full', async () => {
  await asOwner('alter table device_last rename to device_last_away');
  const now = Date.now();
  expect(ingest.full).toBe(false);
  for (let index = 0; index < 20_000; index += 1) {
    ingest.add(device, reportOf({ sequence: index, at: now - (20_000 - index) * 1000 }), now);
  }
  expect(ingest.full).toBe(true);
  expect(stored).toEqual([]);
  await asOwner('alter table device_last_away rename to device_last');
  await ingest.flush();
  expect(ingest.full).toBe(false);
  expect(sequences()).toEqual(Array.from({ length: 20_000 }, (_, index) => index));
  expect((await reports()).length).toBe(20_000);
});

test('creates a dropped partition again', async () => {
  const then = Date.now() - 10 * DAY;
  ingest.add(device, reportOf({ at: then }), Date.now());
  await ingest.flush();
  const day = new Date(then).toISOString().slice(0, 10);
  await fixture.rows(sql`select app.drop_report_day(${day}::date)`);
  ingest.add(device, reportOf({ at: then + 1000 }), Date.now());
  await ingest.flush();
  expect((await reports()).length).toBe(1);
});

test('marks the current hour once and a past hour with every report', async () => {
  const hour = Math.floor(Date.now() / HOUR) * HOUR;
  fixture.setClock(hour + 10 * 60_000);
  const send = async (at: number) => {
    ingest.add(device, reportOf({ at }), hour + 10 * 60_000);
    await ingest.flush();
  };
  await send(hour + 60_000);
  await send(hour - HOUR);
  await fixture.rows(sql`delete from rollup_due`);
  await send(hour + 120_000);
  await send(hour - HOUR + 1000);
  expect((await due()).map(({ ms }) => ms)).toEqual([hour - HOUR]);
});

test('limits the events of a device and logs that', async () => {
  const happening = { type: 'portUp', port: 'eth0' } as const;
  const event = { serial: 'a00000000001', at: null, happening };
  ingest.events(
    device,
    Array.from({ length: 500 }, () => event),
    Date.now(),
  );
  await ingest.flush();
  const types = await fixture.rows(
    sql<{ type: string; n: number }>`select type, count(*)::int as n from device_log group by 1 order by 1`,
  );
  expect(types).toEqual([
    { type: 'portUp', n: 120 },
    { type: 'tooManyEvents', n: 1 },
  ]);
});

test('limits connection notices like device events', async () => {
  for (let index = 0; index < 500; index += 1) {
    ingest.notice(device, { type: 'connectionReplaced' }, Date.now());
  }
  await ingest.flush();
  const types = await fixture.rows(
    sql<{ type: string; n: number }>`select type, count(*)::int as n from device_log group by 1 order by 1`,
  );
  expect(types).toEqual([
    { type: 'connectionReplaced', n: 120 },
    { type: 'tooManyEvents', n: 1 },
  ]);
});

test('commits writes of participants together with the reports or not at all', async () => {
  const seen: number[] = [];
  let confirmed = 0;
  ingest.join(async (tx, items) => {
    seen.push(items.length);
    await tx.run(sql`insert into rollup_due (tenant_id, device_id, hour)
                     values (${device.tenant}, ${device.deviceId}, 'epoch')`);
    if (items.length > 1) throw new TypeError('too much at once');
    return () => {
      confirmed += 1;
    };
  });
  ingest.add(device, reportOf({ at: 1_000 + Date.now() - DAY }), Date.now());
  ingest.add(device, reportOf({ at: 2_000 + Date.now() - DAY }), Date.now());
  await ingest.flush();
  // Both at once, then each alone; the second one cannot write the same row again.
  expect(seen).toEqual([2, 1, 1]);
  expect(confirmed).toBe(1);
  expect((await reports()).length).toBe(1);
});

test('stores the last scan', async () => {
  const now = Date.now();
  const entry = { bssid: 'aa:bb:cc:00:00:01', ssid: 'Next door', channel: 6, signal: -70 };
  ingest.scan(device, [entry], now);
  ingest.scan(device, [{ ...entry, channel: 11 }], now + 1);
  await ingest.flush();
  const [scan] = await fixture.rows(sql<{ entries: string }>`select entries from device_scan`);
  expect(JSON.parse(scan?.entries ?? '')).toEqual([{ ...entry, channel: 11 }]);
});

test('replaces the newest report from before the clock was set back, but not by a late one', async () => {
  const noon = Date.UTC(2026, 9, 20, 12);
  const send = async (at: number, cpuPercent: number) => {
    const unit = { uptimeSeconds: 90, cpuPercent, memoryPercent: 40, temperature: 51 };
    ingest.add(device, reportOf({ at, unit }), fixture.platform.now().getTime());
    await ingest.flush();
  };
  fixture.setClock(noon);
  await send(noon, 10);
  fixture.setClock(noon - HOUR);
  await send(noon - HOUR, 20);
  expect(await last()).toMatchObject([{ cpu: 20 }]);
  await send(noon - 2 * HOUR, 30);
  expect(await last()).toMatchObject([{ cpu: 20 }]);
});

test('replaces a scan from before the clock was set back', async () => {
  const noon = Date.UTC(2026, 9, 20, 12);
  const scanned = async (at: number, ssid: string) => {
    fixture.setClock(at);
    ingest.scan(device, [{ bssid: '02:00:00:00:00:09', ssid, channel: 6, signal: -60 }], at);
    await ingest.flush();
  };
  await scanned(noon, 'before');
  await scanned(noon - HOUR, 'after');
  const rows = await fixture.rows(sql<{ entries: string }>`select entries from device_scan`);
  expect(JSON.stringify(rows)).toContain('after');
});
