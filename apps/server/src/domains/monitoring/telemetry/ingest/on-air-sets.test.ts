import { DAY, HOUR } from '@airloom/contract/time';
import type { Report } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deleteUnusedSets } from '../telemetry.jobs.ts';
import { type Fixture, openFixture } from '../testing/fixture.ts';
import { clientOf, reportOf } from '../testing/reports.ts';
import { Ingest } from './ingest.ts';
import { upsertOnAirSets } from './on-air-sets.repository.ts';
import type { ReportingDevice } from './received-items.ts';

let fixture: Fixture;
let ingest: Ingest;
let device: ReportingDevice;
let clock: number;
beforeEach(async () => {
  fixture = await openFixture();
  ingest = new Ingest(fixture.platform);
  device = await fixture.device();
  clock = Date.now();
});
afterEach(async () => {
  await ingest.stop();
  await fixture.end();
});

/** Each report is later than the one before. */
async function report(given: Partial<Report>, from = device): Promise<void> {
  clock += 1000;
  fixture.setClock(clock);
  ingest.add(from, reportOf(given), clock);
  await ingest.flush();
}

const network = (ssid: string, band: '2G' | '5G' | '6G') => ({ ssid, bssid: null, band });
const OFFICE = [network('Office', '2G'), network('Office', '5G'), network('Guest', '6G')];

/** What the newest report of a device shows. */
const onAir = (of = device) =>
  fixture.rows(sql<{ ssid: string | null; bands: number | null; lists: boolean }>`
    select ssid, bands, lists_networks as lists
    from device_last left join on_air_set on on_air_set.tenant_id = device_last.tenant_id and key = on_air_set
    where device_id = ${of.deviceId} order by ssid`);
const sets = () =>
  fixture.rows(sql<{ ssid: string; usedAt: Date }>`
    select ssid, used_at as "usedAt" from on_air_set order by ssid, bands`);
const names = async () => (await sets()).map(({ ssid }) => ssid);
const age = (ms: number) =>
  fixture.rows(
    sql`update on_air_set set used_at = used_at - ${ms} * interval '1 millisecond' returning ssid`,
  );

test('stores the networks that a report lists with their bands', async () => {
  await report({ networks: OFFICE, clients: [clientOf('02:00:00:00:00:01', 60, 1)] });
  expect(await onAir()).toEqual([
    { ssid: 'Guest', bands: 4, lists: true },
    { ssid: 'Office', bands: 3, lists: true },
  ]);
  await report({ networks: [] });
  expect(await onAir()).toEqual([{ ssid: null, bands: null, lists: true }]);
});

test('stores the networks of clients for a report that lists no networks', async () => {
  const wired = clientOf('02:00:00:00:00:02', 60, 1, 2, { wireless: null });
  await report({ clients: [clientOf('02:00:00:00:00:01', 60, 1), wired] });
  expect(await onAir()).toEqual([{ ssid: 'Office', bands: 2, lists: false }]);
  await report({ clients: [wired] });
  expect(await onAir()).toEqual([{ ssid: null, bands: null, lists: false }]);
});

async function counted(): Promise<object | null | undefined> {
  const rows = await fixture.rows(
    sql<{ clients: object | null }>`select network_clients as clients from device_last`,
  );
  return rows[0]?.clients;
}

test('stores the wireless clients of the newest report by network', async () => {
  const [first, second] = [clientOf('02:00:00:00:00:01', 60, 1), clientOf('02:00:00:00:00:02', 60, 1)];
  const named = second.wireless && { ...second, wireless: { ...second.wireless, ssid: '{"a"\u0000\u001e' } };
  const wired = { ...first, wireless: null };
  await report({ networks: OFFICE, clients: [first, second, wired, ...(named === null ? [] : [named])] });
  expect(await counted()).toEqual({ Office: 2, '{"a"\u001e': 1 });
  await report({ networks: OFFICE, clients: [wired] });
  expect(await counted()).toBeNull();
});

test('stores one set for devices that report the same networks in another order', async () => {
  const other = await fixture.device();
  await report({ networks: OFFICE });
  await report({ networks: OFFICE.toReversed() }, other);
  expect(await names()).toEqual(['Guest', 'Office']);
  expect(await onAir(other)).toEqual(await onAir());
});

test('writes a set again only after some hours', async () => {
  await report({ networks: OFFICE });
  await age(HOUR);
  const before = await sets();
  await report({ networks: OFFICE });
  expect(await sets()).toEqual(before);
  clock += 6 * HOUR;
  await report({ networks: OFFICE });
  expect((await sets())[0]?.usedAt.getTime()).toBeGreaterThan(before[0]?.usedAt.getTime() ?? Infinity);
});

test('stores at most 64 networks of a device, and names that no database stores without what it refuses', async () => {
  await report({ networks: Array.from({ length: 100 }, (_, index) => network(`Network ${index}`, '5G')) });
  expect(await onAir()).toHaveLength(64);
  await report({ networks: [network('{"a",\\ b\u0000\u001e\ud800', '5G')] });
  expect(await onAir()).toMatchObject([{ ssid: '{"a",\\ b\u001e\ufffd', bands: 2 }]);
});

test('stores no networks of devices that report those of others', async () => {
  const controller = await fixture.device('ac');
  await report({ clients: [clientOf('02:00:00:00:00:01', 60, 1)] }, controller);
  expect(await onAir(controller)).toMatchObject([{ ssid: null }]);
});

test('deletes a set that no device reports after a day, and no other', async () => {
  await report({ networks: [network('Earlier', '5G')] });
  await report({ networks: OFFICE });
  await deleteUnusedSets(fixture.platform);
  expect(await names()).toEqual(['Earlier', 'Guest', 'Office']);
  await age(2 * DAY);
  await deleteUnusedSets(fixture.platform);
  expect(await names()).toEqual(['Guest', 'Office']);
});

test('keeps an unused set that is being written at the same time', async () => {
  await report({ networks: [network('Again', '5G'), network('Guest', '5G')] });
  const [row] = await fixture.rows(sql<{ key: string }>`select distinct key from on_air_set`);
  await report({ networks: [] });
  await age(2 * DAY);
  const set = { tenant: device.tenant, key: row?.key ?? '', networks: [['Again', 2]] as const };
  await fixture.platform.database.asSystem(async (tx) => {
    await tx.run(upsertOnAirSets([set]) ?? sql`select`);
    await deleteUnusedSets(fixture.platform);
  });
  expect(await names()).toEqual(['Again']);
});
