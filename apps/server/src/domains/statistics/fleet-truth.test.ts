import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildAccount, buildOrganization, buildSite, type Person } from '../../testing/builders.ts';
import {
  SimulatedFleet,
  type Told,
  type ToldFigures,
  toldADay,
  toldBetween,
} from '../../testing/simulated-fleet.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { rollUp, rollUpOpenHours } from '../telemetry/telemetry.jobs.ts';
import { rollUpTerminals } from '../terminals/terminals.jobs.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WITHIN = { timeout: 60_000, interval: 100 };
const KINDS = { gateway: 1, switch: 1, ap: 3 };
const DEVICES = 5;

let server: TestServer;
let owner: Person;
let fleet: SimulatedFleet;
/** By the name of the device. */
const told = new Map<string, Told>();

function rows<R>(query: ReturnType<typeof sql<R>>): Promise<R[]> {
  return server.platform.database.asSystem((tx) => tx.all(query));
}

async function readTold(): Promise<number> {
  for (const { serial, name } of await fleet.devices()) told.set(name, await fleet.told(serial));
  return [...told.values()].reduce((sum, { now }) => sum + now.reports, 0);
}

/** All that devices told is stored and rolled up. */
async function counted(): Promise<void> {
  await vi.waitUntil(async () => {
    const [stored] = await rows(sql<{ reports: number }>`
      select count(*)::int as reports from device_report where tenant_id = ${owner.tenant}`);
    return stored?.reports === (await readTold());
  }, WITHIN);
  server.advance(10 * MINUTE);
  await rollUp(server.platform);
  await rollUpTerminals(server.platform);
  await rollUpOpenHours(server.platform);
}

/** What devices tell of a day past comes through their door, late as it is. */
beforeAll(async () => {
  server = await startTestServer({ GATEWAY_PORT: '0', TELEMETRY_RAW_HOURS: '72' });
  owner = await buildAccount(server);
  const north = await buildOrganization(server, owner, 'North');
  const siteUUID = await buildSite(server, owner, north, 'Harbour');
  const made = await server.call('createClaimCode', { siteUUID, uses: DEVICES }, { as: owner.token });
  fleet = new SimulatedFleet({
    ...toldADay(KINDS),
    gateway: `wss://127.0.0.1:${server.gatewayPort}`,
    code: made.data.code,
  });
  await vi.waitUntil(async () => (await fleet.live()) === DEVICES, WITHIN);
  await counted();
}, 90_000);

afterAll(async () => {
  await fleet.stop();
  await server.stop();
});

function between(name: string, from: number, to: number): ToldFigures {
  const own = told.get(name);
  if (own === undefined) throw new Error(`There is no ${name}`);
  return toldBetween(own, from, to);
}

async function expectTold(asked: { range: 'week' | 'month' } | { from: string; to: string }): Promise<void> {
  const as = { as: owner.token };
  const network = await server.call('networkStatistics', asked, as);
  const [from, to] = [Date.parse(network.data.from), Date.parse(network.data.to)];
  const gateway = (await fleet.devices()).find(({ kind }) => kind === 'gateway');
  const passed = between(gateway?.name ?? '', from, to);
  expect({ asked, down: network.data.downBytes, up: network.data.upBytes }).toEqual({
    asked,
    down: passed.down,
    up: passed.up,
  });
  const compared = await server.call('compareNetwork', { ...asked, what: 'aps' }, as);
  expect(compared.data.total).toBe(KINDS.ap);
  for (const { name, downBytes, upBytes, clientsMean } of compared.data.rows) {
    const own = between(name, from, to);
    expect({ asked, name, downBytes, upBytes, clientsMean }).toEqual({
      asked,
      name,
      downBytes: own.down,
      upBytes: own.up,
      clientsMean: own.reports === 0 ? null : Math.round((100 * own.clients) / own.reports) / 100,
    });
  }
}

const window = (from: number, to: number) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});

test('what devices told of a day is what pages say of every hour, of some and of all', async () => {
  const last = Math.floor(Date.now() / HOUR) * HOUR;
  for (let ago = 1; ago <= 21; ago += 2) await expectTold(window(last - ago * HOUR, last - (ago - 1) * HOUR));
  await expectTold(window(last - 7 * HOUR, last));
  await expectTold(window(last - 20 * HOUR, last - 3 * HOUR));
  await expectTold(window(last - 40 * HOUR, last + HOUR));
  await expectTold({ range: 'week' });
  await expectTold({ range: 'month' });
  const everything = [...told.values()].every(({ now }) => now.reports > 100 && now.down > 0);
  expect(everything).toBe(true);
});

/** So much of the server's time passes at each look, and it hears of a line that was cut within a few of them. */
const LOOK_MS = 1_000;
const HEARD_MS = 10 * LOOK_MS;

/** Tells when it was ordered and when it was seen to be so, by the server's clock, which runs quickly meanwhile. */
async function order(what: 'offline' | 'online', serial: string): Promise<[number, number]> {
  const ordered = server.platform.now().getTime();
  await fleet.order({ do: what, serial });
  await vi.waitUntil(async () => {
    server.advance(LOOK_MS);
    const [row] = await rows(sql<{ isAway: boolean }>`
      select status = 'offline' as "isAway" from device where serial = ${serial}`);
    return row?.isAway === (what === 'offline');
  }, WITHIN);
  return [ordered, server.platform.now().getTime()];
}

test('a device that cannot be reached was away for as long as it was, and the others were not', async () => {
  const as = { as: owner.token };
  const before = await server.call('deviceStatistics', { range: 'hour' }, as);
  expect(before.data).toMatchObject({ devices: DEVICES, percent: 100, outages: 0 });
  const away = (await fleet.devices()).find(({ kind }) => kind === 'ap');
  const serial = away?.serial ?? '';
  const [gone] = await order('offline', serial);
  server.advance(20 * MINUTE);
  const [called, back] = await order('online', serial);
  const { data } = await server.call('listAvailability', { range: 'hour' }, as);
  const [worst, ...others] = data.rows;
  expect(worst).toMatchObject({ name: away?.name, isAway: false, outages: 1 });
  expect(worst?.awaySeconds).toBeGreaterThanOrEqual((called - gone - HEARD_MS) / 1000);
  expect(worst?.awaySeconds).toBeLessThanOrEqual(Math.ceil((back - gone) / 1000));
  expect(worst?.longestSeconds).toBe(worst?.awaySeconds);
  expect(others.map(({ percent }) => percent)).toEqual([100, 100, 100, 100]);
});
