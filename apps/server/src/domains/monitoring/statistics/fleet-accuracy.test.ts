import { OK } from '@airloom/contract/errors';
import { HOUR, MINUTE, SECOND } from '@airloom/contract/time';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { round } from './testing/arithmetic.ts';
import { FleetChecks, window } from './testing/fleet-checks.ts';
import { DEVICES, FleetSetup, WITHIN } from './testing/fleet-setup.ts';

/** Of the last five minutes. */
const kbps = (bytes: number) => round((bytes * 8) / (5 * MINUTE));

describe('a fleet with two servers, one of them killed', () => {
  let setup: FleetSetup;
  let checks: FleetChecks;

  /** The fleet sends the history of a day to two servers, one after the other. */
  beforeAll(async () => {
    setup = await FleetSetup.open();
    await setup.killDuringIngest();
    await setup.start();
    await moveTo('UTC+08:00', 'Asia/Shanghai');
    await setup.untilHistorySent();
    await setup.untilQuiet();
    await setup.stopClock();
    await settle();
  });

  afterAll(() => setup?.end());

  /** Open sessions are written five minutes after their first report. */
  async function settle(): Promise<void> {
    await setup.report();
    await setup.passTime(8 * MINUTE);
    await setup.report();
    checks = new FleetChecks(setup, await setup.counted());
  }

  const asKey = () => ({ as: setup.key });

  /** Changes the time zone of every site and of the person. */
  async function moveTo(siteZone: string, ownZone: string): Promise<void> {
    const { data } = await setup.server.call('listSites', {}, asKey());
    expect(data.rows).toHaveLength(setup.sites.length);
    for (const { siteUUID, enterpriseUUID, name, countryCode } of data.rows) {
      const site = { siteUUID, enterpriseUUID, name, countryCode, timeZone: siteZone };
      expect((await setup.server.call('updateSite', site, asKey())).code).toBe(OK);
    }
    const own = { nickname: 'Ada', timeZone: ownZone };
    expect((await setup.server.call('updateProfile', own, { as: setup.token })).code).toBe(OK);
  }

  test('receives reports again that were not stored when the server was killed', async () => {
    const { stored, sent } = setup.killed;
    expect(stored).toBeGreaterThan(0);
    expect(sent).toBeGreaterThan(stored);
    expect(checks.expected.reports).toBeGreaterThan(sent);
    expect(await setup.fleet.sent()).toBeGreaterThan(checks.expected.reports);
    expect(checks.expected.isFull).toBe(true);
  });

  test('returns the reported traffic of a day for single hours, spans and all of it', async () => {
    const last = Math.floor(setup.now / HOUR) * HOUR - HOUR;
    const [everything = expect.fail()] = setup.places;
    for (let ago = 1; ago <= 21; ago += 2)
      await checks.traffic(window(last - ago * HOUR, last - (ago - 1) * HOUR), everything);
    await checks.traffic(window(last - 7 * HOUR, last), everything);
    await checks.traffic(window(last - 20 * HOUR, last - 3 * HOUR), everything);
    await checks.traffic(window(last - 40 * HOUR, last + HOUR), everything);
    await checks.traffic({ range: 'week' }, everything);
    await checks.allTraffic();
  });

  test('returns clients by kind, session time and signal as reported', async () => {
    await checks.terminals();
  });

  test('returns current counts per site and in total', async () => {
    await checks.deviceCounts([]);
    for (const { place, sites } of setup.places) {
      const { data } = await setup.server.call('siteHealth', place, asKey());
      for (const { siteUUID, clients } of data.sites)
        expect({ siteUUID, clients }).toEqual({ siteUUID, clients: await checks.clientsNow([siteUUID]) });
      const now = await setup.server.call('networkNow', place, asKey());
      expect(now.data.clients).toBe(await checks.clientsNow(sites));
    }
    expect(await checks.clientsNow(setup.sites)).toBeGreaterThan(0);
  });

  test('returns the same figures after a change of time zones', async () => {
    // Devices report by the real clock when their zone changes.
    const last = Math.floor(Math.min(setup.now, Date.now()) / HOUR) * HOUR;
    const answers = async () => {
      const all: unknown[] = [];
      for (const { place } of setup.places) {
        for (const span of [window(last - 26 * HOUR, last), window(last - 5 * HOUR, last)]) {
          const input = { ...place, ...span };
          for (const call of ['networkStatistics', 'terminalStatistics', 'deviceStatistics'] as const)
            all.push((await setup.server.call(call, input, asKey())).data);
          all.push((await setup.server.call('compareNetwork', { ...input, what: 'aps' }, asKey())).data);
        }
      }
      return all;
    };
    const before = await answers();
    await moveTo('UTC+05:30', 'Asia/Kolkata');
    await setup.untilQuiet();
    checks = new FleetChecks(setup, await setup.counted());
    expect(await answers()).toEqual(before);
    await checks.allTraffic();
  });

  /** Resolves when the server has seen the change. */
  async function setDevice(what: 'offline' | 'online' | 'stop' | 'start', serial: string): Promise<void> {
    const isComing = what === 'online' || what === 'start';
    const were = await setup.connected();
    await setup.fleet.command({ do: what, serial });
    await setup.untilConnected(were + (isComing ? 1 : -1));
  }

  async function untilAway(count: number): Promise<void> {
    await vi.waitUntil(async () => {
      const rows = await setup.query(`select from device where status = 'offline'`);
      return rows.length === count;
    }, WITHIN);
  }

  /**
   * Connections are closed, so that the server notices at once. Its clock is stopped except for passed time; the fleet
   * records the real time, and both are compared to the second.
   */
  test('counts outages of the affected devices only, also across a restart', async () => {
    const before = await setup.server.call('deviceStatistics', { range: 'hour' }, asKey());
    expect(before.data).toMatchObject({ devices: DEVICES, percent: 100, outages: 0 });
    const ap = setup.devices.find(({ kind }) => kind === 'ap');
    const gateway = setup.devices.find(({ kind }) => kind === 'gateway');
    const last = setup.devices.findLast(({ kind }) => kind === 'ap');
    if (!ap || !gateway || !last) throw new Error('Somebody is missing');
    const began = setup.now;
    await setup.passTime(90 * SECOND + 250);
    // Back within the grace time.
    await setDevice('offline', ap.serial);
    await setup.passTime(12 * SECOND);
    await setDevice('online', ap.serial);
    await setup.passTime(40 * SECOND);
    await untilAway(0);

    await setDevice('offline', ap.serial);
    // It keeps measuring and stores the reports until its hour is over.
    await setup.fleet.command({ do: 'reportNow', serial: ap.serial });
    await setup.passTime(3 * MINUTE + 1_600);
    await setDevice('stop', gateway.serial);
    await setup.passTime(25 * SECOND + 700);
    await untilAway(2);
    await setup.restart();
    await setup.passTime(70 * MINUTE + 5_300);
    await setDevice('start', gateway.serial);
    await untilAway(1);
    await setup.rollUp();
    await vi.waitUntil(async () => (await setup.unstoredReports()) === 1, WITHIN);
    await setDevice('online', ap.serial);
    await untilAway(0);
    await setup.passTime(61 * SECOND);
    await setDevice('offline', ap.serial);
    await setDevice('offline', last.serial);
    await setup.passTime(44 * SECOND + 40);
    await untilAway(2);
    await setDevice('online', ap.serial);
    await untilAway(1);
    await setup.passTime(2 * MINUTE + 3);

    checks = new FleetChecks(setup, await setup.counted());
    await checks.deviceCounts([last.id]);
    await checks.presence(began, setup.now);
    await checks.presence(began + 3 * MINUTE, setup.now - MINUTE);
    const all = await setup.server.call('listAvailability', window(began, setup.now), asKey());
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

  test('counts reports that arrive after the rollup of their hour', async () => {
    await checks.allTraffic();
    const away = setup.devices.findLast(({ kind }) => kind === 'ap');
    await setDevice('online', away?.serial ?? '');
    await settle();
    for (const { place, sites } of setup.places) {
      const { data } = await setup.server.call('terminalStatistics', { ...place, range: 'week' }, asKey());
      const { downBytes, upBytes, terminals, durations } = checks.expected.terminals(sites);
      expect(data).toMatchObject({ downBytes, upBytes, terminals, durations });
    }
  });

  test('returns the current traffic', async () => {
    // Sets the clocks of the devices close to the server's.
    const skewMs = setup.now - MINUTE - Date.now();
    await setup.fleet.command({ do: 'fault', skewMs });
    await setup.report();
    const earlier = checks.expected;
    checks = new FleetChecks(setup, await setup.counted());
    for (const { place, sites } of setup.places) {
      const { data } = await setup.server.call('networkNow', place, asKey());
      const [before, after] = [earlier.total(sites), checks.expected.total(sites)];
      expect({ place, down: data.downKbps, up: data.upKbps }).toEqual({
        place,
        down: kbps(after.down - before.down),
        up: kbps(after.up - before.up),
      });
      expect(data.downKbps).toBeGreaterThan(0);
    }
  });
});
