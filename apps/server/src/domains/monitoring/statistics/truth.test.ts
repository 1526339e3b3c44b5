import { OK } from '@airloom/contract/errors';
import type { ChartRange } from '@airloom/contract/telemetry/telemetry.model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCsv } from '../../../platform/sheets/csv.ts';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  PASSWORD,
  type Person,
} from '../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { rollUpTerminals } from '../clients/clients.jobs.ts';
import { rollUp, rollUpOpenHours } from '../telemetry/telemetry.jobs.ts';
import { ADA, OFFICE, settle } from './testing/clients.ts';
import { Ledger } from './testing/ledger.ts';
import { DAY, HOUR, MINUTE, SmallWorld } from './testing/small-world.ts';

const RANGES = ['hour', 'sixHours', 'day', 'week', 'twoWeeks', 'month'] as const;
/** Those that differ in how they are counted. */
const FEW = ['hour', 'day', 'month'] as const;
const LENGTHS: Readonly<Record<ChartRange, number>> = {
  hour: HOUR,
  sixHours: 6 * HOUR,
  day: DAY,
  week: 7 * DAY,
  twoWeeks: 14 * DAY,
  month: 30 * DAY,
};

let server: TestServer;
let world: SmallWorld;
let strangers: SmallWorld;
let key: string;
let owner: Person;
let start: number;
const sites = { harbour: '', hill: '', mill: '', foreign: '' };
const places: { place: { siteUUID?: string; enterpriseUUID?: string }; sites: string[] }[] = [];
/** All of them are looked at with all ranges; between, where everything is counted. */
let looked = places;
const GRANTS = [
  'statistics',
  'all_device:operate',
  'authuserOnline_view',
  'site_manage:operate',
  'device_manage:operate',
] as const;

const hours = (count: number, minutes = 0) => start + count * HOUR + minutes * MINUTE;

/** Sessions end while weeks go by. */
async function buildKey(): Promise<string> {
  const input = { name: 'truth', grants: [...GRANTS], expiresAt: null, password: PASSWORD };
  const created = await server.call('createApiKey', input, { as: owner.token });
  expect(created.code).toBe(OK);
  return created.data.secret;
}

beforeAll(async () => {
  server = await startTestServer();
  owner = await buildAccount(server);
  const north = await buildOrganization(server, owner, 'North');
  const south = await buildOrganization(server, owner, 'South');
  sites.harbour = await buildSite(server, owner, north, 'Harbour');
  sites.hill = await buildSite(server, owner, north, 'Hill');
  sites.mill = await buildSite(server, owner, south, 'Mill');
  const stranger = await buildAccount(server);
  sites.foreign = await buildSite(server, stranger, await buildOrganization(server, stranger, 'Far'), 'Cape');
  key = await buildKey();
  places.push(
    { place: {}, sites: [sites.harbour, sites.hill, sites.mill] },
    { place: { enterpriseUUID: north }, sites: [sites.harbour, sites.hill] },
    { place: { siteUUID: sites.harbour }, sites: [sites.harbour] },
    { place: { siteUUID: sites.mill }, sites: [sites.mill] },
    { place: { siteUUID: sites.foreign }, sites: [] },
  );
  world = new SmallWorld(server, owner);
  strangers = new SmallWorld(server, stranger);
  // Four hours before midnight: the border of a day is one of the borders.
  start = Math.ceil(world.now / DAY) * DAY + 20 * HOUR;
  const before = start - 30 * MINUTE;
  await world.add('gateway', sites.harbour, 'gateway', before);
  await world.add('east', sites.harbour, 'ap', before);
  await world.add('west', sites.harbour, 'ap', before);
  await world.add('tower', sites.hill, 'ap', before);
  await world.add('cellar', sites.hill, 'switch', before);
  await world.add('wheel', sites.mill, 'switch', hours(1, 10) + 17_250);
  await strangers.add('lamp', sites.foreign, 'ap', before);
  settle(world, start);
  strangers.stay({ ...ADA, ...OFFICE, device: 'lamp', signal: -50, from: hours(1), to: hours(5) });
}, 60_000);

afterAll(async () => {
  await world.stop();
  await strangers.stop();
  await server.stop();
});

async function rollUpAll(): Promise<void> {
  await rollUp(server.platform);
  await rollUpTerminals(server.platform);
}

/** As by the clock: five minutes are counted when they have been over for a moment. */
async function live(from: number, to: number): Promise<void> {
  await world.live(from, to, async () => {
    server.advance(31_000);
    await rollUpOpenHours(server.platform);
  });
  await strangers.live(from, to);
}

type Asked = { range: ChartRange } | { from: string; to: string };

const own = (from: number, to: number): Asked => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});

/** An answer says what it counted: the window that was asked for, or the whole minutes or hours it touches. */
function expectWindow(counted: { from: string; to: string }, asked: Asked, unit: number): void {
  const [from, to] = [Date.parse(counted.from), Date.parse(counted.to)];
  const wantedTo = 'range' in asked ? world.now : Math.min(Date.parse(asked.to), world.now);
  const wantedFrom = 'range' in asked ? world.now - LENGTHS[asked.range] : Date.parse(asked.from);
  // Time passes between the answer and this look at it.
  const slack = 5_000;
  expect(from % unit).toBe(0);
  expect(from).toBeLessThanOrEqual(wantedFrom);
  expect(from).toBeGreaterThan(wantedFrom - unit - slack);
  expect(to).toBeGreaterThanOrEqual(wantedTo - Math.min(unit, 5 * MINUTE) - slack);
  expect(to).toBeLessThan(wantedTo + unit);
}

async function checkNetwork(asked: Asked): Promise<void> {
  for (const { place, sites: within } of looked) {
    const { data } = await server.call('networkStatistics', { ...place, ...asked }, { as: key });
    const { from, to, firstAt, stepSeconds, ...said } = data;
    expectWindow(data, asked, stepSeconds < 3_600 ? 5 * MINUTE : HOUR);
    const books = new Ledger(world, within).network({ from, to, firstAt, stepSeconds });
    expect({ place, asked, ...said }).toEqual({ place, asked, ...books });
  }
}

async function checkCompared(asked: Asked): Promise<void> {
  const window = 'range' in asked ? null : { from: Date.parse(asked.from), to: Date.parse(asked.to) };
  const kept = world.now - server.platform.settings.TELEMETRY_RAW_HOURS * HOUR;
  const short = window !== null && window.to - window.from <= 6 * HOUR && window.from >= kept;
  const from = window?.from ?? world.now - ('range' in asked ? LENGTHS[asked.range] : 0);
  const slot = 5 * MINUTE;
  const counted = short
    ? {
        from: Math.floor(window.from / slot) * slot,
        to: Math.ceil(window.to / slot) * slot,
        by: 'slot' as const,
      }
    : {
        from: Math.floor(from / HOUR) * HOUR,
        to: Math.ceil((window?.to ?? world.now) / HOUR) * HOUR,
        by: 'hour' as const,
      };
  for (const { place, sites: within } of looked) {
    const books = new Ledger(world, within);
    const compare = async (what: 'sites' | 'aps' | 'ssids') =>
      (await server.call('compareNetwork', { ...place, ...asked, what, sort: 'name' }, { as: key })).data;
    const compared = await compare('sites');
    expect(compared.rows.map(({ id }) => id)).toEqual(
      [sites.harbour, sites.hill, sites.mill].filter((id) => within.includes(id)),
    );
    for (const row of compared.rows) {
      expect({ asked, ...row }).toMatchObject({ asked, ...books.compared(counted, { site: row.id ?? '' }) });
    }
    const [first, last] = [Math.floor(counted.from / HOUR) * HOUR, Math.min(counted.to, world.now)];
    const aps = ['east', 'tower', 'west'].filter((name) => books.stood(name, first, last).length > 0);
    const points = await compare('aps');
    expect(points.rows.map(({ name }) => name)).toEqual(aps.map((name) => `The ${name}`));
    for (const row of points.rows) {
      const device = row.name.slice('The '.length);
      expect({ asked, ...row }).toMatchObject({ asked, ...books.compared(counted, { device }) });
    }
    for (const row of (await compare('ssids')).rows) {
      expect({ asked, ...row }).toMatchObject({ asked, ...books.compared(counted, { ssid: row.name }) });
    }
  }
}

const byKind = (one: { kind: string }, other: { kind: string }) => (one.kind < other.kind ? -1 : 1);

async function checkTerminals(asked: Asked): Promise<void> {
  for (const { place, sites: within } of looked) {
    const { data } = await server.call('terminalStatistics', { ...place, ...asked }, { as: key });
    const { from, to, firstAt, stepSeconds, ...said } = data;
    expectWindow(data, asked, HOUR);
    const books = new Ledger(world, within);
    expect({ place, asked, ...said, kinds: said.kinds.toSorted(byKind) }).toEqual({
      place,
      asked,
      ...books.terminals({ from, to, firstAt, stepSeconds }),
    });
    const top = await server.call('topTerminals', { ...place, ...asked }, { as: key });
    expect({ asked, top: top.data }).toEqual({ asked, top: books.top(Date.parse(from), Date.parse(to)) });
  }
}

async function checkDevices(asked: Asked): Promise<void> {
  for (const { place, sites: within } of looked) {
    const books = new Ledger(world, within);
    const { data } = await server.call('deviceStatistics', { ...place, ...asked }, { as: key });
    expectWindow(data, asked, 1);
    const [from, to] = [Date.parse(data.from), Date.parse(data.to)];
    const all = books.presence(from, to);
    expect({ asked, ...data }).toMatchObject({
      asked,
      ...all,
      series: [{ metric: 'availabilityPercent', values: books.presenceSeries(data) }],
    });
    for (const { kind, ...said } of data.kinds) {
      const keys = [...world.devices.values()]
        .filter((one) => one.reporting.kind === kind)
        .map((one) => one.key);
      expect({ kind, ...said }).toEqual({ kind, ...books.presence(from, to, keys) });
    }
    // Whose window goes on is asked about another one a moment later.
    if ('range' in asked || Date.parse(asked.to) > world.now) continue;
    const listed = await server.call('listAvailability', { ...place, ...asked }, { as: key });
    expect(listed.data.total).toBe(all.devices);
    for (const row of listed.data.rows) {
      const name = row.name.slice('The '.length);
      const { devices, ...booked } = books.presence(from, to, [name]);
      expect(devices).toBe(1);
      expect(row).toMatchObject({ ...booked, longestSeconds: books.longestSeconds(from, to, name) });
      const { siteId, aways } = world.device(name);
      expect(within).toContain(row.siteUUID);
      expect(row.isAway).toBe(within.includes(siteId) ? aways.at(-1)?.to === null : null);
    }
    const percents = listed.data.rows.map(({ percent }) => percent ?? 101);
    expect(percents).toEqual(percents.toSorted((one, other) => one - other));
  }
}

async function checkNow(): Promise<void> {
  for (const { place, sites: within } of looked) {
    const { data } = await server.call('networkNow', place, { as: key });
    const at = Date.parse(data.at);
    const books = new Ledger(world, within);
    const passed = books.rates(at - 5 * MINUTE, at);
    const hour = Math.floor((at - 7 * DAY) / HOUR) * HOUR;
    const isKnown = world.entries.some(
      (entry) => within.includes(entry.siteId) && Math.floor(entry.at / HOUR) * HOUR === hour,
    );
    const then = isKnown ? books.rates(hour, hour + HOUR) : { down: null, up: null, clients: null };
    expect(data).toEqual({
      at: data.at,
      clients: books.clientsNow(),
      clientsBefore: then.clients,
      downKbps: within.length === 0 ? null : passed.down,
      downKbpsBefore: then.down,
      upKbps: within.length === 0 ? null : passed.up,
      upKbpsBefore: then.up,
    });
    const health = await server.call('siteHealth', place, { as: key });
    expect(health.data.sites.map(({ siteUUID }) => siteUUID).toSorted()).toEqual(within.toSorted());
    for (const site of health.data.sites) {
      const devices = [...world.devices.values()].filter(({ siteId }) => siteId === site.siteUUID);
      const online = devices.filter(({ aways }) => aways.at(-1)?.to !== null);
      expect(site).toMatchObject({
        devices: devices.length,
        online: online.length,
        clients: new Ledger(world, [site.siteUUID]).clientsNow(),
      });
    }
    const assets = await server.call('assetStatistics', place, { as: key });
    const devices = [...world.devices.values()].filter(({ siteId }) => within.includes(siteId));
    expect(assets.data).toMatchObject({
      devices: devices.length,
      online: devices.filter(({ aways }) => aways.at(-1)?.to !== null).length,
    });
    for (const list of [assets.data.kinds, assets.data.models, assets.data.versions, assets.data.sites]) {
      expect(list.reduce((all, row) => all + row.devices, 0)).toBe(devices.length);
    }
  }
}

async function checkAll(intervals: readonly Asked[], ranges: readonly ChartRange[] = FEW): Promise<void> {
  looked = ranges === RANGES ? places : places.slice(0, 1);
  await checkNow();
  for (const range of ranges) {
    await checkNetwork({ range });
    await checkDevices({ range });
    await checkTerminals({ range });
    if (LENGTHS[range] > 6 * HOUR) await checkCompared({ range });
  }
  for (const asked of intervals) {
    await checkNetwork(asked);
    await checkCompared(asked);
    await checkDevices(asked);
    await checkTerminals(asked);
  }
}

test('every figure is what truly was, to the byte and the second', { timeout: 600_000 }, async () => {
  const short = own(hours(1, 7), hours(2, 11));
  const long = own(hours(0, 17), hours(7, 23));
  world.turnOff('gateway', hours(4), hours(5));
  world.cut('tower', hours(5, 50), hours(6, 5));
  // Of this the hour after it is known long before, and counted from what was known then.
  world.cut('east', hours(2, 40), hours(3));

  await live(hours(0), hours(1, 20));
  await world.goAway('west', hours(1, 20) + 13_400);
  await world.comeBack('west', hours(1, 31) + 2_900);
  await live(hours(1, 20), hours(2, 20));
  world.reboot('west');
  await world.move('cellar', sites.mill, key);
  await live(hours(2, 20), hours(3, 30));
  const moved = { siteUUID: sites.harbour, name: 'Harbour', countryCode: 'CN', timeZone: 'UTC+08:00' };
  const enterpriseUUID = places[1]?.place.enterpriseUUID ?? '';
  expect((await server.call('updateSite', { ...moved, enterpriseUUID }, { as: key })).code).toBe(OK);
  await world.restart();
  await live(hours(3, 30), hours(5, 20));
  await world.goAway('gateway', hours(4));
  await world.comeBack('gateway', hours(5));
  // Moved while it is away: either site has its part of the outage, and of the hour.
  await world.goAway('west', hours(5, 10) + 1_700);
  await world.move('west', sites.mill, key);
  await world.comeBack('west', hours(5, 33) + 600);
  await rollUpAll();
  await live(hours(5, 20), hours(5, 40));
  await checkAll([short]);

  // An hour that is over and not yet rolled up, then the same rolled up.
  await live(hours(5, 40), hours(6, 20));
  await checkAll([short]);
  await rollUpAll();
  await checkAll([short]);
  // What was kept comes when its hour was rolled up already.
  await world.tellKept();
  await rollUpAll();
  await rollUpOpenHours(server.platform);
  await checkAll([short, long]);

  await live(hours(6, 20), hours(9, 20));
  await world.goAway('tower', hours(7, 50));
  await world.comeBack('tower', hours(8, 10));
  await world.goAway('cellar', hours(8, 30) + 1);
  await rollUpAll();
  await checkAll([short, long], RANGES);

  for (const name of world.devices.keys()) world.reboot(name);
  strangers.reboot('lamp');
  await live(hours(3) + 2 * DAY, hours(4, 20) + 2 * DAY);
  await world.comeBack('cellar', hours(3) + 2 * DAY);
  await rollUpAll();
  await checkAll([short, long, own(hours(3, 7) + 2 * DAY, hours(4, 3) + 2 * DAY)]);

  for (const name of world.devices.keys()) world.reboot(name);
  strangers.reboot('lamp');
  await live(hours(1) + 7 * DAY, hours(1, 40) + 7 * DAY);
  await rollUpAll();
  await checkAll([long], RANGES);

  const operator = await buildMember(server, owner, 'siteOperator', { siteIds: [sites.hill] });
  const seen = await server.call('networkStatistics', { range: 'month' }, { as: operator.token });
  const { from, to, firstAt, stepSeconds, ...said } = seen.data;
  expect(said).toEqual(new Ledger(world, [sites.hill]).network({ from, to, firstAt, stepSeconds }));

  const asked = { page: 'network', range: 'month', format: 'csv' } as const;
  const exported = await server.call('exportStatistics', asked, { as: operator.token, language: 'pl' });
  const headers = { authorization: `Bearer ${operator.token}` };
  const file = await fetch(`${server.url}${exported.data.url}`, { headers });
  const rows = readCsv(new Uint8Array(await file.arrayBuffer()));
  expect(rows).toContainEqual(['Pobrano (bajty)', String(said.downBytes)]);
  expect(rows.flat()).toContain('Zajętość kanału (%) (2,4 GHz)');
  expect(rows.flat().join()).not.toMatch(/\b[256]G\b/);
});
