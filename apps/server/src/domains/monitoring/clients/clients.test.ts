import { DAY, HOUR, MINUTE, SECOND } from '@airloom/contract/time';
import type { ClientSample, DeviceEvent, Happening } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DeliveredEvent } from '../../../platform/events/events.ts';
import { newId } from '../../../platform/ids.ts';
import { Ingest, type ReportingDevice } from '../telemetry/index.ts';
import { type Fixture, openFixture } from '../telemetry/testing/fixture.ts';
import { clientOf, reportOf } from '../telemetry/testing/reports.ts';
import { terminalEvents } from './clients.handlers.ts';
import { endSilent, trimTerminals } from './clients.jobs.ts';
import { applyReport } from './sessions/apply-reports.ts';
import { NO_CLIENTS } from './sessions/session.ts';
import { SessionBuilder } from './sessions/session-builder.ts';
import { writeSessions } from './sessions/write-sessions.repository.ts';

const MAC = '02:00:00:00:00:01';
const NOON = Date.UTC(2026, 9, 20, 12);

let fixture: Fixture;
let ingest: Ingest;
let builder: SessionBuilder;
let one: ReportingDevice;
let other: ReportingDevice;
beforeEach(async () => {
  fixture = await openFixture();
  fixture.setClock(NOON);
  one = await fixture.device();
  other = await fixture.device();
  start();
});
afterEach(async () => {
  await ingest.stop();
  await fixture.end();
});

/** A process without state in memory. */
function start(): void {
  ingest = new Ingest(fixture.platform);
  builder = new SessionBuilder(fixture.platform);
  ingest.join(builder.take);
}

async function report(device: ReportingDevice, at: number, clients: ClientSample[]): Promise<void> {
  if (at > fixture.platform.now().getTime()) fixture.setClock(at);
  ingest.add(device, reportOf({ at, clients }), Math.max(at, fixture.platform.now().getTime()));
  await ingest.flush();
}

async function sendEvent(device: ReportingDevice, at: number, happening: Happening): Promise<void> {
  const event: DeviceEvent = { serial: 'a00000000001', at, happening };
  ingest.events(device, [event], Math.max(at, fixture.platform.now().getTime()));
  await ingest.flush();
}

const sessions = () =>
  fixture.rows(sql<{
    device: string;
    from: number;
    to: number | null;
    why: string | null;
    rx: number;
    visit: string;
  }>`
    select device_id as device, (extract(epoch from started_at) - ${NOON / 1000}::int)::float8 as from,
           (extract(epoch from ended_at) - ${NOON / 1000}::int)::float8 as to, end_reason as why,
           rx_bytes::float8 as rx, visit_id as visit
    from terminal_session order by started_at, id`);
const hours = () =>
  fixture.rows(sql<{ hour: number; rx: number; tx: number; seconds: number }>`
    select ((extract(epoch from hour) - ${NOON / 1000}::int) / 3600)::float8 as hour, rx_bytes::float8 as rx,
           tx_bytes::float8 as tx, seconds from terminal_1h order by 1`);

test('writes a session at once, updates it every five minutes and spreads its traffic over hours', async () => {
  await report(one, NOON + 10 * MINUTE, [clientOf(MAC, 1200, 1000)]);
  expect(await sessions()).toMatchObject([{ from: -600, to: null, rx: 1000 }]);
  // 20 minutes, half of them before noon.
  expect(await hours()).toEqual([
    { hour: -1, rx: 500, tx: 1000, seconds: 600 },
    { hour: 0, rx: 500, tx: 1000, seconds: 600 },
  ]);
  await report(one, NOON + 11 * MINUTE, [clientOf(MAC, 1260, 1100)]);
  expect((await sessions())[0]?.rx).toBe(1000);
  await report(one, NOON + 15 * MINUTE, [clientOf(MAC, 1500, 1500)]);
  expect((await sessions())[0]?.rx).toBe(1500);
  await report(one, NOON + 16 * MINUTE, [clientOf(MAC, 1560, 1700)]);
  await report(one, NOON + 17 * MINUTE, []);
  expect(await sessions()).toMatchObject([{ from: -600, to: 960, why: 'missing', rx: 1700 }]);
  expect((await hours()).map(({ rx, seconds }) => [rx, seconds])).toEqual([
    [500, 600],
    [1200, 960],
  ]);
});

test('counts nothing twice after a restart and keeps what only the newest report had', async () => {
  await report(one, NOON, [clientOf(MAC, 60, 100), clientOf('02:00:00:00:00:02', 60, 10)]);
  await report(one, NOON + MINUTE, [clientOf(MAC, 120, 300), clientOf('02:00:00:00:00:02', 120, 50)]);
  start();
  await report(one, NOON + 2 * MINUTE, [clientOf(MAC, 180, 350)]);
  await report(one, NOON + 3 * MINUTE, []);
  expect((await sessions()).map(({ to, rx }) => [to, rx])).toEqual(
    expect.arrayContaining([
      [120, 350],
      [60, 50],
    ]),
  );
  expect((await hours()).reduce((sum, { rx }) => sum + rx, 0)).toBe(400);
});

test('continues with the sessions another process wrote in the meantime', async () => {
  await report(one, NOON, [clientOf(MAC, 60, 100)]);
  const here = { ingest, builder };
  start();
  await report(one, NOON + MINUTE, []);
  await report(one, NOON + 3 * MINUTE, [clientOf(MAC, 60, 10)]);
  await ingest.stop();
  ({ ingest, builder } = here);
  builder.forget(one.deviceId);
  await report(one, NOON + 4 * MINUTE, [clientOf(MAC, 120, 50)]);
  await report(one, NOON + 5 * MINUTE, []);
  expect((await sessions()).map(({ from, to, rx }) => [from, to, rx])).toEqual([
    [-60, 0, 100],
    [120, 240, 50],
  ]);
});

test('counts a late and repeated report once after a restart', async () => {
  await report(one, NOON, [clientOf(MAC, 60, 100)]);
  await report(one, NOON + 10 * MINUTE, []);
  await report(one, NOON + 5 * MINUTE, [clientOf(MAC, 360, 900)]);
  start();
  await report(one, NOON + 5 * MINUTE, [clientOf(MAC, 360, 900)]);
  await report(one, NOON + 4 * MINUTE, [clientOf(MAC, 300, 800)]);
  await report(one, NOON - 2 * DAY, [clientOf(MAC, 30, 7)]);
  expect((await sessions()).map(({ from, to, rx }) => [from, to, rx])).toEqual([
    [-2 * 86_400 - 30, -2 * 86_400, 7],
    [-60, 300, 900],
  ]);
  expect((await hours()).reduce((sum, { rx }) => sum + rx, 0)).toBe(907);
});

test('keeps one visit for a client that roams without a break', async () => {
  await report(one, NOON, [clientOf(MAC, 60, 100)]);
  await report(other, NOON + 20 * SECOND, [clientOf(MAC, 5, 1)]);
  await report(one, NOON + MINUTE, []);
  await report(other, NOON + 2 * MINUTE, []);
  await report(one, NOON + 10 * MINUTE, [clientOf(MAC, 30, 5)]);
  const [first, second, third] = await sessions();
  expect(second?.visit).toBe(first?.visit);
  expect(third?.visit).not.toBe(first?.visit);
});

test('ends the sessions of an offline device and continues them if the connection lasted', async () => {
  const shown = { changed: () => undefined };
  const events = terminalEvents({ ...fixture.platform, addJob: async () => undefined }, builder, shown);
  await report(one, NOON, [clientOf(MAC, 60, 100)]);
  await report(one, NOON + MINUTE, [clientOf(MAC, 120, 200)]);
  await fixture.rows(sql`update device set status = 'offline', offline_at = ${new Date(NOON + 80 * SECOND)}
                        where id = ${one.deviceId}`);
  const event: DeliveredEvent<'DevicesOffline'> = {
    id: 'f',
    tenant: fixture.tenant,
    type: 'DevicesOffline',
    payload: { deviceIds: [one.deviceId] },
  };
  await events.DevicesOffline?.(event);
  await events.DevicesOffline?.(event);
  expect(await sessions()).toMatchObject([{ to: 80, why: 'deviceOffline', rx: 200 }]);
  await report(one, NOON + 5 * MINUTE, [clientOf(MAC, 360, 500)]);
  await report(one, NOON + 6 * MINUTE, []);
  expect(await sessions()).toMatchObject([{ from: -60, to: 300, why: 'missing', rx: 500 }]);
  expect((await hours()).reduce((sum, { rx }) => sum + rx, 0)).toBe(500);
});

test('starts and ends a session by join and leave events', async () => {
  const client = { mac: MAC, ssid: 'Office', band: '5G', channel: 36, signal: -55, bssid: null } as const;
  await report(one, NOON, []);
  await sendEvent(one, NOON + 10 * SECOND, { type: 'clientJoined', client });
  const left = {
    type: 'clientLeft',
    client,
    traffic: { rxBytes: 70, txBytes: 80 },
    connectedSeconds: 20,
  } as const;
  await sendEvent(one, NOON + 30 * SECOND, left);
  start();
  await sendEvent(one, NOON + 30 * SECOND, left);
  expect(await sessions()).toMatchObject([{ from: 10, to: 30, why: 'left', rx: 70 }]);
  expect(await hours()).toMatchObject([{ rx: 70, tx: 80, seconds: 20 }]);
});

test('stores at most 35 days of hours for a client with an impossible duration', async () => {
  const ever = 2_147_483_647;
  await report(one, NOON, [clientOf(MAC, ever, 8_400_000)]);
  const client = { mac: MAC, ssid: 'Office', band: '5G', channel: 36, signal: -55, bssid: null } as const;
  const traffic = { rxBytes: 70, txBytes: 80 };
  await sendEvent(other, NOON, { type: 'clientLeft', client, traffic, connectedSeconds: ever });
  expect((await sessions()).map(({ from }) => from)).toEqual([-35 * 86_400, -35 * 86_400]);
  const stored = await hours();
  expect(stored.length).toBe(2 * (35 * 24 + 1));
  expect(stored.reduce((sum, { rx }) => sum + rx, 0)).toBe(8_400_070);
});

test('stores at most 35 days of hours for a session with an impossible start', async () => {
  const [session] = applyReport(
    NO_CLIENTS,
    { at: NOON, exact: true },
    [clientOf(MAC, 0, 840)],
    newId,
  ).changed;
  if (session === undefined) throw new Error('nothing began');
  const owned = { owner: one, session: { ...session, startedAt: 0 }, visitId: session.id };
  await fixture.platform.database.asSystem((tx) => writeSessions(tx, [owned]));
  const stored = await hours();
  expect(stored.length).toBe(35 * 24 + 1);
  expect(stored.reduce((sum, { rx }) => sum + rx, 0)).toBe(840);
});

test('stores few hours but all traffic for many clients with impossible durations', async () => {
  const liars = Array.from({ length: 200 }, (_, index) =>
    clientOf(`02:00:00:00:01:${index.toString(16).padStart(2, '0')}`, 2_147_483_647, 1000),
  );
  ingest.add(other, reportOf({ at: NOON, clients: [clientOf(MAC, 50 * 3600, 1000)] }), NOON);
  await report(one, NOON, liars);
  const [stored] = await fixture.rows(sql<{ rows: number; rx: number; honest: number }>`
    select count(*)::int as rows, sum(rx_bytes)::int as rx, (count(*) filter (where mac = ${MAC}))::int as honest
    from terminal_1h`);
  expect(stored?.rows).toBeLessThan(5_600);
  expect(stored).toMatchObject({ rx: 201_000, honest: 51 });
  expect((await sessions()).filter(({ from }) => from === -35 * 86_400).length).toBe(200);
});

test('ends clients of a silent device when they were last seen', async () => {
  await report(one, NOON, [clientOf(MAC, 60, 100)]);
  await report(one, NOON + MINUTE, [clientOf(MAC, 120, 150)]);
  fixture.setClock(NOON + 25 * MINUTE);
  await endSilent(fixture.platform, builder);
  expect(await sessions()).toMatchObject([{ to: null }]);
  fixture.setClock(NOON + 35 * MINUTE);
  await endSilent(fixture.platform, builder);
  expect(await sessions()).toMatchObject([{ to: 60, why: 'silent', rx: 150 }]);
});

test.each(['switch', 'gateway'] as const)('creates no session for clients behind a %s', async (kind) => {
  const through = await fixture.device(kind);
  await report(through, NOON, [clientOf(MAC, 60, 100)]);
  expect(await sessions()).toEqual([]);
  expect(await fixture.rows(sql`select from client_minute`)).toEqual([]);
});

test('limits the length of reported names', async () => {
  const odd = clientOf(MAC, 60, Number.MAX_SAFE_INTEGER * 4, 1, {
    hostname: `a\u001eb\u0000${'x'.repeat(500)}`,
  });
  await report(one, NOON, [odd]);
  const [row] = await fixture.rows(sql<{ hostname: string }>`select hostname from terminal_session`);
  expect(row?.hostname.startsWith('a b x')).toBe(true);
  expect(row?.hostname.length).toBe(128);
});

test('deletes old sessions after the configured retention', async () => {
  await report(one, NOON, [clientOf(MAC, 60, 100)]);
  await report(one, NOON + MINUTE, []);
  fixture.setClock(NOON + 89 * DAY);
  await trimTerminals(fixture.platform);
  expect((await sessions()).length + (await hours()).length).toBe(3);
  fixture.setClock(NOON + 91 * DAY);
  await trimTerminals(fixture.platform);
  expect((await sessions()).length + (await hours()).length).toBe(0);
});

test('keeps client hours as long as late reports may arrive, even with a shorter log retention', async () => {
  const platform = { ...fixture.platform, settings: { ...fixture.platform.settings, TERMINAL_LOG_DAYS: 1 } };
  await report(one, NOON, [clientOf(MAC, 60, 100)]);
  await report(one, NOON + MINUTE, []);
  const kept = (await hours()).length;
  expect(kept).toBeGreaterThan(0);
  fixture.setClock(NOON + 35 * DAY);
  await trimTerminals(platform);
  expect(await sessions()).toEqual([]);
  expect(await hours()).toHaveLength(kept);
  fixture.setClock(NOON + 37 * DAY);
  await trimTerminals(platform);
  expect(await hours()).toEqual([]);
});

test('ends the session of a client that left after the clock was set back', async () => {
  await report(one, NOON, [clientOf(MAC, 60, 100)]);
  for (const isRestarted of [false, true]) {
    if (isRestarted) start();
    fixture.setClock(NOON - HOUR);
    await report(one, NOON - HOUR, [clientOf(MAC, 120, 200)]);
    expect((await sessions()).filter(({ to }) => to === null)).toHaveLength(1);
    await report(one, NOON - HOUR + MINUTE, []);
    expect((await sessions()).filter(({ to }) => to === null)).toHaveLength(0);
    const ends = await sessions();
    expect(ends.every(({ from, to }) => to !== null && from <= to && to <= -3_600 + 60)).toBe(true);
    fixture.setClock(NOON);
    await report(one, NOON, [clientOf(MAC, 60, 100)]);
  }
});
