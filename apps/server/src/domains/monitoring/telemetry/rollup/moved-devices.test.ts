import { HOUR, MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../../platform/ids.ts';
import { Ingest } from '../ingest/ingest.ts';
import type { ReportingDevice } from '../ingest/received-items.ts';
import { rollUp, rollUpOpenHours } from '../telemetry.jobs.ts';
import { type Fixture, openFixture } from '../testing/fixture.ts';
import { clientOf, radioOf, reportOf } from '../testing/reports.ts';

const NOON = Date.UTC(2026, 9, 20, 12);
const BYTES = 1_000;
const CLIENTS = 2;

let fixture: Fixture;
let ingest: Ingest;
let hill: string;
beforeEach(async () => {
  fixture = await openFixture();
  fixture.setClock(NOON);
  ingest = new Ingest(fixture.platform);
  hill = newId();
  await fixture.rows(sql`
    insert into site (tenant_id, id, enterprise_id, name, country_code, time_zone)
    select tenant_id, ${hill}, enterprise_id, 'Hill', country_code, time_zone from site where id = ${fixture.siteId}`);
});
afterEach(async () => {
  await ingest.stop();
  await fixture.end();
});

/** One report per minute in the span, in minutes of the first hour; the same traffic in each. */
async function report(device: ReportingDevice, from: number, to: number): Promise<void> {
  for (let minute = from; minute < to; minute += 1) {
    const at = NOON + minute * MINUTE;
    const clients = Array.from({ length: CLIENTS }, (_, index) => clientOf(`02:00:00:00:00:0${index}`, 1, 0));
    const radios = [radioOf(0, { band: '5G', utilisationPercent: 10, noise: -90 })];
    const uplink = { rxBytes: minute * BYTES, txBytes: 0 };
    ingest.add(
      device,
      reportOf({ at, uplink, clients, radios }),
      Math.max(at, fixture.platform.now().getTime()),
    );
  }
  await ingest.flush();
}

async function move(device: ReportingDevice, minute: number, siteId = hill): Promise<ReportingDevice> {
  await fixture.rows(sql`
    update device set site_id = ${siteId}, placed_at = ${new Date(NOON + minute * MINUTE)}
    where id = ${device.deviceId}`);
  return { ...device, siteId };
}

async function rollUpAt(minute: number): Promise<void> {
  fixture.setClock(NOON + minute * MINUTE);
  await rollUp(fixture.platform);
}

async function countAt(minute: number): Promise<void> {
  fixture.setClock(NOON + minute * MINUTE + 31_000);
  await rollUpOpenHours(fixture.platform);
}

interface Figures {
  readonly minutes: number;
  readonly reports: number;
}

/** Traffic in minutes, and reports, of an hour of a site. */
async function hour(siteId: string, at = 0): Promise<Figures | undefined> {
  const [row] = await fixture.rows(sql<Figures>`
    select (rx_bytes / ${BYTES}::int)::int as minutes, reports from site_1h
    where site_id = ${siteId} and hour = ${new Date(NOON + at * HOUR)}`);
  return row;
}

/** The same of its slots, by their start, and the number of radio samples. */
const slots = (siteId: string) =>
  fixture.rows(sql<object>`
    select (extract(epoch from slot) / 60 - ${NOON / MINUTE}::int)::int as at, (rx_bytes / ${BYTES}::int)::int as minutes,
      round(clients::numeric, 3)::float8 as clients, utilisation_samples as counted
    from site_5m left join air_5m using (tenant_id, slot, site_id) where site_id = ${siteId} order by slot`);

/** Figures of devices in hours of a move, per site. */
const parts = (siteId: string) =>
  fixture.rows(sql<Figures>`
    select (rx_bytes / ${BYTES}::int)::int as minutes, reports from device_moved_1h
    where site_id = ${siteId} order by hour`);

const counted = (siteId: string) =>
  fixture.rows(
    sql<object>`select utilisation_samples as counted from air_1h where site_id = ${siteId} order by hour`,
  );

test('splits the hour of a move between the sites and counts it once', async () => {
  const device = await fixture.device('ap');
  await report(device, 0, 12);
  await countAt(10);
  const moved = await move(device, 12);
  await report(moved, 12, 20);
  await countAt(20);
  const all = { minutes: 5, clients: CLIENTS, counted: 5 };
  const before = [
    { at: 0, minutes: 4, clients: CLIENTS, counted: 5 },
    { at: 5, ...all },
    { at: 10, minutes: 2, clients: 0.8, counted: 2 },
  ];
  const after = [
    { at: 10, minutes: 3, clients: 1.2, counted: 3 },
    { at: 15, ...all },
  ];
  expect(await slots(fixture.siteId)).toEqual(before);
  expect(await slots(hill)).toEqual(after);
  const [first, second] = [[{ minutes: 11, reports: 12 }], [{ minutes: 8, reports: 8 }]];
  expect([await parts(fixture.siteId), await parts(hill)]).toEqual([first, second]);
  await rollUpAt(66);
  expect([await parts(fixture.siteId), await parts(hill)]).toEqual([first, second]);
  expect([await hour(fixture.siteId), await hour(hill)]).toEqual([
    { minutes: 11, reports: 12 },
    { minutes: 8, reports: 8 },
  ]);
  expect([await counted(fixture.siteId), await counted(hill)]).toEqual([[{ counted: 12 }], [{ counted: 8 }]]);
  expect(await slots(fixture.siteId)).toEqual(before);
  expect(await slots(hill)).toEqual(after);
});

test('keeps hours before a move at the former site, also for late reports', async () => {
  const device = await fixture.device('ap');
  const native = await fixture.device('ap', hill);
  await report(device, 0, 50);
  await report(native, 0, 50);
  await rollUpAt(66);
  const moved = await move(device, 70);
  await report(native, 50, 55);
  await report(moved, 70, 80);
  await rollUpAt(130);
  expect(await hour(fixture.siteId)).toEqual({ minutes: 49, reports: 50 });
  expect(await hour(hill)).toEqual({ minutes: 54, reports: 55 });
  expect([await counted(fixture.siteId), await counted(hill)]).toEqual([
    [{ counted: 50 }],
    [{ counted: 55 }, { counted: 10 }],
  ]);
  // Its late reports count for the site of their time.
  await report(moved, 50, 60);
  await rollUpAt(131);
  expect(await hour(fixture.siteId)).toEqual({ minutes: 59, reports: 60 });
  expect(await hour(hill)).toEqual({ minutes: 54, reports: 55 });
  expect(await hour(fixture.siteId, 1)).toBeUndefined();
  expect(await hour(hill, 1)).toEqual({ minutes: 20, reports: 10 });
});

test('counts no traffic of a gateway before it came to the site', async () => {
  const gateway = await fixture.device('gateway');
  const native = await fixture.device('ap', hill);
  await report(gateway, 0, 20);
  await report(native, 0, 60);
  await move(gateway, 30);
  await rollUpAt(66);
  expect(await hour(fixture.siteId)).toEqual({ minutes: 19, reports: 20 });
  expect(await hour(hill)).toEqual({ minutes: 59, reports: 60 });
});

test('handles a move and back within five minutes', async () => {
  const device = await fixture.device('ap');
  await report(device, 0, 21);
  await report(await move(device, 21), 21, 23);
  await report(await move(device, 23, fixture.siteId), 23, 60);
  await rollUpAt(66);
  expect([await hour(fixture.siteId), await hour(hill)]).toEqual([
    { minutes: 57, reports: 58 },
    { minutes: 2, reports: 2 },
  ]);
  expect([await parts(fixture.siteId), await parts(hill)]).toEqual([
    [{ minutes: 57, reports: 58 }],
    [{ minutes: 2, reports: 2 }],
  ]);
  expect(await slots(fixture.siteId)).toContainEqual({ at: 20, minutes: 3, clients: 1.2, counted: 3 });
  expect(await slots(hill)).toEqual([{ at: 20, minutes: 2, clients: 0.8, counted: 2 }]);
});

test('corrects slots that were counted before a move was known', async () => {
  const device = await fixture.device('ap');
  await report(device, 0, 20);
  await countAt(20);
  expect(await slots(fixture.siteId)).toHaveLength(4);
  await move(device, 10);
  await countAt(25);
  expect(await slots(fixture.siteId)).toMatchObject([{ at: 0 }, { at: 5 }]);
  expect(await slots(hill)).toMatchObject([{ at: 10 }, { at: 15 }]);
});

test('keeps the figures of a deleted device when others report more', async () => {
  const [deleted, remaining] = [await fixture.device('ap'), await fixture.device('ap')];
  await report(deleted, 0, 60);
  await report(remaining, 0, 50);
  await rollUpAt(66);
  await fixture.rows(sql`delete from device where id = ${deleted.deviceId}`);
  await report(remaining, 50, 60);
  await rollUpAt(67);
  expect(await hour(fixture.siteId)).toEqual({ minutes: 118, reports: 120 });
  expect((await slots(fixture.siteId)).at(-1)).toEqual({ at: 55, minutes: 10, clients: 4, counted: 10 });
});

test('counts a device from the time it is placed in a site', async () => {
  const device = await fixture.device('ap', null);
  await report(device, 0, 30);
  await report(await move(device, 30), 30, 60);
  await rollUpAt(66);
  expect(await hour(hill)).toEqual({ minutes: 30, reports: 30 });
});
