import type { ClientSample, DeviceEvent, Happening } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DeliveredEvent } from '../../../platform/events/events.ts';
import { newId } from '../../../platform/ids.ts';
import { Ingest, type ReportingDevice } from '../telemetry/index.ts';
import { type Ground, prepareGround } from '../telemetry/testing/ground.ts';
import { clientOf, reportOf } from '../telemetry/testing/reports.ts';
import { terminalEvents } from './clients.handlers.ts';
import { endSilent, trimTerminals } from './clients.jobs.ts';
import { ClientFolder } from './sessions/client-folder.ts';
import { foldReport } from './sessions/folding.ts';
import { NO_CLIENTS } from './sessions/session.ts';
import { writeSessions } from './sessions/write-sessions.repository.ts';

const MAC = '02:00:00:00:00:01';
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOON = Date.UTC(2026, 9, 20, 12);

let ground: Ground;
let ingest: Ingest;
let folder: ClientFolder;
let one: ReportingDevice;
let other: ReportingDevice;
beforeEach(async () => {
  ground = await prepareGround();
  ground.setClock(NOON);
  one = await ground.device();
  other = await ground.device();
  start();
});
afterEach(async () => {
  await ingest.stop();
  await ground.end();
});

/** A process that knows nothing but what is in the database. */
function start(): void {
  ingest = new Ingest(ground.platform);
  folder = new ClientFolder(ground.platform);
  ingest.join(folder.take);
}

async function report(device: ReportingDevice, at: number, clients: ClientSample[]): Promise<void> {
  if (at > ground.platform.now().getTime()) ground.setClock(at);
  ingest.add(device, reportOf({ at, clients }), Math.max(at, ground.platform.now().getTime()));
  await ingest.flush();
}

async function tell(device: ReportingDevice, at: number, happening: Happening): Promise<void> {
  const event: DeviceEvent = { serial: 'a00000000001', at, happening };
  ingest.events(device, [event], Math.max(at, ground.platform.now().getTime()));
  await ingest.flush();
}

const sessions = () =>
  ground.rows(sql<{
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
  ground.rows(sql<{ hour: number; rx: number; tx: number; seconds: number }>`
    select ((extract(epoch from hour) - ${NOON / 1000}::int) / 3600)::float8 as hour, rx_bytes::float8 as rx,
           tx_bytes::float8 as tx, seconds from terminal_1h order by 1`);

test('a session is there at once, grows every five minutes, and its traffic is spread over its hours', async () => {
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

test('after a restart nothing is counted twice, and what only the newest report knew is not lost', async () => {
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

test('a device that was with another process meanwhile goes on with what that one wrote', async () => {
  await report(one, NOON, [clientOf(MAC, 60, 100)]);
  const here = { ingest, folder };
  start();
  await report(one, NOON + MINUTE, []);
  await report(one, NOON + 3 * MINUTE, [clientOf(MAC, 60, 10)]);
  await ingest.stop();
  ({ ingest, folder } = here);
  folder.forget(one.deviceId);
  await report(one, NOON + 4 * MINUTE, [clientOf(MAC, 120, 50)]);
  await report(one, NOON + 5 * MINUTE, []);
  expect((await sessions()).map(({ from, to, rx }) => [from, to, rx])).toEqual([
    [-60, 0, 100],
    [120, 240, 50],
  ]);
});

test('a kept report that comes late, twice, after a restart, counts once', async () => {
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

test('who goes from one access point to the next without a break is on one visit', async () => {
  await report(one, NOON, [clientOf(MAC, 60, 100)]);
  await report(other, NOON + 20 * SECOND, [clientOf(MAC, 5, 1)]);
  await report(one, NOON + MINUTE, []);
  await report(other, NOON + 2 * MINUTE, []);
  await report(one, NOON + 10 * MINUTE, [clientOf(MAC, 30, 5)]);
  const [first, second, third] = await sessions();
  expect(second?.visit).toBe(first?.visit);
  expect(third?.visit).not.toBe(first?.visit);
});

test('a device that went offline takes its clients along, and they go on when it is back in the same connection', async () => {
  const shown = { changed: () => undefined };
  const events = terminalEvents({ ...ground.platform, addJob: async () => undefined }, folder, shown);
  await report(one, NOON, [clientOf(MAC, 60, 100)]);
  await report(one, NOON + MINUTE, [clientOf(MAC, 120, 200)]);
  await ground.rows(sql`update device set status = 'offline', offline_at = ${new Date(NOON + 80 * SECOND)}
                        where id = ${one.deviceId}`);
  const told: DeliveredEvent<'DevicesOffline'> = {
    id: 'f',
    tenant: ground.tenant,
    type: 'DevicesOffline',
    payload: { deviceIds: [one.deviceId] },
  };
  await events.DevicesOffline?.(told);
  await events.DevicesOffline?.(told);
  expect(await sessions()).toMatchObject([{ to: 80, why: 'deviceOffline', rx: 200 }]);
  await report(one, NOON + 5 * MINUTE, [clientOf(MAC, 360, 500)]);
  await report(one, NOON + 6 * MINUTE, []);
  expect(await sessions()).toMatchObject([{ from: -60, to: 300, why: 'missing', rx: 500 }]);
  expect((await hours()).reduce((sum, { rx }) => sum + rx, 0)).toBe(500);
});

test('events: a client that says when it came and went', async () => {
  const client = { mac: MAC, ssid: 'Office', band: '5G', channel: 36, signal: -55, bssid: null } as const;
  await report(one, NOON, []);
  await tell(one, NOON + 10 * SECOND, { type: 'clientJoined', client });
  const left = {
    type: 'clientLeft',
    client,
    traffic: { rxBytes: 70, txBytes: 80 },
    connectedSeconds: 20,
  } as const;
  await tell(one, NOON + 30 * SECOND, left);
  start();
  await tell(one, NOON + 30 * SECOND, left);
  expect(await sessions()).toMatchObject([{ from: 10, to: 30, why: 'left', rx: 70 }]);
  expect(await hours()).toMatchObject([{ rx: 70, tx: 80, seconds: 20 }]);
});

test('a client that claims to be there for ever leaves no more hours at a device than 35 days have', async () => {
  const ever = 2_147_483_647;
  await report(one, NOON, [clientOf(MAC, ever, 8_400_000)]);
  const client = { mac: MAC, ssid: 'Office', band: '5G', channel: 36, signal: -55, bssid: null } as const;
  const traffic = { rxBytes: 70, txBytes: 80 };
  await tell(other, NOON, { type: 'clientLeft', client, traffic, connectedSeconds: ever });
  expect((await sessions()).map(({ from }) => from)).toEqual([-35 * 86_400, -35 * 86_400]);
  const told = await hours();
  expect(told.length).toBe(2 * (35 * 24 + 1));
  expect(told.reduce((sum, { rx }) => sum + rx, 0)).toBe(8_400_070);
});

test('nor does one whose session is said to have begun before that', async () => {
  const [session] = foldReport(NO_CLIENTS, { at: NOON, exact: true }, [clientOf(MAC, 0, 840)], newId).changed;
  if (session === undefined) throw new Error('nothing began');
  const owned = { owner: one, session: { ...session, startedAt: 0 }, visitId: session.id };
  await ground.platform.database.asSystem((tx) => writeSessions(tx, [owned]));
  const told = await hours();
  expect(told.length).toBe(35 * 24 + 1);
  expect(told.reduce((sum, { rx }) => sum + rx, 0)).toBe(840);
});

test('many that claim it leave few hours each, and all they passed', async () => {
  const liars = Array.from({ length: 200 }, (_, index) =>
    clientOf(`02:00:00:00:01:${index.toString(16).padStart(2, '0')}`, 2_147_483_647, 1000),
  );
  ingest.add(other, reportOf({ at: NOON, clients: [clientOf(MAC, 50 * 3600, 1000)] }), NOON);
  await report(one, NOON, liars);
  const [told] = await ground.rows(sql<{ rows: number; rx: number; honest: number }>`
    select count(*)::int as rows, sum(rx_bytes)::int as rx, (count(*) filter (where mac = ${MAC}))::int as honest
    from terminal_1h`);
  expect(told?.rows).toBeLessThan(5_600);
  expect(told).toMatchObject({ rx: 201_000, honest: 51 });
  expect((await sessions()).filter(({ from }) => from === -35 * 86_400).length).toBe(200);
});

test('clients of a device nothing was heard of end when they were last seen', async () => {
  await report(one, NOON, [clientOf(MAC, 60, 100)]);
  await report(one, NOON + MINUTE, [clientOf(MAC, 120, 150)]);
  ground.setClock(NOON + 25 * MINUTE);
  await endSilent(ground.platform, folder);
  expect(await sessions()).toMatchObject([{ to: null }]);
  ground.setClock(NOON + 35 * MINUTE);
  await endSilent(ground.platform, folder);
  expect(await sessions()).toMatchObject([{ to: 60, why: 'silent', rx: 150 }]);
});

test.each(['switch', 'gateway'] as const)('what passes through a %s is no session', async (kind) => {
  const through = await ground.device(kind);
  await report(through, NOON, [clientOf(MAC, 60, 100)]);
  expect(await sessions()).toEqual([]);
  expect(await ground.rows(sql`select from client_minute`)).toEqual([]);
});

test('names a device makes up are bounded', async () => {
  const odd = clientOf(MAC, 60, Number.MAX_SAFE_INTEGER * 4, 1, {
    hostname: `a\u001eb\u0000${'x'.repeat(500)}`,
  });
  await report(one, NOON, [odd]);
  const [row] = await ground.rows(sql<{ hostname: string }>`select hostname from terminal_session`);
  expect(row?.hostname.startsWith('a b x')).toBe(true);
  expect(row?.hostname.length).toBe(128);
});

test('old sessions are forgotten as the settings say', async () => {
  await report(one, NOON, [clientOf(MAC, 60, 100)]);
  await report(one, NOON + MINUTE, []);
  ground.setClock(NOON + 89 * DAY);
  await trimTerminals(ground.platform);
  expect((await sessions()).length + (await hours()).length).toBe(3);
  ground.setClock(NOON + 91 * DAY);
  await trimTerminals(ground.platform);
  expect((await sessions()).length + (await hours()).length).toBe(0);
});

test('hours of clients are kept for as long as something may come late, however short the log', async () => {
  const platform = { ...ground.platform, settings: { ...ground.platform.settings, TERMINAL_LOG_DAYS: 1 } };
  await report(one, NOON, [clientOf(MAC, 60, 100)]);
  await report(one, NOON + MINUTE, []);
  const kept = (await hours()).length;
  expect(kept).toBeGreaterThan(0);
  ground.setClock(NOON + 35 * DAY);
  await trimTerminals(platform);
  expect(await sessions()).toEqual([]);
  expect(await hours()).toHaveLength(kept);
  ground.setClock(NOON + 37 * DAY);
  await trimTerminals(platform);
  expect(await hours()).toEqual([]);
});
