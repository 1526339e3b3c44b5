import { DAY, HOUR, MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../../platform/ids.ts';
import { Ingest } from '../ingest/ingest.ts';
import type { ReportingDevice } from '../ingest/received-items.ts';
import { rollUp, trimTelemetry } from '../telemetry.jobs.ts';
import { type Fixture, openFixture } from '../testing/fixture.ts';
import { clientOf, memberSample, radioOf, reportOf } from '../testing/reports.ts';

const NOON = Date.UTC(2026, 9, 20, 12);
const BACK = NOON + 4 * DAY;

type Kind = ReportingDevice['kind'];

/** A site on its own database that receives reports, and its rollups. */
class World {
  readonly fixture: Fixture;
  readonly devices: ReportingDevice[] = [];
  #ingest: Ingest;

  constructor(fixture: Fixture) {
    this.fixture = fixture;
    this.#ingest = new Ingest(fixture.platform);
  }

  async add(...kinds: readonly Kind[]): Promise<void> {
    for (const kind of kinds) this.devices.push(await this.fixture.device(kind));
  }

  /** One report per minute of a device in the span, in minutes after noon; the number of clients varies. */
  async report(place: number, from: number, to: number): Promise<void> {
    const device = this.#at(place);
    for (let minute = from; minute < to; minute += 1) {
      const at = NOON + minute * MINUTE;
      const clients = (minute * 7 + place) % 5;
      // It restarts now and then.
      const run = minute % 95;
      this.#ingest.add(
        device,
        reportOf({
          at,
          unit: { uptimeSeconds: run * 60, cpuPercent: run, memoryPercent: null, temperature: null },
          uplink: { rxBytes: run * 1000 + place, txBytes: run * 10 },
          radios: [
            radioOf(0, { utilisationPercent: run, noise: -90, traffic: { rxBytes: run * 3, txBytes: run } }),
            radioOf(1, { utilisationPercent: null, noise: -95 + (minute % 4) }),
          ],
          clients: Array.from({ length: clients }, (_, index) => clientOf(`02:00:00:00:00:0${index}`, 1, 0)),
          members: place === 0 ? this.members.map((serial) => memberSample(serial, { clients })) : [],
        }),
        Math.max(at, this.fixture.platform.now().getTime()),
      );
    }
    await this.#ingest.flush();
  }

  members: readonly string[] = [];

  #at(place: number): ReportingDevice {
    const device = this.devices[place];
    if (device === undefined) throw new Error('no such device');
    return device;
  }

  /** Moves the device at a minute after noon. */
  async move(place: number, minute: number, siteId: string): Promise<void> {
    await this.fixture.rows(sql`
      update device set site_id = ${siteId}, placed_at = ${new Date(NOON + minute * MINUTE)}
      where id = ${this.#at(place).deviceId}`);
  }

  async rollUp(at: number): Promise<void> {
    this.fixture.setClock(at);
    await rollUp(this.fixture.platform);
  }

  async trim(at: number): Promise<void> {
    this.fixture.setClock(at);
    await trimTelemetry(this.fixture.platform);
  }

  /** Number of stored reports of the first day. */
  async reportsLeft(): Promise<number> {
    const [row] = await this.fixture.rows(sql<{ reports: number }>`
      select count(*)::int as reports from device_report where ts < ${new Date(NOON + 12 * HOUR)}`);
    return row?.reports ?? 0;
  }

  async figures(): Promise<unknown> {
    const { fixture } = this;
    const places = new Map(this.devices.map(({ deviceId }, place) => [deviceId, place]));
    const sites = await fixture.rows(sql<{ id: string; name: string }>`select id, name from site`);
    const names = new Map(sites.map(({ id, name }) => [id, name]));
    const of = async (table: string, time: string) => {
      const rows = await fixture.rows(sql<Record<string, unknown>>`
        select * from ${sql.table(table)} where ${sql.ref(time)} < ${new Date(NOON + 12 * HOUR)}`);
      return rows
        .map(({ tenant_id: _tenant, ...row }) =>
          Object.entries(row)
            .map(([name, value]) => {
              if (name === 'device_id') return `${name} ${places.get(String(value)) ?? 'member'}`;
              if (name === 'site_id') return `${name} ${names.get(String(value))}`;
              if (typeof value === 'number') return `${name} ${Math.round(value * 100) / 100}`;
              return `${name} ${value instanceof Date ? value.toISOString() : String(value)}`;
            })
            .join(', '),
        )
        .toSorted();
    };
    return {
      device_1h: await of('device_1h', 'hour'),
      device_moved_1h: await of('device_moved_1h', 'hour'),
      device_1d: await of('device_1d', 'day'),
      site_1h: await of('site_1h', 'hour'),
      air_1h: await of('air_1h', 'hour'),
      air_1d: await of('air_1d', 'day'),
    };
  }

  async end(): Promise<void> {
    await this.#ingest.stop();
    await this.fixture.end();
  }
}

/** Two sites with the same reports: one on time, the other partly after the raw reports are removed. */
let onTime: World;
let late: World;
beforeEach(async () => {
  [onTime, late] = [new World(await openFixture()), new World(await openFixture())];
});
afterEach(async () => {
  await onTime.end();
  await late.end();
});

const both = (work: (site: World) => Promise<void>) => Promise.all([work(onTime), work(late)]);

/** All reports are counted and removed. */
async function forget(): Promise<void> {
  await late.rollUp(NOON + 12 * HOUR);
  await late.trim(BACK);
  expect(await late.reportsLeft()).toBe(0);
}

async function expectSame(): Promise<void> {
  await onTime.rollUp(BACK);
  await late.rollUp(BACK);
  const expected = await onTime.figures();
  expect(await late.figures()).toEqual(expected);
  await late.rollUp(BACK + MINUTE);
  expect(await late.figures()).toEqual(expected);
}

test('removes days of reports in order, only when no rollup needs them', async () => {
  const days = async () =>
    (await late.fixture.rows(sql<{ day: string }>`select day::text from app.report_days() day`)).length;
  await late.add('ap');
  await late.report(0, 0, 10);
  await late.report(0, 24 * 60, 24 * 60 + 10);
  await late.rollUp(NOON + 2 * DAY);
  await late.fixture.rows(sql`
    insert into site_rollup_due (tenant_id, site_id, hour) select tenant_id, site_id, min(hour) from site_1h group by 1, 2`);
  await late.trim(NOON + 6 * DAY);
  expect(await days()).toBe(2);
  await late.rollUp(NOON + 6 * DAY);
  await late.trim(NOON + 6 * DAY);
  expect(await days()).toBe(0);
});

test('adds the rest of a partly counted hour four days later', async () => {
  await both((site) => site.add('ap'));
  await both((site) => site.report(0, 0, 20));
  await forget();
  await both((site) => site.report(0, 20, 60));
  await expectSame();
});

test('counts a device that was offline for four days like the others', async () => {
  await both((site) => site.add(...Array.from({ length: 25 }, (): Kind => 'ap')));
  await both((site) => site.report(24, 0, 23));
  for (let place = 0; place < 24; place += 1) await both((site) => site.report(place, 0, 75));
  await forget();
  await both((site) => site.report(24, 23, 75));
  await expectSame();
});

test('replaces the traffic of access points by late reports of the gateway', async () => {
  await both((site) => site.add('gateway', 'ap', 'switch'));
  await both((site) => site.report(0, 0, 1));
  await both((site) => site.report(1, 0, 130));
  await both((site) => site.report(2, 0, 130));
  await forget();
  await both((site) => site.report(0, 1, 130));
  await expectSame();
});

test('counts repeated reports once, whether the first ones are stored or removed', async () => {
  await both((site) => site.add('ap', 'ap'));
  await both((site) => site.report(0, 0, 100));
  await both((site) => site.report(1, 0, 22));
  await forget();
  await both((site) => site.report(1, 22, 40));
  await late.rollUp(BACK);
  // The acknowledgement was lost.
  await late.report(1, 15, 40);
  await late.rollUp(BACK);
  await late.trim(BACK);
  expect(await late.reportsLeft()).toBe(0);
  await late.report(1, 10, 40);
  await both((site) => site.report(1, 40, 100));
  await expectSame();
  await late.trim(BACK);
  await late.report(1, 0, 100);
  await expectSame();
});

async function passed(site: World): Promise<unknown[]> {
  await site.rollUp(BACK);
  return site.fixture.rows(sql`select hour, rx_bytes, seconds from device_1h order by hour`);
}

test('counts the traffic before the first report after a long offline time', async () => {
  await both((site) => site.add('ap'));
  await both((site) => site.report(0, 0, 20));
  await forget();
  const returned = 4 * 24 * 60 - 120;
  await both((site) => site.report(0, returned, returned + 30));
  const alone = await passed(onTime);
  expect(alone).toHaveLength(2);
  expect(await passed(late)).toEqual(alone);
  // Nor is it counted twice when reports of that time arrive.
  await both((site) => site.report(0, 20, 180));
  expect(await passed(late)).toEqual(await passed(onTime));
  await expectSame();
});

test('counts late reports of a moved device at the site of their time', async () => {
  await both((site) => site.add('ap', 'ap'));
  await both((site) => site.report(0, 0, 60));
  await both((site) => site.report(1, 0, 20));
  await both(async ({ fixture }) => {
    await fixture.rows(sql`
      insert into site (tenant_id, id, enterprise_id, name, country_code, time_zone)
      select tenant_id, ${newId()}, enterprise_id, 'Hill', country_code, time_zone from site`);
  });
  await both(async (site) => {
    const [hill] = await site.fixture.rows(sql<{ id: string }>`select id from site where name = 'Hill'`);
    await site.move(1, 40, hill?.id ?? '');
  });
  await forget();
  await both((site) => site.report(1, 20, 70));
  await expectSame();
});

test('counts late members of a controller', async () => {
  await both((site) => site.add('ac', 'ap'));
  await both(async (site) => {
    for (let member = 0; member < 12; member += 1) await site.fixture.device('ap');
    const members = await site.fixture.rows(sql<{ serial: string }>`
      update device set managed_by = ${site.devices[0]?.deviceId}
      where not id = any(${site.devices.map(({ deviceId }) => deviceId)}::uuid[]) returning serial`);
    site.members = members.map(({ serial }) => serial).toSorted();
  });
  await both((site) => site.report(1, 0, 60));
  await both((site) => site.report(0, 0, 18));
  await forget();
  await both((site) => site.report(0, 18, 60));
  await expectSame();
});
