import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cases, isLong } from '../../../../tools/testing/run-length.ts';
import { type Listening, listen } from '../domains/people/identity/testing/live.ts';
import type { SimulatedSite } from '../testing/simulated-site.ts';
import type { TestServer } from '../testing/test-server.ts';
import { type Figures, Visitor } from '../testing/visitor.ts';
import { WatchedSite, WITHIN } from './testing/watched-site.ts';

const KINDS = cases(
  { gateway: 1, switch: 15, ap: 76, smart: 8 },
  { gateway: 1, switch: 60, ap: 409, smart: 30 },
);
const DEVICES = Object.values(KINDS).reduce((sum, count) => sum + count, 0);
const RESPONSIVE_MS = 2_000;
const RESPONSIVE_TIMES = 10;

let watched: WatchedSite;
let server: TestServer;
let site: SimulatedSite;
let browser: Listening;
let visitor: Visitor;
let usual: Figures;
beforeAll(async () => {
  watched = await WatchedSite.open(KINDS);
  ({ server, site } = watched);
  browser = await listen(server, { authorization: `Bearer ${site.owner.token}` });
  visitor = new Visitor(server, site.owner.token);
  usual = await visitor.look(60);
});
afterAll(async () => {
  browser?.socket.terminate();
  await watched?.close();
});
beforeEach(() => watched.forget());

async function comeBack(): Promise<void> {
  await watched.allBack();
  await site.report();
}

function heard(name: string): number {
  return browser.heard.filter((one) => one === name).length;
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`;
}

/** Every call was answered. How fast depends on what else the machine does: only the long run, which has it alone, compares. */
function isResponsive(when: string, { calls, p50, p95 }: Figures): void {
  console.info(
    `${when}: ${calls} calls, p50 ${ms(p50)} (${(p50 / usual.p50).toFixed(1)} times the usual ${ms(usual.p50)}), ` +
      `p95 ${ms(p95)} (${(p95 / usual.p95).toFixed(1)} times ${ms(usual.p95)})`,
  );
  expect(calls).toBeGreaterThan(0);
  if (isLong) expect(p95).toBeLessThan(Math.max(RESPONSIVE_MS, usual.p95 * RESPONSIVE_TIMES));
}

test(`${DEVICES} devices lose power and return: one alarm, one notice, and nothing is left`, async () => {
  browser.heard.splice(0);
  const outage = await visitor.during(async () => {
    expect(await site.fleet.command({ do: 'stop', silent: true })).toBe(DEVICES);
    await site.untilAway(DEVICES);
    await expect.poll(async () => (await watched.alarms())[0]?.behind, WITHIN).toBe(DEVICES);
  });
  isResponsive(`while ${DEVICES} devices go`, outage);
  await watched.pass(10);
  expect(await watched.alarms()).toEqual([
    { type: 'siteOffline', device: '', part: '', behind: DEVICES, ended: null },
  ]);
  const listed = await server.call('queryAlarm', {}, { as: site.owner.token });
  expect(listed.data).toMatchObject({ total: 1, rows: [{ type: 'siteOffline', consequences: DEVICES }] });
  expect(await watched.deliveries()).toEqual(watched.once('raised', 'Alarm: Site offline, Harbour (Urgent)'));
  expect(heard('deviceStatusChanged')).toBeLessThanOrEqual(DEVICES);
  expect(browser.heard.length - heard('deviceStatusChanged')).toBeLessThan(30);

  browser.heard.splice(0);
  const devices = await site.fleet.devices();
  const wiring = devices.filter(({ kind }) => kind === 'gateway' || kind === 'switch');
  const light = await visitor.during(async () => {
    // Access points start slower than their switch, which misses them meanwhile.
    await site.fleet.command({ do: 'start', serials: wiring.map(({ serial }) => serial) });
    await expect.poll(() => site.count(sql`status = 'online'`), WITHIN).toBe(wiring.length);
    await watched.pass(4);
    await site.fleet.command({ do: 'start' });
    await comeBack();
    await expect.poll(async () => (await watched.alarms())[0]?.ended, WITHIN).toBe('recovered');
  });
  isResponsive('while they come back', light);
  await watched.pass(10);
  expect(await watched.alarms()).toEqual([
    { type: 'siteOffline', device: '', part: '', behind: DEVICES, ended: 'recovered' },
  ]);
  expect(await watched.deliveries()).toEqual(
    watched.once('cleared', 'Alarm cleared: Site offline, Harbour (Urgent)'),
  );
  expect(heard('deviceStatusChanged')).toBeLessThanOrEqual(DEVICES);
  expect(browser.heard.length - heard('deviceStatusChanged')).toBeLessThan(60);
});

test('a dead switch covers the devices behind it: one alarm', async () => {
  const access = (await site.fleet.devices()).filter(({ kind }) => kind === 'switch')[10];
  const met = await site.fleet.command({ do: 'stop', serial: access?.serial, behind: true });
  expect(met).toBeGreaterThan(5);
  await site.untilAway(met);
  await watched.pass(8);
  expect(await watched.alarms()).toEqual([
    { type: 'deviceOffline', device: expect.any(String), part: '', behind: met - 1, ended: null },
  ]);
  expect(await watched.deliveries()).toEqual(watched.once('raised', 'Alarm: '));
  await site.fleet.command({ do: 'start' });
  await comeBack();
  await watched.pass(4);
  expect(await watched.alarms()).toMatchObject([{ behind: met - 1, ended: 'recovered' }]);
  expect(await watched.deliveries()).toEqual(watched.once('cleared', 'Alarm cleared: '));
});

test('a device whose link flaps has one alarm', async () => {
  const serial = (await site.fleet.devices()).find(({ kind }) => kind === 'ap')?.serial;
  for (let time = 0; time < 7; time += 1) {
    await site.fleet.command({ do: 'offline', serial });
    await site.untilAway(1);
    await site.fleet.command({ do: 'online', serial });
    await watched.allBack();
    await watched.look();
  }
  await server.settled();
  expect(await watched.alarms()).toMatchObject([{ type: 'deviceFlapping', ended: null }]);
  expect(await watched.deliveries()).toEqual(watched.once('raised', 'Alarm: '));
});
