import { DAY, HOUR, MINUTE } from '@airloom/contract/time';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Ingest } from '../ingest/ingest.ts';
import type { ReportingDevice } from '../ingest/received-items.ts';
import { prepareReportDays, rollUp, trimTelemetry } from '../telemetry.jobs.ts';
import { type Fixture, openFixture } from '../testing/fixture.ts';
import { radioOf, reportOf } from '../testing/reports.ts';

/** Noon, so that hours and days are easy to distinguish. */
const NOON = Date.UTC(2026, 9, 20, 12);

let fixture: Fixture;
let ingest: Ingest;
beforeAll(async () => {
  fixture = await openFixture();
  ingest = new Ingest(fixture.platform);
});
afterAll(async () => {
  await ingest.stop();
  await fixture.end();
});

interface Sample {
  readonly at: number;
  readonly uptime: number;
  readonly rx: number;
  readonly radioTx: number;
  readonly cpu: number | null;
  readonly clients: number;
}

async function deliver(device: ReportingDevice, samples: readonly Sample[]): Promise<void> {
  for (const { at, uptime, rx, radioTx, cpu, clients } of samples) {
    ingest.add(
      device,
      reportOf({
        at,
        unit: { uptimeSeconds: uptime, cpuPercent: cpu, memoryPercent: null, temperature: null },
        uplink: { rxBytes: rx, txBytes: 0 },
        radios: [radioOf(0, { traffic: { rxBytes: 0, txBytes: radioTx }, clients })],
        clients: Array.from({ length: clients }, () => ({
          mac: '02:00:00:00:00:01',
          ip: null,
          hostname: null,
          wireless: null,
          port: null,
          connectedSeconds: null,
          traffic: { rxBytes: 0, txBytes: 0 },
        })),
      }),
      Math.max(at, NOON + 4 * HOUR),
    );
  }
  await ingest.flush();
}

interface Hour {
  readonly hour: number;
  readonly reports: number;
  readonly seconds: number;
  readonly rx: number;
  readonly radioTx: number;
  readonly cpuAverage: number | null;
  readonly clientsMax: number;
}

/** The expected figures, computed report by report. */
function hoursOf(samples: readonly Sample[]): Hour[] {
  const inOrder = [...new Map(samples.map((sample) => [sample.at, sample])).values()].sort(
    (one, other) => one.at - other.at,
  );
  const hours = new Map<number, Sample[]>();
  const sums = new Map<number, { rx: number; radioTx: number; seconds: number }>();
  let before: Sample | undefined;
  for (const sample of inOrder) {
    const hour = Math.floor(sample.at / HOUR) * HOUR;
    hours.set(hour, [...(hours.get(hour) ?? []), sample]);
    const sum = sums.get(hour) ?? { rx: 0, radioTx: 0, seconds: 0 };
    if (before !== undefined) {
      const restarted = sample.uptime < before.uptime;
      sum.rx += restarted || sample.rx < before.rx ? sample.rx : sample.rx - before.rx;
      sum.radioTx +=
        restarted || sample.radioTx < before.radioTx ? sample.radioTx : sample.radioTx - before.radioTx;
      sum.seconds += (sample.at - before.at) / 1000;
    }
    sums.set(hour, sum);
    before = sample;
  }
  return [...hours].map(([hour, own]) => {
    const cpus = own.map(({ cpu }) => cpu).filter((cpu) => cpu !== null);
    return {
      hour,
      reports: own.length,
      ...(sums.get(hour) ?? { rx: 0, radioTx: 0, seconds: 0 }),
      cpuAverage: cpus.length === 0 ? null : cpus.reduce((sum, cpu) => sum + cpu, 0) / cpus.length,
      clientsMax: Math.max(...own.map(({ clients }) => clients)),
    };
  });
}

async function rolledUp(device: ReportingDevice, table: 'device_1h' | 'device_1d'): Promise<Hour[]> {
  const time = sql.ref(table === 'device_1h' ? 'hour' : 'day');
  return fixture.rows(sql<Hour>`
    select (extract(epoch from ${time}) * 1000)::float8 as hour, reports, seconds, rx_bytes::float8 as rx,
           r0_tx_bytes::float8 as "radioTx", cpu_avg as "cpuAverage", clients_max as "clientsMax"
    from ${sql.table(table)} where device_id = ${device.deviceId} order by 1`);
}

function close(hours: readonly Hour[]): object[] {
  return hours.map((hour) => ({
    ...hour,
    seconds: expect.closeTo(hour.seconds, 0),
    cpuAverage: hour.cpuAverage === null ? null : expect.closeTo(hour.cpuAverage, 2),
  }));
}

const sampleArbitrary = fc.record({
  minute: fc.integer({ min: 0, max: 3 * 60 - 1 }),
  uptime: fc.integer({ min: 0, max: 5_000 }),
  rx: fc.integer({ min: 0, max: 2 ** 40 }),
  radioTx: fc.integer({ min: 0, max: 2 ** 33 }),
  cpu: fc.option(fc.integer({ min: 0, max: 100 })),
  clients: fc.integer({ min: 0, max: 9 }),
});

test('rolls up an hour from its reports in any order and with repetitions', async () => {
  fixture.setClock(NOON + 4 * HOUR);
  await fc.assert(
    fc.asyncProperty(
      fc.array(sampleArbitrary, { minLength: 1, maxLength: 60 }),
      fc.array(fc.nat({ max: 59 }), { maxLength: 20 }),
      fc.nat({ max: 60 }),
      async (drawn, again, cut) => {
        const device = await fixture.device();
        const samples = [...new Map(drawn.map((one) => [one.minute, one])).values()].map(
          ({ minute, ...rest }): Sample => ({ ...rest, at: NOON + minute * MINUTE }),
        );
        // Some arrive and are rolled up; the rest arrives late, with some repetitions.
        await deliver(device, samples.slice(0, cut));
        await rollUp(fixture.platform);
        const repeated = again.map((index) => samples[index]).filter((sample) => sample !== undefined);
        await deliver(device, [...samples.slice(cut), ...repeated]);
        await rollUp(fixture.platform);
        const expected = hoursOf(samples);
        expect(await rolledUp(device, 'device_1h')).toEqual(close(expected.sort((a, b) => a.hour - b.hour)));
        const [day, ...more] = await rolledUp(device, 'device_1d');
        expect(more).toEqual([]);
        expect(day).toMatchObject({
          hour: NOON - 12 * HOUR,
          reports: samples.length,
          rx: expected.reduce((sum, hour) => sum + hour.rx, 0),
          clientsMax: Math.max(...expected.map((hour) => hour.clientsMax)),
        });
      },
    ),
    { numRuns: 25, seed: 7 },
  );
});

const steady = (at: number, rx: number): Sample => ({
  at,
  uptime: (at - NOON + DAY) / 1000,
  rx,
  radioTx: 0,
  cpu: 5,
  clients: 1,
});

test('does not roll up the current hour or one that has just ended', async () => {
  const device = await fixture.device();
  await deliver(device, [steady(NOON + MINUTE, 100)]);
  fixture.setClock(NOON + 50 * MINUTE);
  await rollUp(fixture.platform);
  expect(await rolledUp(device, 'device_1h')).toEqual([]);
  fixture.setClock(NOON + 64 * MINUTE);
  await rollUp(fixture.platform);
  expect(await rolledUp(device, 'device_1h')).toEqual([]);
  fixture.setClock(NOON + 66 * MINUTE);
  await rollUp(fixture.platform);
  expect((await rolledUp(device, 'device_1h')).length).toBe(1);
});

test('recomputes the next reported hour after a late report', async () => {
  fixture.setClock(NOON + 6 * HOUR);
  const device = await fixture.device();
  await deliver(device, [steady(NOON, 100), steady(NOON + 3 * HOUR, 900)]);
  await rollUp(fixture.platform);
  expect((await rolledUp(device, 'device_1h')).map(({ rx }) => rx)).toEqual([0, 800]);
  await deliver(device, [steady(NOON + HOUR, 700)]);
  await rollUp(fixture.platform);
  expect((await rolledUp(device, 'device_1h')).map(({ rx }) => rx)).toEqual([0, 600, 200]);
});

test('keeps a mark set while its hour is rolled up', async () => {
  fixture.setClock(NOON + 6 * HOUR);
  const device = await fixture.device();
  await deliver(device, [steady(NOON, 100), steady(NOON + MINUTE, 200)]);
  ingest.scan(device, [], NOON);
  await ingest.flush();
  const { database } = fixture.platform;
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holding = database.asSystem(async (tx) => {
    await tx.run(sql`select 1 from device_scan where device_id = ${device.deviceId} for update`);
    held.resolve();
    await release.promise;
  });
  await held.promise;
  // The flush marks the hour, writes its report and waits for the scan, so it cannot commit yet.
  ingest.scan(device, [], NOON + 1);
  const flush = deliver(device, [steady(NOON + 2 * MINUTE, 900)]);
  await expect
    .poll(() => fixture.rows(sql`select 1 from pg_locks where locktype = 'transactionid' and not granted`))
    .not.toEqual([]);
  await rollUp(fixture.platform);
  release.resolve();
  await Promise.all([holding, flush]);
  await rollUp(fixture.platform);
  expect((await rolledUp(device, 'device_1h')).map(({ rx }) => rx)).toEqual([800]);
});

test('removes days of reports only when they are old and rolled up', async () => {
  const device = await fixture.device();
  const today = NOON + 10 * DAY;
  const days = async () =>
    (await fixture.rows(sql<{ day: string }>`select day::text from app.report_days() day`)).map(
      ({ day }) => day,
    );
  const daysOfClients = async () =>
    (
      await fixture.rows(sql<{ day: string }>`
        select to_date(right(part.relname, 8), 'YYYYMMDD')::text as day from pg_inherits
        join pg_class part on part.oid = inhrelid where inhparent = 'client_minute'::regclass order by 1`)
    ).map(({ day }) => day);
  fixture.setClock(today);
  await deliver(device, [
    steady(NOON + 5 * DAY, 1),
    steady(NOON + 6 * DAY, 2),
    steady(NOON + 6 * DAY + MINUTE, 4),
    steady(NOON + 9 * DAY, 5),
  ]);
  await prepareReportDays(fixture.platform);
  await trimTelemetry(fixture.platform);
  expect(await days()).toEqual(
    expect.arrayContaining(['2026-10-25', '2026-10-26', '2026-10-29', '2026-11-01']),
  );
  await rollUp(fixture.platform);
  await trimTelemetry(fixture.platform);
  expect(await days()).toEqual(['2026-10-29', '2026-10-30', '2026-10-31', '2026-11-01']);
  expect(await daysOfClients()).toEqual(await days());
  expect((await rolledUp(device, 'device_1h')).map(({ rx }) => rx)).toEqual([0, 3, 1]);
  // A report that arrives after the others of its hour were removed must not replace them.
  await deliver(device, [steady(NOON + 6 * DAY + 1000, 2)]);
  await rollUp(fixture.platform);
  expect((await rolledUp(device, 'device_1h')).map(({ rx }) => rx)).toEqual([0, 3, 1]);
  await trimTelemetry(fixture.platform);
  expect(await days()).toEqual(['2026-10-29', '2026-10-30', '2026-10-31', '2026-11-01']);
});

test('keeps rollups and logs for the configured retention', async () => {
  const device = await fixture.device();
  const now = NOON + 20 * DAY;
  fixture.setClock(now);
  const row = (table: string, column: string, days: number) =>
    fixture.rows(sql`
      insert into ${sql.table(table)} (tenant_id, device_id, ${sql.ref(column)}, reports, seconds, rx_bytes, tx_bytes,
        r0_rx_bytes, r0_tx_bytes, r1_rx_bytes, r1_tx_bytes, r2_rx_bytes, r2_tx_bytes, clients_avg, clients_max)
      values (${device.tenant}, ${device.deviceId}, ${new Date(now - days * DAY)}, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`);
  await row('device_1h', 'hour', 399);
  await row('device_1h', 'hour', 401);
  await row('device_1d', 'day', 1099);
  await row('device_1d', 'day', 1101);
  for (const days of [89, 91]) {
    await fixture.rows(sql`
      insert into device_log (tenant_id, id, device_id, at, type, severity, details)
      values (${device.tenant}, gen_random_uuid(), ${device.deviceId}, ${new Date(now - days * DAY)}, 'log', 6, '{}')`);
  }
  // The age of an outage counts from its end; an open one is kept.
  const outage = (began: number, ended: number | null) =>
    fixture.rows(sql`
      insert into device_away (tenant_id, device_id, began_at, ended_at)
      values (${device.tenant}, ${device.deviceId}, ${new Date(now - began * DAY)},
        ${ended === null ? null : new Date(now - ended * DAY)})`);
  await outage(1103, 1101);
  await outage(1102, 1099);
  await outage(1104, null);
  // Samples of ports: all of the last 25 hours, those of full hours for two weeks.
  const quarter = 15 * 60_000;
  const kept = [now - 13 * DAY, now - DAY - quarter, now - quarter];
  for (const slot of [...kept, now - 15 * DAY, now - 13 * DAY + quarter, now - 26 * 4 * quarter - quarter]) {
    await fixture.rows(sql`
      insert into port_sample (tenant_id, device_id, slot, ts, counters)
      values (${device.tenant}, ${device.deviceId}, ${new Date(slot)}, ${new Date(slot)}, '{}')`);
  }
  await trimTelemetry(fixture.platform);
  const samples = await fixture.rows<{ slot: Date }>(sql`
    select slot from port_sample where device_id = ${device.deviceId} order by slot`);
  expect(samples.map(({ slot }) => slot.getTime())).toEqual(kept);
  const left = await fixture.rows(sql`
    select (select count(*)::int from device_1h where device_id = ${device.deviceId}) as hours,
           (select count(*)::int from device_1d where device_id = ${device.deviceId}) as days,
           (select count(*)::int from device_away where device_id = ${device.deviceId}) as outages,
           (select count(*)::int from device_log where device_id = ${device.deviceId}) as log`);
  expect(left).toEqual([{ hours: 1, days: 1, outages: 2, log: 1 }]);
});
