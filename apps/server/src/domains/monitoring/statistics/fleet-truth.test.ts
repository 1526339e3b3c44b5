import { OK } from '@airloom/contract/errors';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { FleetChecks, window } from './testing/fleet-checks.ts';
import { DEVICES, FleetStage, WITHIN } from './testing/fleet-stage.ts';
import { round } from './testing/ledger.ts';
import { HOUR, MINUTE } from './testing/small-world.ts';

const SECOND = 1_000;

/** Of the last five minutes. */
const kbps = (bytes: number) => round((bytes * 8) / (5 * MINUTE));

describe('a fleet and two consoles, one killed', { timeout: 300_000 }, () => {
  let stage: FleetStage;
  let checks: FleetChecks;

  /** What devices tell of a day past comes through their door, late as it is, to two consoles one after the other. */
  beforeAll(async () => {
    stage = await FleetStage.open();
    await stage.killTakingIn();
    await stage.start();
    await moveTo('UTC+08:00', 'Asia/Shanghai');
    await stage.untilTold();
    await stage.untilQuiet();
    await stage.stand();
    await settle();
  }, 400_000);

  afterAll(() => stage?.end());

  /** Clients that stay are written down five minutes after a console first heard of them, with what is reported then. */
  async function settle(): Promise<void> {
    await stage.report();
    await stage.pass(8 * MINUTE);
    await stage.report();
    checks = new FleetChecks(stage, await stage.counted());
  }

  const asKey = () => ({ as: stage.key });

  /** Every site, and whoever asks, are in another zone from now on. */
  async function moveTo(siteZone: string, ownZone: string): Promise<void> {
    const { data } = await stage.server.call('listSites', {}, asKey());
    expect(data.rows).toHaveLength(stage.sites.length);
    for (const { siteUUID, enterpriseUUID, name, countryCode } of data.rows) {
      const site = { siteUUID, enterpriseUUID, name, countryCode, timeZone: siteZone };
      expect((await stage.server.call('updateSite', site, asKey())).code).toBe(OK);
    }
    const own = { nickname: 'Ada', timeZone: ownZone };
    expect((await stage.server.call('updateProfile', own, { as: stage.token })).code).toBe(OK);
  }

  test('the console died over reports it had not stored, and got them again', async () => {
    const { stored, sent } = stage.killed;
    expect(stored).toBeGreaterThan(0);
    expect(sent).toBeGreaterThan(stored);
    expect(checks.books.reports).toBeGreaterThan(sent);
    expect(await stage.fleet.sent()).toBeGreaterThan(checks.books.reports);
    expect(checks.books.isFull).toBe(true);
  });

  test('what devices told of a day is what pages say of every hour, of some and of all', async () => {
    const last = Math.floor(stage.now / HOUR) * HOUR - HOUR;
    const [everything = expect.fail()] = stage.places;
    for (let ago = 1; ago <= 21; ago += 2)
      await checks.told(window(last - ago * HOUR, last - (ago - 1) * HOUR), everything);
    await checks.told(window(last - 7 * HOUR, last), everything);
    await checks.told(window(last - 20 * HOUR, last - 3 * HOUR), everything);
    await checks.told(window(last - 40 * HOUR, last + HOUR), everything);
    await checks.told({ range: 'week' }, everything);
    await checks.allTold();
  });

  test('terminals by kind, how long they were there and how well they were heard are what was told', async () => {
    await checks.terminals();
  });

  test('home and the big screen count what is there now, site by site and together', async () => {
    await checks.there([]);
    for (const { place, sites } of stage.places) {
      const { data } = await stage.server.call('siteHealth', place, asKey());
      for (const { siteUUID, clients } of data.sites)
        expect({ siteUUID, clients }).toEqual({ siteUUID, clients: await checks.clientsNow([siteUUID]) });
      const now = await stage.server.call('networkNow', place, asKey());
      expect(now.data.clients).toBe(await checks.clientsNow(sites));
    }
    expect(await checks.clientsNow(stage.sites)).toBeGreaterThan(0);
  });

  test('sites and whoever asks may be in another zone: the same was told', async () => {
    // Devices report when they are told of their zone, by the real clock.
    const last = Math.floor(Math.min(stage.now, Date.now()) / HOUR) * HOUR;
    const answers = async () => {
      const all: unknown[] = [];
      for (const { place } of stage.places) {
        for (const span of [window(last - 26 * HOUR, last), window(last - 5 * HOUR, last)]) {
          const asked = { ...place, ...span };
          for (const call of ['networkStatistics', 'terminalStatistics', 'deviceStatistics'] as const)
            all.push((await stage.server.call(call, asked, asKey())).data);
          all.push((await stage.server.call('compareNetwork', { ...asked, what: 'aps' }, asKey())).data);
        }
      }
      return all;
    };
    const before = await answers();
    await moveTo('UTC+05:30', 'Asia/Kolkata');
    await stage.untilQuiet();
    checks = new FleetChecks(stage, await stage.counted());
    expect(await answers()).toEqual(before);
    await checks.allTold();
  });

  /** Tells when the server has seen it, at the moment its clock stands at. */
  async function order(what: 'offline' | 'online' | 'stop' | 'start', serial: string): Promise<void> {
    const isComing = what === 'online' || what === 'start';
    const were = await stage.connected();
    await stage.fleet.order({ do: what, serial });
    await stage.untilConnected(were + (isComing ? 1 : -1));
  }

  async function untilAway(count: number): Promise<void> {
    await vi.waitUntil(async () => {
      const rows = await stage.query(`select from device where status = 'offline'`);
      return rows.length === count;
    }, WITHIN);
  }

  /**
   * Lines are cut so that the server hears of it at once. Its clock stands still but where time is passed, so it knows to
   * the millisecond when that was; the ledger knows the same by the real clock, and both are compared to the second.
   */
  test('a device was away for as long as its line was, over a restart too, and the others were not', {
    timeout: 300_000,
  }, async () => {
    const before = await stage.server.call('deviceStatistics', { range: 'hour' }, asKey());
    expect(before.data).toMatchObject({ devices: DEVICES, percent: 100, outages: 0 });
    const ap = stage.devices.find(({ kind }) => kind === 'ap');
    const gateway = stage.devices.find(({ kind }) => kind === 'gateway');
    const last = stage.devices.findLast(({ kind }) => kind === 'ap');
    if (!ap || !gateway || !last) throw new Error('Somebody is missing');
    const began = stage.now;
    await stage.pass(90 * SECOND + 250);
    // Back before it is missed.
    await order('offline', ap.serial);
    await stage.pass(12 * SECOND);
    await order('online', ap.serial);
    await stage.pass(40 * SECOND);
    await untilAway(0);

    await order('offline', ap.serial);
    // It goes on measuring, and keeps it until its hour is long over.
    await stage.fleet.order({ do: 'reportNow', serial: ap.serial });
    await stage.pass(3 * MINUTE + 1_600);
    await order('stop', gateway.serial);
    await stage.pass(25 * SECOND + 700);
    await untilAway(2);
    await stage.restart();
    await stage.pass(70 * MINUTE + 5_300);
    await order('start', gateway.serial);
    await untilAway(1);
    await stage.rollUp();
    await vi.waitUntil(async () => (await stage.untold()) === 1, WITHIN);
    await order('online', ap.serial);
    await untilAway(0);
    await stage.pass(61 * SECOND);
    await order('offline', ap.serial);
    await order('offline', last.serial);
    await stage.pass(44 * SECOND + 40);
    await untilAway(2);
    await order('online', ap.serial);
    await untilAway(1);
    await stage.pass(2 * MINUTE + 3);

    checks = new FleetChecks(stage, await stage.counted());
    await checks.there([last.id]);
    await checks.presence(began, stage.now);
    await checks.presence(began + 3 * MINUTE, stage.now - MINUTE);
    const all = await stage.server.call('listAvailability', window(began, stage.now), asKey());
    const outages = new Map(all.data.rows.map((row) => [row.deviceUUID, row]));
    expect(outages.get(ap.id)).toMatchObject({ outages: 2, isAway: false, longestSeconds: 4_413 });
    expect(outages.get(gateway.id)).toMatchObject({ outages: 1, isAway: false });
    expect(outages.get(last.id)).toMatchObject({ outages: 1, isAway: true, awaySeconds: 164 });
    const others = all.data.rows.filter(
      ({ deviceUUID }) => ![ap.id, gateway.id, last.id].includes(deviceUUID),
    );
    expect(others.map(({ percent, outages: times }) => [percent, times])).toEqual(
      Array.from({ length: DEVICES - 3 }, () => [100, 0]),
    );
  });

  test('what was kept until its hour had been counted is counted, too', async () => {
    await checks.allTold();
    const away = stage.devices.findLast(({ kind }) => kind === 'ap');
    await order('online', away?.serial ?? '');
    await settle();
    for (const { place, sites } of stage.places) {
      const { data } = await stage.server.call('terminalStatistics', { ...place, range: 'week' }, asKey());
      const { downBytes, upBytes, terminals, durations } = checks.books.terminals(sites);
      expect(data).toMatchObject({ downBytes, upBytes, terminals, durations });
    }
  });

  test('home and the big screen say what passes now', async () => {
    // By the clocks of the devices it is nearly as late as by the server's.
    const skewMs = stage.now - MINUTE - Date.now();
    await stage.fleet.order({ do: 'fault', skewMs });
    await stage.report();
    const told = checks.books;
    checks = new FleetChecks(stage, await stage.counted());
    for (const { place, sites } of stage.places) {
      const { data } = await stage.server.call('networkNow', place, asKey());
      const [before, after] = [told.total(sites), checks.books.total(sites)];
      expect({ place, down: data.downKbps, up: data.upKbps }).toEqual({
        place,
        down: kbps(after.down - before.down),
        up: kbps(after.up - before.up),
      });
      expect(data.downKbps).toBeGreaterThan(0);
    }
  });
});
