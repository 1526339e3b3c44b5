import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { cases } from '../../../../tools/testing/run-length.ts';
import { NOTHING_DELIVERED, WatchedSite, WITHIN } from './testing/watched-site.ts';

const KINDS = { gateway: 1, switch: 2, ap: 9 };
/** Link losses within an hour before the shipped rule raises an alarm. */
const PORT_TIMES = 10;
/** Further losses of the uplink; with the pauses between them more than the ten minutes after which an alarm is announced again. */
const UPLINK_TIMES = cases(3, 5);
const PORT = 'Ethernet3';

let watched: WatchedSite;
beforeAll(async () => {
  watched = await WatchedSite.open(KINDS);
});
afterAll(() => watched?.close());
beforeEach(() => watched.forget());

/** The uplink of the site breaks and returns after the cloud has detected it. */
async function drop(found: () => Promise<unknown>): Promise<void> {
  const { site } = watched;
  expect(await site.fleet.command({ do: 'offline' })).toBe(site.size);
  await found();
  await watched.look();
  await site.fleet.command({ do: 'online' });
  await watched.allBack();
  await site.report();
  await watched.look();
}

const quickly = (): Promise<void> => watched.site.untilAway(watched.site.size);

/** In small steps, so that the minute is not over when the cloud detects it. */
function slowly(): Promise<unknown> {
  const { site } = watched;
  const areAway = async () => {
    await site.pass(4_000);
    return (await site.count(sql`status = 'offline'`)) === site.size;
  };
  return vi.waitUntil(areAway, { ...WITHIN, interval: 1_000 });
}

test('a site with a flapping uplink has one alarm and one notice until it was stable for half an hour', async () => {
  const { site } = watched;
  await drop(slowly);
  await watched.pass(4);
  // Back within the minute: no alarm.
  expect(await watched.alarms()).toEqual([]);
  expect(await watched.deliveries()).toEqual(NOTHING_DELIVERED);

  await drop(quickly);
  const one = { type: 'siteOffline', device: '', part: '', behind: site.size };
  expect(await watched.alarms()).toEqual([{ ...one, ended: null }]);
  expect(await watched.deliveries()).toEqual(watched.once('raised', 'Alarm: Site offline, Harbour (Urgent)'));
  for (let time = 0; time < UPLINK_TIMES; time += 1) {
    await watched.pass(4);
    await drop(quickly);
  }
  // More than ten minutes since it was raised, and less than half an hour since it recovered.
  await watched.pass(25);
  expect(await watched.alarms()).toEqual([{ ...one, ended: null }]);
  expect(await watched.deliveries()).toEqual(NOTHING_DELIVERED);

  await watched.pass(8);
  expect(await watched.alarms()).toEqual([{ ...one, ended: 'recovered' }]);
  expect(await watched.deliveries()).toEqual(
    watched.once('cleared', 'Alarm cleared: Site offline, Harbour (Urgent)'),
  );
  await watched.pass(60);
  expect(await watched.alarms()).toEqual([{ ...one, ended: 'recovered' }]);
  expect(await watched.deliveries()).toEqual(NOTHING_DELIVERED);
});

test('a flapping port has one alarm and one notice until it is stable', async () => {
  const { site } = watched;
  const wiring = (await site.fleet.devices()).find(({ kind }) => kind === 'switch');
  const flap = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      await site.fleet.command({ do: 'flapPort', serial: wiring?.serial, port: PORT, times: 1, everyMs: 0 });
      await watched.pass(0.5);
    }
  };
  await flap(PORT_TIMES - 1);
  expect(await watched.alarms()).toEqual([]);
  await flap(1);
  const [row] = await site.rows(
    sql<{ name: string }>`select name from device where serial = ${wiring?.serial}`,
  );
  const one = { type: 'portFlapping', device: row?.name, part: PORT, behind: 0 };
  expect(await watched.alarms()).toEqual([{ ...one, ended: null }]);
  expect(await watched.deliveries()).toEqual(watched.once('raised', 'Alarm: '));
  await flap(PORT_TIMES);
  await watched.pass(30);
  expect(await watched.alarms()).toEqual([{ ...one, ended: null }]);
  expect(await watched.deliveries()).toEqual(NOTHING_DELIVERED);

  await watched.pass(40);
  await expect.poll(() => watched.alarms(), WITHIN).toEqual([{ ...one, ended: 'recovered' }]);
  expect(await watched.deliveries()).toEqual(watched.once('cleared', 'Alarm cleared: '));
});
