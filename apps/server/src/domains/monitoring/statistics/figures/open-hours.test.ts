import { MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Ingest, type ReportingDevice } from '../../telemetry/index.ts';
import { rollUp, rollUpOpenHours } from '../../telemetry/telemetry.jobs.ts';
import { type Fixture, insertDevice, openFixture } from '../../telemetry/testing/fixture.ts';
import { reportOf } from '../../telemetry/testing/reports.ts';
import { readMoment } from './open-hours.repository.ts';

const NOON = Date.UTC(2026, 9, 20, 12);
/** More than one batch. */
const SITES = 120;

let fixture: Fixture;
let ingest: Ingest;
beforeEach(async () => {
  fixture = await openFixture();
  ingest = new Ingest(fixture.platform);
});
afterEach(async () => {
  await ingest.stop();
  await fixture.end();
});

async function buildSites(): Promise<ReportingDevice[]> {
  const { tenant } = fixture;
  const sites = await fixture.rows(sql<{ id: string }>`
    insert into site (tenant_id, id, enterprise_id, name, country_code, time_zone)
    select tenant_id, gen_random_uuid(), enterprise_id, 'Site ' || number, country_code, time_zone
    from site cross join generate_series(1, ${SITES}) number returning id`);
  const ids = sites.map(({ id }) => id).toSorted();
  return Promise.all(
    ids.map((siteId, place) =>
      insertDevice(
        fixture.platform.database,
        { tenant, siteId, kind: 'ap' },
        `b${String(place).padStart(11, '0')}`,
      ),
    ),
  );
}

async function report(devices: readonly ReportingDevice[], minute: number): Promise<void> {
  const at = NOON + minute * MINUTE;
  fixture.setClock(at);
  for (const device of devices) ingest.add(device, reportOf({ at }), at);
  await ingest.flush();
}

/** The minute after noon up to which figures are read. */
async function counted(): Promise<number> {
  const { platform, tenant } = fixture;
  const moment = await platform.database.asSystem((tx) => readMoment(tx, platform, { tenant }));
  return (moment.counted - NOON) / MINUTE;
}

test('reads the newest slots only when all sites have them', async () => {
  const { database } = fixture.platform;
  const devices = await buildSites();
  await report(devices, 1);
  await report(devices, 6);
  await rollUpOpenHours(fixture.platform);
  expect(await counted()).toBe(5);

  await report(devices, 11);
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const slot = new Date(NOON + 5 * MINUTE);
  const holding = database.asSystem(async (tx) => {
    await tx.run(sql`
      insert into site_5m (tenant_id, site_id, slot, rx_bytes, tx_bytes, clients)
      values (${fixture.tenant}, ${devices.at(-1)?.siteId}, ${slot}, 0, 0, 0)`);
    held.resolve();
    await release.promise;
  });
  await held.promise;
  const counting = rollUpOpenHours(fixture.platform);
  const written = () => fixture.rows(sql`select 1 from site_5m where slot = ${slot}`);
  const read = await expect.poll(written).not.toEqual([]).then(counted).finally(release.resolve);
  await Promise.all([holding, counting]);
  expect(read).toBe(5);
  expect(await written()).toHaveLength(SITES);
  expect(await counted()).toBe(10);
});

test('ends figures at the last rollup when it is behind, and ignores late marks otherwise', async () => {
  const devices = await buildSites();
  await report(devices, 1);
  fixture.setClock(NOON + 66 * MINUTE);
  await rollUp(fixture.platform);
  // Nothing is rolled up for hours while reports arrive and slots are counted.
  for (let minute = 61; minute < 430; minute += 60) await report(devices, minute);
  fixture.setClock(NOON + 426 * MINUTE);
  await rollUpOpenHours(fixture.platform);
  expect(await counted()).toBe(60);
  await rollUp(fixture.platform);
  expect(await counted()).toBe(425);
  const [away] = devices;
  if (away === undefined) throw new Error('there is no device');
  ingest.add(away, reportOf({ at: NOON + 62 * MINUTE }), fixture.platform.now().getTime());
  await ingest.flush();
  expect(await counted()).toBe(425);
});
