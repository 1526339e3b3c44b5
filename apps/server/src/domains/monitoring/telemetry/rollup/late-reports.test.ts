import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../../platform/ids.ts';
import { Ingest } from '../ingest/ingest.ts';
import type { ReportingDevice } from '../ingest/received-items.ts';
import { rollUp, trimTelemetry } from '../telemetry.jobs.ts';
import { type Fixture, openFixture } from '../testing/fixture.ts';
import { clientOf, memberSample, radioOf, reportOf } from '../testing/reports.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOON = Date.UTC(2026, 9, 20, 12);
const BACK = NOON + 4 * DAY;

type Kind = ReportingDevice['kind'];

/** A site on a database of its own, which can be reported things, and what it makes of them. */
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

  /** A report a minute of a device, from a minute after noon up to another; some have more clients than others. */
  async tell(place: number, from: number, to: number): Promise<void> {
    const device = this.#at(place);
    for (let minute = from; minute < to; minute += 1) {
      const at = NOON + minute * MINUTE;
      const clients = (minute * 7 + place) % 5;
      // It starts anew now and then.
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

  /** Puts it elsewhere at a minute after noon. */
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

  /** How many reports are there of the day it began. */
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

/** Two that are reported the same: one on time, the other in part so late that all else is gone. */
let onTime: World;
let late: World;
beforeEach(async () => {
  [onTime, late] = [new World(await openFixture()), new World(await openFixture())];
});
afterEach(async () => {
  await onTime.end();
  await late.end();
});

const both = (work: (world: World) => Promise<void>) => Promise.all([work(onTime), work(late)]);

/** What was reported is counted, and its reports are gone. */
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

test('days of reports go one after the other, and only when nothing waits for them', async () => {
  const days = async () =>
    (await late.fixture.rows(sql<{ day: string }>`select day::text from app.report_days() day`)).length;
  await late.add('ap');
  await late.tell(0, 0, 10);
  await late.tell(0, 24 * 60, 24 * 60 + 10);
  await late.rollUp(NOON + 2 * DAY);
  await late.fixture.rows(sql`
    insert into site_rollup_due (tenant_id, site_id, hour) select tenant_id, site_id, min(hour) from site_1h group by 1, 2`);
  await late.trim(NOON + 6 * DAY);
  expect(await days()).toBe(2);
  await late.rollUp(NOON + 6 * DAY);
  await late.trim(NOON + 6 * DAY);
  expect(await days()).toBe(0);
});

test('an hour that was counted in part gets the rest four days later', async () => {
  await both((world) => world.add('ap'));
  await both((world) => world.tell(0, 0, 20));
  await forget();
  await both((world) => world.tell(0, 20, 60));
  await expectSame();
});

test('a device that was away for four days is counted with those that were not', async () => {
  await both((world) => world.add(...Array.from({ length: 25 }, (): Kind => 'ap')));
  await both((world) => world.tell(24, 0, 23));
  for (let place = 0; place < 24; place += 1) await both((world) => world.tell(place, 0, 75));
  await forget();
  await both((world) => world.tell(24, 23, 75));
  await expectSame();
});

test('a gateway that was away tells the traffic of its site in place of the access points', async () => {
  await both((world) => world.add('gateway', 'ap', 'switch'));
  await both((world) => world.tell(0, 0, 1));
  await both((world) => world.tell(1, 0, 130));
  await both((world) => world.tell(2, 0, 130));
  await forget();
  await both((world) => world.tell(0, 1, 130));
  await expectSame();
});

test('what comes again is counted once, whether its first coming is still there or gone', async () => {
  await both((world) => world.add('ap', 'ap'));
  await both((world) => world.tell(0, 0, 100));
  await both((world) => world.tell(1, 0, 22));
  await forget();
  await both((world) => world.tell(1, 22, 40));
  await late.rollUp(BACK);
  // It was not reported that they were taken.
  await late.tell(1, 15, 40);
  await late.rollUp(BACK);
  await late.trim(BACK);
  expect(await late.reportsLeft()).toBe(0);
  await late.tell(1, 10, 40);
  await both((world) => world.tell(1, 40, 100));
  await expectSame();
  await late.trim(BACK);
  await late.tell(1, 0, 100);
  await expectSame();
});

async function passed(world: World): Promise<unknown[]> {
  await world.rollUp(BACK);
  return world.fixture.rows(sql`select hour, rx_bytes, seconds from device_1h order by hour`);
}

test('what passed before the first report after a long time away is not lost', async () => {
  await both((world) => world.add('ap'));
  await both((world) => world.tell(0, 0, 20));
  await forget();
  const returned = 4 * 24 * 60 - 120;
  await both((world) => world.tell(0, returned, returned + 30));
  const alone = await passed(onTime);
  expect(alone).toHaveLength(2);
  expect(await passed(late)).toEqual(alone);
  // Nor is it counted twice when it is reported what passed meanwhile.
  await both((world) => world.tell(0, 20, 180));
  expect(await passed(late)).toEqual(await passed(onTime));
  await expectSame();
});

test('of a device that was moved each site gets what was reported there', async () => {
  await both((world) => world.add('ap', 'ap'));
  await both((world) => world.tell(0, 0, 60));
  await both((world) => world.tell(1, 0, 20));
  await both(async ({ fixture }) => {
    await fixture.rows(sql`
      insert into site (tenant_id, id, enterprise_id, name, country_code, time_zone)
      select tenant_id, ${newId()}, enterprise_id, 'Hill', country_code, time_zone from site`);
  });
  await both(async (world) => {
    const [hill] = await world.fixture.rows(sql<{ id: string }>`select id from site where name = 'Hill'`);
    await world.move(1, 40, hill?.id ?? '');
  });
  await forget();
  await both((world) => world.tell(1, 20, 70));
  await expectSame();
});

test('a controller tells of its members late, too', async () => {
  await both((world) => world.add('ac', 'ap'));
  await both(async (world) => {
    for (let member = 0; member < 12; member += 1) await world.fixture.device('ap');
    const members = await world.fixture.rows(sql<{ serial: string }>`
      update device set managed_by = ${world.devices[0]?.deviceId}
      where not id = any(${world.devices.map(({ deviceId }) => deviceId)}::uuid[]) returning serial`);
    world.members = members.map(({ serial }) => serial).toSorted();
  });
  await both((world) => world.tell(1, 0, 60));
  await both((world) => world.tell(0, 0, 18));
  await forget();
  await both((world) => world.tell(0, 18, 60));
  await expectSame();
});
