import { OK } from '@airloom/contract/errors';
import type { ChartRange } from '@airloom/contract/telemetry/telemetry.model';
import { DAY, HOUR, MINUTE } from '@airloom/contract/time';
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
import { ADA, addSessions, OFFICE } from './testing/clients.ts';
import { ExpectedFigures } from './testing/expected-figures.ts';
import { SimulatedNetwork } from './testing/simulated-network.ts';

const RANGES = ['hour', 'sixHours', 'day', 'week', 'twoWeeks', 'month'] as const;
/** Ranges that are counted differently. */
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
let simulated: SimulatedNetwork;
let otherAccount: SimulatedNetwork;
let key: string;
let owner: Person;
let start: number;
const sites = { harbour: '', hill: '', mill: '', foreign: '' };
const places: { place: { siteUUID?: string; enterpriseUUID?: string }; sites: string[] }[] = [];
/** All places with all ranges; in between only the first one. */
let checkedPlaces = places;
const GRANTS = [
  'statistics',
  'all_device:operate',
  'authuserOnline_view',
  'site_manage:operate',
  'device_manage:operate',
] as const;

const hours = (count: number, minutes = 0) => start + count * HOUR + minutes * MINUTE;

/** An API key, because sessions expire during the simulated weeks. */
async function buildKey(): Promise<string> {
  const input = { name: 'accuracy', grants: [...GRANTS], expiresAt: null, password: PASSWORD };
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
  simulated = new SimulatedNetwork(server, owner);
  otherAccount = new SimulatedNetwork(server, stranger);
  // Four hours before midnight, so that the border of a day is covered.
  start = Math.ceil(simulated.now / DAY) * DAY + 20 * HOUR;
  const before = start - 30 * MINUTE;
  await simulated.add('gateway', sites.harbour, 'gateway', before);
  await simulated.add('east', sites.harbour, 'ap', before);
  await simulated.add('west', sites.harbour, 'ap', before);
  await simulated.add('tower', sites.hill, 'ap', before);
  await simulated.add('cellar', sites.hill, 'switch', before);
  await simulated.add('wheel', sites.mill, 'switch', hours(1, 10) + 17_250);
  await otherAccount.add('lamp', sites.foreign, 'ap', before);
  addSessions(simulated, start);
  otherAccount.session({ ...ADA, ...OFFICE, device: 'lamp', signal: -50, from: hours(1), to: hours(5) });
});

afterAll(async () => {
  await simulated.stop();
  await otherAccount.stop();
  await server.stop();
});

async function rollUpAll(): Promise<void> {
  await rollUp(server.platform);
  await rollUpTerminals(server.platform);
}

/** Slots are counted shortly after their end, as by the scheduled job. */
async function run(from: number, to: number): Promise<void> {
  await simulated.run(from, to, async () => {
    server.advance(31_000);
    await rollUpOpenHours(server.platform);
  });
  await otherAccount.run(from, to);
}

type Input = { range: ChartRange } | { from: string; to: string };

const own = (from: number, to: number): Input => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});

/** Checks the counted span: the requested window, or the whole slots or hours it overlaps. */
function expectWindow(counted: { from: string; to: string }, input: Input, unit: number): void {
  const [from, to] = [Date.parse(counted.from), Date.parse(counted.to)];
  const wantedTo = 'range' in input ? simulated.now : Math.min(Date.parse(input.to), simulated.now);
  const wantedFrom = 'range' in input ? simulated.now - LENGTHS[input.range] : Date.parse(input.from);
  // Time passes between the answer and this check.
  const slack = 5_000;
  expect(from % unit).toBe(0);
  expect(from).toBeLessThanOrEqual(wantedFrom);
  expect(from).toBeGreaterThan(wantedFrom - unit - slack);
  expect(to).toBeGreaterThanOrEqual(wantedTo - Math.min(unit, 5 * MINUTE) - slack);
  expect(to).toBeLessThan(wantedTo + unit);
}

async function checkNetwork(input: Input): Promise<void> {
  for (const { place, sites: within } of checkedPlaces) {
    const { data } = await server.call('networkStatistics', { ...place, ...input }, { as: key });
    const { from, to, firstAt, stepSeconds, ...answered } = data;
    expectWindow(data, input, stepSeconds < 3_600 ? 5 * MINUTE : HOUR);
    const expected = new ExpectedFigures(simulated, within).network({ from, to, firstAt, stepSeconds });
    expect({ place, input, ...answered }).toEqual({ place, input, ...expected });
  }
}

async function checkCompared(input: Input): Promise<void> {
  const window = 'range' in input ? null : { from: Date.parse(input.from), to: Date.parse(input.to) };
  const kept = simulated.now - server.platform.settings.TELEMETRY_RAW_HOURS * HOUR;
  const short = window !== null && window.to - window.from <= 6 * HOUR && window.from >= kept;
  const from = window?.from ?? simulated.now - ('range' in input ? LENGTHS[input.range] : 0);
  const slot = 5 * MINUTE;
  const counted = short
    ? {
        from: Math.floor(window.from / slot) * slot,
        to: Math.ceil(window.to / slot) * slot,
        by: 'slot' as const,
      }
    : {
        from: Math.floor(from / HOUR) * HOUR,
        to: Math.ceil((window?.to ?? simulated.now) / HOUR) * HOUR,
        by: 'hour' as const,
      };
  for (const { place, sites: within } of checkedPlaces) {
    const expected = new ExpectedFigures(simulated, within);
    const compare = async (what: 'sites' | 'aps' | 'ssids') =>
      (await server.call('compareNetwork', { ...place, ...input, what, sort: 'name' }, { as: key })).data;
    const compared = await compare('sites');
    expect(compared.rows.map(({ id }) => id)).toEqual(
      [sites.harbour, sites.hill, sites.mill].filter((id) => within.includes(id)),
    );
    for (const row of compared.rows) {
      expect({ input, ...row }).toMatchObject({
        input,
        ...expected.compared(counted, { site: row.id ?? '' }),
      });
    }
    const [first, last] = [Math.floor(counted.from / HOUR) * HOUR, Math.min(counted.to, simulated.now)];
    const aps = ['east', 'tower', 'west'].filter(
      (name) => expected.presence.placedIn(name, first, last).length > 0,
    );
    const points = await compare('aps');
    expect(points.rows.map(({ name }) => name)).toEqual(aps.map((name) => `The ${name}`));
    for (const row of points.rows) {
      const device = row.name.slice('The '.length);
      expect({ input, ...row }).toMatchObject({ input, ...expected.compared(counted, { device }) });
    }
    for (const row of (await compare('ssids')).rows) {
      expect({ input, ...row }).toMatchObject({ input, ...expected.compared(counted, { ssid: row.name }) });
    }
  }
}

const byKind = (one: { kind: string }, other: { kind: string }) => (one.kind < other.kind ? -1 : 1);

async function checkTerminals(input: Input): Promise<void> {
  for (const { place, sites: within } of checkedPlaces) {
    const { data } = await server.call('terminalStatistics', { ...place, ...input }, { as: key });
    const { from, to, firstAt, stepSeconds, ...answered } = data;
    expectWindow(data, input, HOUR);
    const expected = new ExpectedFigures(simulated, within);
    expect({ place, input, ...answered, kinds: answered.kinds.toSorted(byKind) }).toEqual({
      place,
      input,
      ...expected.terminals({ from, to, firstAt, stepSeconds }),
    });
    const top = await server.call('topTerminals', { ...place, ...input }, { as: key });
    expect({ input, top: top.data }).toEqual({ input, top: expected.top(Date.parse(from), Date.parse(to)) });
  }
}

async function checkDevices(input: Input): Promise<void> {
  for (const { place, sites: within } of checkedPlaces) {
    const expected = new ExpectedFigures(simulated, within);
    const { data } = await server.call('deviceStatistics', { ...place, ...input }, { as: key });
    expectWindow(data, input, 1);
    const [from, to] = [Date.parse(data.from), Date.parse(data.to)];
    const all = expected.presence.of(from, to);
    expect({ input, ...data }).toMatchObject({
      input,
      ...all,
      series: [{ metric: 'availabilityPercent', values: expected.presence.series(data) }],
    });
    for (const { kind, ...answered } of data.kinds) {
      const keys = [...simulated.devices.values()]
        .filter((one) => one.reporting.kind === kind)
        .map((one) => one.key);
      expect({ kind, ...answered }).toEqual({ kind, ...expected.presence.of(from, to, keys) });
    }
    // An open window would differ in the next request.
    if ('range' in input || Date.parse(input.to) > simulated.now) continue;
    const listed = await server.call('listAvailability', { ...place, ...input }, { as: key });
    expect(listed.data.total).toBe(all.devices);
    for (const row of listed.data.rows) {
      const name = row.name.slice('The '.length);
      const { devices, ...expectedPresence } = expected.presence.of(from, to, [name]);
      expect(devices).toBe(1);
      expect(row).toMatchObject({
        ...expectedPresence,
        longestSeconds: expected.presence.longestSeconds(from, to, name),
      });
      const { siteId, outagePeriods } = simulated.device(name);
      expect(within).toContain(row.siteUUID);
      expect(row.isAway).toBe(within.includes(siteId) ? outagePeriods.at(-1)?.to === null : null);
    }
    const percents = listed.data.rows.map(({ percent }) => percent ?? 101);
    expect(percents).toEqual(percents.toSorted((one, other) => one - other));
  }
}

async function checkNow(): Promise<void> {
  for (const { place, sites: within } of checkedPlaces) {
    const { data } = await server.call('networkNow', place, { as: key });
    const at = Date.parse(data.at);
    const expected = new ExpectedFigures(simulated, within);
    const passed = expected.rates(at - 5 * MINUTE, at);
    const hour = Math.floor((at - 7 * DAY) / HOUR) * HOUR;
    const isKnown = simulated.entries.some(
      (entry) => within.includes(entry.siteId) && Math.floor(entry.at / HOUR) * HOUR === hour,
    );
    const then = isKnown ? expected.rates(hour, hour + HOUR) : { down: null, up: null, clients: null };
    expect(data).toEqual({
      at: data.at,
      clients: expected.clientsNow(),
      clientsBefore: then.clients,
      downKbps: within.length === 0 ? null : passed.down,
      downKbpsBefore: then.down,
      upKbps: within.length === 0 ? null : passed.up,
      upKbpsBefore: then.up,
    });
    const health = await server.call('siteHealth', place, { as: key });
    expect(health.data.sites.map(({ siteUUID }) => siteUUID).toSorted()).toEqual(within.toSorted());
    for (const site of health.data.sites) {
      const devices = [...simulated.devices.values()].filter(({ siteId }) => siteId === site.siteUUID);
      const online = devices.filter(({ outagePeriods }) => outagePeriods.at(-1)?.to !== null);
      expect(site).toMatchObject({
        devices: devices.length,
        online: online.length,
        clients: new ExpectedFigures(simulated, [site.siteUUID]).clientsNow(),
      });
    }
    const assets = await server.call('assetStatistics', place, { as: key });
    const devices = [...simulated.devices.values()].filter(({ siteId }) => within.includes(siteId));
    expect(assets.data).toMatchObject({
      devices: devices.length,
      online: devices.filter(({ outagePeriods }) => outagePeriods.at(-1)?.to !== null).length,
    });
    for (const list of [assets.data.kinds, assets.data.models, assets.data.versions, assets.data.sites]) {
      expect(list.reduce((all, row) => all + row.devices, 0)).toBe(devices.length);
    }
  }
}

async function checkAll(intervals: readonly Input[], ranges: readonly ChartRange[] = FEW): Promise<void> {
  checkedPlaces = ranges === RANGES ? places : places.slice(0, 1);
  await checkNow();
  for (const range of ranges) {
    await checkNetwork({ range });
    await checkDevices({ range });
    await checkTerminals({ range });
    if (LENGTHS[range] > 6 * HOUR) await checkCompared({ range });
  }
  for (const input of intervals) {
    await checkNetwork(input);
    await checkCompared(input);
    await checkDevices(input);
    await checkTerminals(input);
  }
}

test('returns every figure exact to the byte and the second', async () => {
  const short = own(hours(1, 7), hours(2, 11));
  const long = own(hours(0, 17), hours(7, 23));
  simulated.turnOff('gateway', hours(4), hours(5));
  simulated.delayReports('tower', hours(5, 50), hours(6, 5));
  // The following hour is counted long before these reports arrive.
  simulated.delayReports('east', hours(2, 40), hours(3));

  await run(hours(0), hours(1, 20));
  await simulated.goOffline('west', hours(1, 20) + 13_400);
  await simulated.comeOnline('west', hours(1, 31) + 2_900);
  await run(hours(1, 20), hours(2, 20));
  simulated.reboot('west');
  await simulated.move('cellar', sites.mill, key);
  await run(hours(2, 20), hours(3, 30));
  const moved = { siteUUID: sites.harbour, name: 'Harbour', countryCode: 'CN', timeZone: 'UTC+08:00' };
  const enterpriseUUID = places[1]?.place.enterpriseUUID ?? '';
  expect((await server.call('updateSite', { ...moved, enterpriseUUID }, { as: key })).code).toBe(OK);
  await simulated.restart();
  await run(hours(3, 30), hours(5, 20));
  await simulated.goOffline('gateway', hours(4));
  await simulated.comeOnline('gateway', hours(5));
  // Moved during an outage: each site has its part of the outage and of the hour.
  await simulated.goOffline('west', hours(5, 10) + 1_700);
  await simulated.move('west', sites.mill, key);
  await simulated.comeOnline('west', hours(5, 33) + 600);
  await rollUpAll();
  await run(hours(5, 20), hours(5, 40));
  await checkAll([short]);

  // A past hour before and after its rollup.
  await run(hours(5, 40), hours(6, 20));
  await checkAll([short]);
  await rollUpAll();
  await checkAll([short]);
  // Delayed reports arrive after the rollup of their hour.
  await simulated.sendDelayed();
  await rollUpAll();
  await rollUpOpenHours(server.platform);
  await checkAll([short, long]);

  await run(hours(6, 20), hours(9, 20));
  await simulated.goOffline('tower', hours(7, 50));
  await simulated.comeOnline('tower', hours(8, 10));
  await simulated.goOffline('cellar', hours(8, 30) + 1);
  await rollUpAll();
  await checkAll([short, long], RANGES);

  for (const name of simulated.devices.keys()) simulated.reboot(name);
  otherAccount.reboot('lamp');
  await run(hours(3) + 2 * DAY, hours(4, 20) + 2 * DAY);
  await simulated.comeOnline('cellar', hours(3) + 2 * DAY);
  await rollUpAll();
  await checkAll([short, long, own(hours(3, 7) + 2 * DAY, hours(4, 3) + 2 * DAY)]);

  for (const name of simulated.devices.keys()) simulated.reboot(name);
  otherAccount.reboot('lamp');
  await run(hours(1) + 7 * DAY, hours(1, 40) + 7 * DAY);
  await rollUpAll();
  await checkAll([long], RANGES);

  const operator = await buildMember(server, owner, 'siteOperator', { siteIds: [sites.hill] });
  const seen = await server.call('networkStatistics', { range: 'month' }, { as: operator.token });
  const { from, to, firstAt, stepSeconds, ...answered } = seen.data;
  expect(answered).toEqual(
    new ExpectedFigures(simulated, [sites.hill]).network({ from, to, firstAt, stepSeconds }),
  );

  const input = { page: 'network', range: 'month', format: 'csv' } as const;
  const exported = await server.call('exportStatistics', input, { as: operator.token, language: 'pl' });
  const headers = { authorization: `Bearer ${operator.token}` };
  const file = await fetch(`${server.url}${exported.data.url}`, { headers });
  const rows = readCsv(new Uint8Array(await file.arrayBuffer()));
  expect(rows).toContainEqual(['Pobrano (bajty)', String(answered.downBytes)]);
  expect(rows.flat()).toContain('Zajętość kanału (%) (2,4 GHz)');
  expect(rows.flat().join()).not.toMatch(/\b[256]G\b/);
});
