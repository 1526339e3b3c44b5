import { errorKeyOf, OK } from '@airloom/contract/errors';
import { DAY, HOUR, MINUTE } from '@airloom/contract/time';
import type { DeviceEvent } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  type Person,
} from '../../../testing/builders.ts';
import { buildDevice } from '../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Ingest } from './ingest/ingest.ts';
import type { ReportingDevice } from './ingest/received-items.ts';
import { rollUp } from './telemetry.jobs.ts';
import { portOf, radioOf, reportOf } from './testing/reports.ts';

let server: TestServer;
let owner: Person;
let ingest: Ingest;
let siteId: string;
let hill: string;
let device: ReportingDevice;
let away: ReportingDevice;
let stranger: Person;
const now = () => server.platform.now().getTime();

beforeAll(async () => {
  server = await startTestServer();
  owner = await buildAccount(server);
  stranger = await buildAccount(server);
  const enterprise = await buildOrganization(server, owner, 'North');
  siteId = await buildSite(server, owner, enterprise, 'Harbour');
  hill = await buildSite(server, owner, enterprise, 'Hill');
  const { id } = await buildDevice(server, owner, { siteId, name: 'Pier', status: 'online' });
  const other = await buildDevice(server, owner, { siteId: hill, name: 'Tower', kind: 'switch' });
  device = { tenant: owner.tenant, deviceId: id, siteId, kind: 'ap', connectionId: 'c1' };
  away = { tenant: owner.tenant, deviceId: other.id, siteId: hill, kind: 'switch', connectionId: 'c2' };
  ingest = new Ingest(server.platform);
});
afterAll(async () => {
  await ingest.stop();
  await server.stop();
});

/** 1,000 bytes per second down and 100 up in the span; 5 % CPU, two clients at one radio. */
async function live(from: number, to: number, every: number, who = device): Promise<void> {
  for (let at = from; at < to; at += every) {
    const seconds = Math.round((at - from) / 1000);
    ingest.add(
      who,
      reportOf({
        at,
        unit: { uptimeSeconds: seconds, cpuPercent: 5, memoryPercent: 50, temperature: null },
        uplink: { rxBytes: seconds * 1000, txBytes: seconds * 100 },
        radios: [radioOf(1, { clients: 2, noise: -90, traffic: { rxBytes: 0, txBytes: seconds * 500 } })],
      }),
      now(),
    );
  }
  await ingest.flush();
}

function valuesOf(chart: Awaited<ReturnType<typeof chartOf>>, metric: string): (number | null)[] {
  return chart.series.find((one) => one.metric === metric)?.values ?? [];
}

async function chartOf(input: { range: 'hour' | 'sixHours' | 'day' | 'week' | 'twoWeeks' | 'month' }) {
  const answer = await server.call(
    'deviceChart',
    { deviceUUID: device.deviceId, ...input },
    { as: owner.token },
  );
  expect(answer.code).toBe(OK);
  return answer.data;
}

const ask = (from: number, to: number) =>
  server.call(
    'deviceChart',
    {
      deviceUUID: device.deviceId,
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
    },
    { as: owner.token },
  );

describe('a chart', () => {
  let end: number;
  beforeAll(async () => {
    end = now() - (now() % HOUR);
    // Two days, then six hours without reports, then the last three hours.
    await live(end - 2 * DAY, end - 9 * HOUR, 5 * MINUTE);
    await live(end - 3 * HOUR, now(), MINUTE);
    await rollUp(server.platform);
  });

  test('of the last hour returns rates, gauges and the reporting radio per step', async () => {
    const chart = await chartOf({ range: 'hour' });
    expect(chart.stepSeconds).toBe(120);
    const down = valuesOf(chart, 'trafficDown');
    expect(down.length).toBeGreaterThanOrEqual(30);
    expect(new Set(down.slice(1, -1))).toEqual(new Set([8]));
    expect(new Set(valuesOf(chart, 'trafficUp').slice(1, -1))).toEqual(new Set([0.8]));
    expect(new Set(valuesOf(chart, 'cpuPercent').slice(1, -1))).toEqual(new Set([5]));
    expect(new Set(valuesOf(chart, 'temperature'))).toEqual(new Set([null]));
    expect(chart.radios.map(({ index, band }) => [index, band])).toEqual([[1, '5G']]);
    const radioDown = chart.radios[0]?.series.find(({ metric }) => metric === 'radioTrafficDown');
    expect(new Set(radioDown?.values.slice(1, -1))).toEqual(new Set([4]));
  });

  test.each([
    ['sixHours', 300],
    ['day', 3600],
    ['week', 3600],
    ['twoWeeks', 3 * 3600],
    ['month', 6 * 3600],
  ] as const)('of %s shows a gap where nothing was reported', async (range, step) => {
    const chart = await chartOf({ range });
    expect(chart.stepSeconds).toBe(step);
    const cpu = valuesOf(chart, 'cpuPercent');
    const at = (moment: number) => cpu[Math.floor((moment - Date.parse(chart.firstAt)) / (step * 1000))];
    expect(at(end - HOUR)).toBe(5);
    expect(at(now() - 2 * MINUTE)).toBe(5);
    expect(cpu).toContain(null);
    expect(cpu).not.toContain(0);
    if (range === 'day') {
      expect([at(end - 10 * HOUR), at(end - 8 * HOUR), at(end - 4 * HOUR)]).toEqual([5, null, null]);
      expect(valuesOf(chart, 'trafficDown').at(-2)).toBe(8);
    }
  });

  test('limits a custom window', async () => {
    const { data } = await ask(end - 2 * HOUR, end - HOUR);
    expect(valuesOf(data, 'clients').length).toBe(30);
    expect(errorKeyOf((await ask(end - 3 * DAY, end)).code)).toBe('invalidInput');
    expect(errorKeyOf((await ask(end, end - HOUR)).code)).toBe('invalidInput');
  });
});

test('shows a moved device only in sites the person sees', async () => {
  const end = now() - (now() % HOUR);
  const moved = end - 3 * HOUR - 20 * MINUTE;
  const { id } = await buildDevice(server, owner, { siteId, name: 'Buoy', status: 'online' });
  const buoy = { ...device, deviceId: id };
  await live(end - 5 * HOUR, end - HOUR, MINUTE, buoy);
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`update device set site_id = ${hill}, placed_at = ${new Date(moved)} where id = ${id}`),
  );
  await rollUp(server.platform);
  const operator = await buildMember(server, owner, 'siteOperator', { siteIds: [hill] });
  const known = async (range: object, { token }: Person) => {
    const { data } = await server.call('deviceChart', { deviceUUID: id, ...range }, { as: token });
    const first = Date.parse(data.firstAt);
    return valuesOf(data, 'cpuPercent').flatMap((value, step) =>
      value === null ? [] : [(first + step * data.stepSeconds * 1000 - end) / MINUTE],
    );
  };
  // From hours, one of them in parts, and from reports.
  expect(await known({ range: 'day' }, owner)).toEqual([-300, -240, -180, -120]);
  expect(await known({ range: 'day' }, operator)).toEqual([-240, -180, -120]);
  const window = { from: new Date(end - 4 * HOUR).toISOString(), to: new Date(end - 3 * HOUR).toISOString() };
  expect((await known(window, owner)).at(0)).toBe(-240);
  // The step before the move ends with the first report after it.
  expect((await known(window, operator)).at(0)).toBe(-202);
  const { data } = await server.call('deviceChart', { deviceUUID: id, range: 'day' }, { as: operator.token });
  // 1,000 bytes per second, starting with the report before the move.
  expect(valuesOf(data, 'trafficDown').filter((rate) => rate !== null)).toEqual([8, 8, 8]);
});

test('shows reports that are not rolled up yet only in sites the person sees', async () => {
  const { id } = await buildDevice(server, owner, { siteId, name: 'Raft', status: 'online' });
  const end = now();
  await live(end - 20 * MINUTE, end - MINUTE, MINUTE, { ...device, deviceId: id });
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`update device set site_id = ${hill}, placed_at = ${new Date(end)} where id = ${id}`),
  );
  const operator = await buildMember(server, owner, 'siteOperator', { siteIds: [hill] });
  const isAnyKnown = async ({ token }: Person) => {
    const { data } = await server.call('deviceChart', { deviceUUID: id, range: 'day' }, { as: token });
    return valuesOf(data, 'cpuPercent').some((value) => value !== null);
  };
  expect([await isAnyKnown(owner), await isAnyKnown(operator)]).toEqual([true, false]);
});

const event = (happening: DeviceEvent['happening']): DeviceEvent => ({ serial: 'a0', at: null, happening });

const types = async (input: object, as = owner.token) => {
  const { data } = await server.call('listDeviceLog', input, { as });
  expect(data.total).toBe(data.rows.length);
  return data.rows.map(({ type }) => type);
};

describe('the device log', () => {
  let at: number;
  beforeAll(async () => {
    at = now();
    ingest.events(device, [event({ type: 'portDown', port: 'eth1' })], at - 3000);
    ingest.events(device, [event({ type: 'log', text: '=cmd|calc', severity: 2 })], at - 2000);
    ingest.events(away, [event({ type: 'portUp', port: 'Ethernet0' })], at - 1000);
    await ingest.flush();
  });

  test('lists newest first, filtered by device, site, type, severity and time', async () => {
    expect(await types({})).toEqual(['portUp', 'log', 'portDown']);
    expect(await types({ sort: 'at' })).toEqual(['portDown', 'log', 'portUp']);
    expect(await types({ deviceUUID: device.deviceId })).toEqual(['log', 'portDown']);
    expect(await types({ siteUUID: hill })).toEqual(['portUp']);
    const other = await buildOrganization(server, owner, 'Other');
    expect(await types({ enterpriseUUID: other })).toEqual([]);
    const [organization] = (await server.call('listEnterprises', {}, { as: owner.token })).data.rows.filter(
      ({ enterpriseUUID }) => enterpriseUUID !== other,
    );
    expect(await types({ enterpriseUUID: organization?.enterpriseUUID })).toHaveLength(3);
    expect(await types({ type: 'portDown' })).toEqual(['portDown']);
    expect(await types({ severity: 'error' })).toEqual(['log']);
    expect(await types({ from: new Date(at - 1500).toISOString() })).toEqual(['portUp']);
  });

  test('hides devices of other sites, kinds and accounts', async () => {
    const operator = await buildMember(server, owner, 'siteOperator', { siteIds: [siteId] });
    expect(await types({}, operator.token)).toEqual(['log', 'portDown']);
    expect(await types({}, stranger.token)).toEqual([]);
    const input = { deviceUUID: away.deviceId, range: 'hour' } as const;
    const refused = await server.call('deviceChart', input, { as: operator.token });
    expect(errorKeyOf(refused.code)).toBe('notFound');
  });

  test('exports a file in the requested language without formulas', async () => {
    const { data } = await server.call(
      'exportDeviceLog',
      { format: 'csv' },
      { as: owner.token, language: 'pl' },
    );
    expect(data.rows).toBe(3);
    const file = await fetch(new URL(data.url, server.url), {
      headers: { authorization: `Bearer ${owner.token}` },
    });
    const lines = (await file.text()).trim().split('\r\n');
    expect(lines[0]).toContain('Urządzenie,Rodzaj');
    expect(lines[1]).toContain(',Tower,Przełącznik,');
    expect(lines[2]).toContain('Krytyczne');
    expect(lines.length).toBe(4);
    const xlsx = await server.call('exportDeviceLog', { format: 'xlsx' }, { as: owner.token });
    expect(xlsx.data.rows).toBe(3);
  });
});

test('returns the last scan of neighbours, and none before it', async () => {
  const neighbours = () =>
    server.call('deviceNeighbours', { deviceUUID: device.deviceId }, { as: owner.token });
  expect((await neighbours()).data).toEqual({ at: null, neighbours: [] });
  const entry = { bssid: 'aa:bb:cc:00:00:01', ssid: 'Next door', channel: 6, signal: -70 };
  const at = now();
  ingest.scan(device, [entry], at);
  await ingest.flush();
  expect((await neighbours()).data).toEqual({ at: new Date(at).toISOString(), neighbours: [entry] });
});

test('lists linked ports and power supply only while the device is online', async () => {
  const { id } = await buildDevice(server, owner, { siteId, name: 'Core', kind: 'switch', status: 'online' });
  const report = reportOf({
    at: now(),
    ports: [portOf('1', { linked: true }), portOf('2'), portOf('3', { linked: true, uplink: true })],
    power: { budgetWatts: 60, usedWatts: 12.5 },
  });
  const row = async () => {
    const { rows } = (await server.call('listDevices', { search: 'Core' }, { as: owner.token })).data;
    return { ports: rows[0]?.ports, powerWatts: rows[0]?.powerWatts };
  };
  expect(await row()).toEqual({ ports: null, powerWatts: null });
  ingest.add({ ...away, deviceId: id, siteId }, report, now());
  await ingest.flush();
  expect(await row()).toEqual({ ports: { total: 3, up: 2 }, powerWatts: 12.5 });
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`update device set status = 'offline' where id = ${id}`),
  );
  expect(await row()).toEqual({ ports: null, powerWatts: null });
});
