import { HOUR, MINUTE } from '@airloom/contract/time';
import type { ClientSample } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  type Person,
} from '../../../../testing/builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { Ingest, type ReportingDevice } from '../../telemetry/index.ts';
import { clientOf, reportOf } from '../../telemetry/testing/reports.ts';
import { SessionBuilder } from './session-builder.ts';

const MAC = 'a4:83:e7:00:00:01';

let server: TestServer;
let owner: Person;
let ingest: Ingest;
let harbour: string;
let hill: string;
let pier: ReportingDevice;
let top: ReportingDevice;
/** Half an hour ago, on the minute. */
const start = Math.floor((Date.now() - 30 * MINUTE) / MINUTE) * MINUTE;
const at = (minutes: number) => start + minutes * MINUTE;

async function device(siteId: string, name: string): Promise<ReportingDevice> {
  const { id } = await buildDevice(server, owner, { siteId, name, status: 'online' });
  return { tenant: owner.tenant, deviceId: id, siteId, kind: 'ap', connectionId: id };
}

beforeAll(async () => {
  server = await startTestServer();
  owner = await buildAccount(server);
  const organization = await buildOrganization(server, owner, 'North');
  harbour = await buildSite(server, owner, organization, 'Harbour');
  hill = await buildSite(server, owner, organization, 'Hill');
  pier = await device(harbour, 'Pier');
  top = await device(hill, 'Top');
  ingest = new Ingest(server.platform);
  ingest.join(new SessionBuilder(server.platform).take);
  // Five minutes at the pier with another client, then five minutes on the hill.
  for (let minute = 0; minute <= 5; minute += 1) {
    await report(pier, at(minute), [client(MAC, minute, 1_000), client('a4:83:e7:00:00:02', minute, 7)]);
  }
  for (let minute = 0; minute <= 5; minute += 1) {
    await report(top, at(6 + minute), [client(MAC, minute, 50)]);
  }
  await report(top, at(12), []);
});
afterAll(async () => {
  await ingest.stop();
  await server.stop();
});

function client(mac: string, minutes: number, bytesAMinute: number): ClientSample {
  return clientOf(mac, minutes * 60, minutes * bytesAMinute, 0);
}

async function report(from: ReportingDevice, when: number, clients: ClientSample[]): Promise<void> {
  ingest.add(from, reportOf({ at: when, clients }), Date.now());
  await ingest.flush();
}

async function timeline(as = owner.token, window: object = { range: 'hour' }) {
  return (await server.call('terminalTimeline', { mac: MAC, ...window }, { as })).data;
}

const up = (slots: readonly { at: string; upBytes: number }[]) =>
  slots.map((slot) => [(Date.parse(slot.at) - start) / MINUTE, slot.upBytes]);

test('returns the minutes of a client at consecutive access points', async () => {
  const { stepSeconds, slots } = await timeline();
  expect(stepSeconds).toBe(60);
  expect(up(slots)).toEqual([
    [0, 0],
    ...[1, 2, 3, 4, 5].map((minute) => [minute, 1_000]),
    [6, 0],
    ...[7, 8, 9, 10, 11].map((minute) => [minute, 50]),
  ]);
  expect(slots[0]).toMatchObject({ signalMean: -60, downRateKbps: 400_000 });
  const between = { from: new Date(at(2)).toISOString(), to: new Date(at(4) - 1).toISOString() };
  expect(up((await timeline(owner.token, between)).slots)).toEqual([
    [2, 1_000],
    [3, 1_000],
  ]);
  const ahead = {
    from: new Date(at(-5)).toISOString(),
    to: new Date(Date.now() + 10 * MINUTE).toISOString(),
  };
  expect(up((await timeline(owner.token, ahead)).slots)).toEqual(up(slots));
});

test('counts a repeated report once and a late one in its own minute', async () => {
  const before = up((await timeline()).slots);
  await report(pier, at(3), [client(MAC, 3, 1_000)]);
  expect(up((await timeline()).slots)).toEqual(before);
  await report(pier, at(2) + 40_000, [clientOf(MAC, 160, 2_600, 0)]);
  await report(pier, at(2) + 20_000, [clientOf(MAC, 140, 2_100, 0)]);
  expect(up((await timeline()).slots).slice(0, 6)).toEqual([
    [0, 0],
    [1, 1_000],
    [2, 1_600],
    [3, 400],
    [4, 1_000],
    [5, 1_000],
  ]);
});

test('returns no minutes of another site or account', async () => {
  const observer = await buildMember(server, owner, 'siteObserver', { siteIds: [hill] });
  expect(up((await timeline(observer.token)).slots)).toEqual([
    [6, 0],
    ...[7, 8, 9, 10, 11].map((minute) => [minute, 50]),
  ]);
  const stranger = await buildAccount(server);
  const { code } = await server.call('terminalTimeline', { mac: MAC, range: 'hour' }, { as: stranger.token });
  expect(code).not.toBe(0);
  const rows = await server.platform.database.withTenant(stranger, (tx) =>
    tx.all(sql<{ rows: number }>`select count(*)::int as rows from client_minute`),
  );
  expect(rows).toEqual([{ rows: 0 }]);
});

test('returns hours for a longer window or one older than the raw data', async () => {
  expect((await timeline(owner.token, { range: 'day' })).stepSeconds).toBe(3_600);
  const past = Date.now() - (server.platform.settings.TELEMETRY_RAW_HOURS + 1) * HOUR;
  const old = { from: new Date(past - HOUR).toISOString(), to: new Date(past).toISOString() };
  expect((await timeline(owner.token, old)).stepSeconds).toBe(3_600);
});

test('stores one row per minute however many reports arrive', async () => {
  const busy = await device(harbour, 'Busy');
  for (const seconds of [0, 10, 20, 59]) {
    ingest.add(
      busy,
      reportOf({ at: at(0) + seconds * 1_000, clients: [client(MAC, 1, seconds)] }),
      Date.now(),
    );
  }
  await ingest.flush();
  const rows = await server.platform.database.asSystem((tx) =>
    tx.all(sql<{ second: number }>`
      select extract(second from at)::int as second from client_minute where device_id = ${busy.deviceId}`),
  );
  expect(rows).toEqual([{ second: 59 }]);
});

test('shows a client of a late report as ended', async () => {
  const late = await device(harbour, 'Late');
  const mac = 'a4:83:e7:00:00:09';
  await report(late, Date.now() - 3 * HOUR, [client(mac, 1, 100)]);
  const as = { as: owner.token };
  expect((await server.call('viewTerminal', { mac }, as)).data.online).toBeNull();
  expect((await server.call('listOnlineTerminals', { search: mac }, as)).data.total).toBe(0);
  expect((await server.call('listTerminalLog', { mac }, as)).data.total).toBe(1);
  const clients = async () => {
    const { data } = await server.call('siteHealth', {}, as);
    return data.sites.find(({ siteUUID }) => siteUUID === harbour)?.clients ?? 0;
  };
  const others = await clients();
  await report(late, Date.now(), [client(mac, 181, 100)]);
  expect((await server.call('viewTerminal', { mac }, as)).data.online).toMatchObject({ mac });
  expect(await clients()).toBe(others + 1);
});
