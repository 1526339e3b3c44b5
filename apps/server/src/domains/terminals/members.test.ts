import type { ClientSample, DeviceEvent, Happening, MemberSample } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Transaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { Ingest, type ReportingDevice } from '../telemetry/index.ts';
import { type Ground, prepareGround } from '../telemetry/testing/ground.ts';
import { clientOf, memberSample, reportOf } from '../telemetry/testing/reports.ts';
import { ClientFolder } from './client-folder.ts';
import { terminalEvents } from './terminals.handlers.ts';

const MAC = '02:00:00:00:00:01';
const OTHER = '02:00:00:00:00:02';
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const NOON = Date.UTC(2026, 9, 20, 12);

interface Thin extends ReportingDevice {
  readonly name: string;
  readonly serial: string;
  readonly bssid: string;
}

let ground: Ground;
let ingest: Ingest;
let folder: ClientFolder;
let manager: ReportingDevice;
let one: Thin;
let two: Thin;
/** Statements of the folder since it started. */
let statements: number;
beforeEach(async () => {
  ground = await prepareGround();
  ground.setClock(NOON);
  manager = await ground.device('ac');
  one = await thin('one');
  two = await thin('two');
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
  statements = 0;
  ingest.join((tx, items, members) => folder.take(counting(tx), items, members));
}

function counting(tx: Transaction): Transaction {
  return new Proxy(tx, {
    get: (target, name) => {
      const found: unknown = Reflect.get(target, name, target);
      if (typeof found !== 'function') return found;
      return (...given: unknown[]): unknown => {
        statements += 1;
        return Reflect.apply(found, target, given);
      };
    },
  });
}

/** An access point under the manager; it has one network. */
async function thin(name: string, managedBy: string | null = manager.deviceId): Promise<Thin> {
  const device = await ground.device('ap');
  const [row] = await ground.rows(sql<{ serial: string }>`
    update device set managed_by = ${managedBy}, status = 'online', name = ${name}
    where id = ${device.deviceId} returning serial`);
  const serial = row?.serial ?? '';
  return { ...device, name, serial, bssid: serial.replace(/..(?!$)/g, '$&:') };
}

const told = ({ serial, bssid }: Thin, given: Partial<MemberSample> = {}) =>
  memberSample(serial, { bssids: [bssid], ...given });

/** As a manager lists it: on the network of a member, or on one nobody claims. */
function at(place: Thin | null, mac: string, connectedSeconds: number | null, rxBytes: number): ClientSample {
  const client = clientOf(mac, connectedSeconds, rxBytes);
  if (client.wireless === null) throw new Error('It is at a port');
  return { ...client, wireless: { ...client.wireless, bssid: place?.bssid ?? '0a:00:00:00:00:01' } };
}

async function report(
  moment: number,
  clients: readonly ClientSample[],
  members: readonly MemberSample[] = [told(one), told(two)],
): Promise<void> {
  if (moment > ground.platform.now().getTime()) ground.setClock(moment);
  ingest.add(manager, reportOf({ at: moment, clients, members }), ground.platform.now().getTime());
  await ingest.flush();
}

async function tell(moment: number, happening: Happening): Promise<void> {
  const event: DeviceEvent = { serial: 'a00000000001', at: moment, happening };
  ingest.events(manager, [event], Math.max(moment, ground.platform.now().getTime()));
  await ingest.flush();
}

interface Row {
  readonly place: string;
  readonly from: number;
  readonly to: number | null;
  readonly why: string | null;
  readonly rx: number;
  readonly visit: string;
}

const rows = () =>
  ground.rows(sql<Row>`
    select case when device.kind = 'ac' then 'manager' else device.name end as place,
           (extract(epoch from started_at) - ${NOON / 1000}::int)::float8 as from,
           (extract(epoch from ended_at) - ${NOON / 1000}::int)::float8 as to, end_reason as why,
           rx_bytes::float8 as rx, visit_id as visit
    from terminal_session session
    join device on device.tenant_id = session.tenant_id and device.id = session.device_id
    order by started_at, place, ended_at`);
/** Where each was, from when to when, and what it sent. */
const sessions = async () => (await rows()).map(({ place, from, to, rx }) => [place, from, to, rx]);
/** What all of them sent, by the hours that were counted. */
const counted = async () => {
  const [row] = await ground.rows(sql<{ rx: number }>`
    select coalesce(sum(rx_bytes), 0)::float8 as rx from terminal_1h`);
  return row?.rx;
};

test('who goes from one member to the next is on one visit, with a session at each', async () => {
  await report(NOON, [at(one, MAC, 60, 100), at(two, OTHER, 60, 5)]);
  await report(NOON + MINUTE, [at(two, MAC, 50, 20), at(two, OTHER, 120, 6)]);
  await report(NOON + 2 * MINUTE, []);
  expect(await sessions()).toEqual([
    ['one', -60, 0, 100],
    ['two', -60, 60, 6],
    ['two', 10, 60, 20],
  ]);
  const own = (await rows()).filter(({ rx }) => rx !== 6);
  expect(new Set(own.map(({ visit }) => visit)).size).toBe(1);
  expect(await counted()).toBe(126);
  const minutes = await ground.rows(sql<{ name: string }>`
    select device.name from client_minute join device on device.id = device_id order by minute, name`);
  expect(minutes.map(({ name }) => name)).toEqual(['one', 'two', 'two']);
});

test('clients of who is unknown, names no network, stands elsewhere, is down or speaks for itself stay with the manager', async () => {
  const stranger = await thin('stranger', (await ground.device('ac')).deviceId);
  const nobody = { ...one, serial: 'c00000000001', bssid: 'c0:00:00:00:00:01' };
  const [down, alone] = [await thin('down'), await thin('alone')];
  await ground.rows(sql`update device set connection_id = ${newId()} where id = ${alone.deviceId}`);
  const places = [stranger, nobody, down, alone, two, null];
  const clients = places.map((place, index) => at(place, `02:00:00:00:01:0${index}`, 60, 1));
  await report(NOON, clients, [
    told(stranger),
    told(nobody),
    told(down, { online: false }),
    told(alone),
    told(two, { bssids: [] }),
    told(one),
  ]);
  expect(new Set((await sessions()).map(([place]) => place))).toEqual(new Set(['manager']));
  expect(await sessions()).toHaveLength(6);
});

test('of a network that two claim the first has the clients, and none is there twice', async () => {
  const [same, many] = [told(two, { bssids: [one.bssid] }), Array.from({ length: 48 }, () => one.bssid)];
  await report(NOON, [at(one, MAC, 60, 1)], [told(one, { bssids: many }), told(one), same]);
  await report(NOON + MINUTE, [at(one, MAC, 120, 2)], [told(one), same, same]);
  await report(NOON + 2 * MINUTE, [], [told(one), same]);
  expect(await sessions()).toEqual([['one', -60, 60, 2]]);
});

test('a session goes on where it belongs once that is known, and counts once', async () => {
  await ground.rows(sql`update device set managed_by = null where id = ${one.deviceId}`);
  await report(NOON, [at(one, MAC, 60, 100), at(one, OTHER, 60, 10)]);
  expect((await sessions()).map(([place]) => place)).toEqual(['manager', 'manager']);
  await ground.rows(sql`update device set managed_by = ${manager.deviceId} where id = ${one.deviceId}`);
  // The other one left and came back: that is another connection.
  await report(NOON + MINUTE, [at(one, MAC, 120, 130), at(one, OTHER, 10, 1)]);
  expect(await sessions()).toEqual([
    ['manager', -60, 0, 10],
    ['one', -60, null, 130],
    ['one', 50, null, 1],
  ]);
  // And back, where networks are told no more.
  await report(
    NOON + 2 * MINUTE,
    [at(one, MAC, 180, 150), at(one, OTHER, 70, 2)],
    [told(one, { bssids: [] })],
  );
  await report(NOON + 3 * MINUTE, [], [told(one, { bssids: [] })]);
  expect(await sessions()).toEqual([
    ['manager', -60, 0, 10],
    ['manager', -60, 120, 150],
    ['manager', 50, 120, 2],
  ]);
  expect(await counted()).toBe(162);
});

test('a restart right after a member became known moves its sessions too', async () => {
  await ground.rows(sql`update device set managed_by = null where id = ${one.deviceId}`);
  await report(NOON, [at(one, MAC, 60, 100)]);
  await report(NOON + MINUTE, [at(one, MAC, 120, 150)]);
  await ground.rows(sql`update device set managed_by = ${manager.deviceId} where id = ${one.deviceId}`);
  start();
  // Sent again, for its acknowledgement was lost.
  await report(NOON + MINUTE, [at(one, MAC, 120, 150)]);
  await report(NOON + 2 * MINUTE, [at(one, MAC, 180, 170)]);
  await report(NOON + 3 * MINUTE, []);
  expect(await sessions()).toEqual([['one', -60, 120, 170]]);
  expect(await counted()).toBe(170);
});

test('after a restart nothing is counted twice, and what only the newest report knew is not lost', async () => {
  await report(NOON, [at(one, MAC, 60, 100), at(two, OTHER, 60, 10), at(null, '02:00:00:00:00:03', 60, 1)]);
  await report(NOON + MINUTE, [
    at(one, MAC, 120, 300),
    at(two, OTHER, 120, 50),
    at(null, '02:00:00:00:00:03', 120, 3),
  ]);
  start();
  await report(NOON + 2 * MINUTE, [at(one, MAC, 180, 350)]);
  await report(NOON + 3 * MINUTE, []);
  expect(await sessions()).toEqual([
    ['manager', -60, 60, 3],
    ['one', -60, 120, 350],
    ['two', -60, 60, 50],
  ]);
  expect(await counted()).toBe(403);
});

test('reports that come faster than members are kept end nothing, also over a restart', async () => {
  await report(NOON, [at(one, MAC, 60, 100), at(one, OTHER, 60, 10)]);
  await report(NOON + 10 * SECOND, [at(one, MAC, 70, 110)]);
  await report(NOON + 20 * SECOND, [at(one, MAC, 80, 120), at(two, OTHER, 5, 1)]);
  start();
  await report(NOON + 25 * SECOND, [at(one, MAC, 85, 130), at(two, OTHER, 10, 2)]);
  await report(NOON + 28 * SECOND, [at(one, MAC, 88, 140), at(two, OTHER, 13, 3)]);
  await report(NOON + MINUTE, []);
  expect(await sessions()).toEqual([
    ['one', -60, 0, 10],
    ['one', -60, 28, 140],
    ['two', 15, 28, 3],
  ]);
  expect(await counted()).toBe(153);
});

test('a member that goes offline takes its clients along; they go on when it is back, or at another', async () => {
  const shown = { changed: () => undefined };
  const desk = new ClientFolder(ground.platform);
  const events = terminalEvents({ ...ground.platform, addJob: async () => undefined }, desk, shown);
  await report(NOON, [at(one, MAC, 60, 100), at(one, OTHER, 60, 10)]);
  await report(NOON + MINUTE, [at(one, MAC, 120, 200), at(one, OTHER, 120, 20)]);
  await report(NOON + 2 * MINUTE, [at(two, OTHER, 10, 1)], [told(one, { online: false }), told(two)]);
  await ground.rows(sql`
    update device set status = 'offline', offline_at = ${new Date(NOON + 2 * MINUTE)} where id = ${one.deviceId}`);
  await events.DevicesOffline?.({
    id: 'f',
    tenant: ground.tenant,
    type: 'DevicesOffline',
    payload: { deviceIds: [one.deviceId] },
  });
  expect((await rows()).map(({ place, to, why, rx }) => [place, to, why, rx])).toEqual(
    expect.arrayContaining([
      ['one', 120, 'deviceOffline', 200],
      ['one', 120, 'deviceOffline', 20],
      ['two', null, null, 1],
    ]),
  );
  await ground.rows(sql`update device set status = 'online' where id = ${one.deviceId}`);
  await report(NOON + 5 * MINUTE, [at(one, MAC, 360, 500), at(two, OTHER, 190, 4)]);
  await report(NOON + 6 * MINUTE, []);
  expect(await sessions()).toEqual(
    expect.arrayContaining([
      ['one', -60, 300, 500],
      ['one', -60, 120, 20],
      ['two', 110, 300, 4],
    ]),
  );
  expect(await counted()).toBe(524);
});

test('what was with another process meanwhile goes on with what that one wrote', async () => {
  await report(NOON, [at(one, MAC, 60, 100)]);
  const here = { ingest, folder };
  start();
  await report(NOON + MINUTE, []);
  await report(NOON + 3 * MINUTE, [at(one, MAC, 60, 10)]);
  await ingest.stop();
  ({ ingest, folder } = here);
  folder.forget(manager.deviceId);
  await report(NOON + 4 * MINUTE, [at(one, MAC, 120, 50)]);
  await report(NOON + 5 * MINUTE, []);
  expect(await sessions()).toEqual([
    ['one', -60, 0, 100],
    ['one', 120, 240, 50],
  ]);
});

test('a report that comes late, twice, after a restart, counts once and where it belongs', async () => {
  await report(NOON, [at(one, MAC, 60, 100)]);
  await report(NOON + 10 * MINUTE, []);
  await report(NOON + 5 * MINUTE, [at(one, MAC, 360, 900), at(two, OTHER, 10, 3)]);
  start();
  await report(NOON + 5 * MINUTE, [at(one, MAC, 360, 900), at(two, OTHER, 10, 3)]);
  await report(NOON + 4 * MINUTE, [at(one, MAC, 300, 800)]);
  expect(await sessions()).toEqual([
    ['one', -60, 300, 900],
    ['two', 290, 300, 3],
  ]);
  expect(await counted()).toBe(903);
});

const client = { mac: MAC, ssid: 'Office', band: '5G', channel: 36, signal: -55, bssid: null } as const;

function left(connectedSeconds: number, rxBytes: number): Happening {
  return { type: 'clientLeft', client, traffic: { rxBytes, txBytes: 2 * rxBytes }, connectedSeconds };
}

test('who comes is at the member whose network it says, or waits for the report that tells', async () => {
  await report(NOON, []);
  const joined = (mac: string, bssid: string | null) =>
    tell(NOON + 10 * SECOND, { type: 'clientJoined', client: { ...client, mac, bssid } });
  await joined(MAC, two.bssid);
  await joined(OTHER, null);
  await joined('02:00:00:00:00:03', '0a:00:00:00:00:01');
  expect(await sessions()).toEqual([
    ['manager', 10, null, 0],
    ['two', 10, null, 0],
  ]);
  await report(NOON + MINUTE, [at(two, MAC, 50, 7), at(one, OTHER, 50, 8)]);
  expect(await sessions()).toEqual([
    ['manager', 10, 10, 0],
    ['one', 10, null, 8],
    ['two', 10, null, 0],
  ]);
});

test('who has come to the next member already leaves the one it was at for as long as it says', async () => {
  await report(NOON, [at(two, MAC, 60, 100)]);
  await tell(NOON + 30 * SECOND, { type: 'clientJoined', client: { ...client, bssid: one.bssid } });
  await tell(NOON + 31 * SECOND, left(91, 120));
  expect(await sessions()).toEqual([
    ['two', -60, 31, 120],
    ['one', 30, null, 0],
  ]);
});

test('who leaves does so where it is, or was, also as the first thing a process hears', async () => {
  await report(NOON, [at(one, MAC, 60, 100)]);
  await tell(NOON + 30 * SECOND, left(90, 120));
  expect(await sessions()).toEqual([['one', -60, 30, 120]]);
  // Told again, and after a report in which it was missing already.
  start();
  await tell(NOON + 30 * SECOND, left(90, 120));
  await report(NOON + 2 * MINUTE, [at(two, MAC, 60, 5)]);
  await report(NOON + 3 * MINUTE, []);
  await tell(NOON + 150 * SECOND, left(90, 9));
  start();
  await report(NOON + 4 * MINUTE, [at(one, MAC, 10, 1)]);
  start();
  await tell(NOON + 250 * SECOND, left(20, 2));
  expect(await sessions()).toEqual([
    ['one', -60, 30, 120],
    ['two', 60, 150, 9],
    ['one', 230, 250, 2],
  ]);
  expect(await counted()).toBe(131);
});

test('a gateway serves nobody, and those under it do', async () => {
  manager = await ground.device('gateway');
  await ground.rows(sql`update device set managed_by = ${manager.deviceId} where id = ${one.deviceId}`);
  const joined = (mac: string, bssid: string | null) =>
    tell(NOON + 10 * SECOND, { type: 'clientJoined', client: { ...client, mac, bssid } });
  await joined(OTHER, null);
  await report(NOON, [at(one, MAC, 60, 100), at(two, OTHER, 60, 5)]);
  await joined('02:00:00:00:00:03', '0a:00:00:00:00:01');
  await tell(NOON + 30 * SECOND, left(90, 120));
  await tell(NOON + 30 * SECOND, {
    type: 'clientLeft',
    client: { ...client, mac: OTHER },
    traffic: { rxBytes: 1, txBytes: 1 },
    connectedSeconds: 5,
  });
  expect(await sessions()).toEqual([['one', -60, 30, 120]]);
});

test('many at many members that claim to be there for ever leave few hours each', async () => {
  const places = [one, two, ...(await Promise.all(['3', '4', '5', '6'].map((name) => thin(name))))];
  const clients = places.flatMap((place, index) =>
    Array.from({ length: 30 }, (_, which) =>
      at(place, `02:00:00:00:0${index}:${(16 + which).toString(16)}`, 2_147_483_647, 1000),
    ),
  );
  await report(
    NOON,
    clients,
    places.map((place) => told(place)),
  );
  const [told1h] = await ground.rows(sql<{ rows: number }>`select count(*)::int as rows from terminal_1h`);
  expect(told1h?.rows).toBeLessThan(5_600);
  expect(await counted()).toBe(180_000);
});

/** Two clients at each. */
function listed(seconds: number, places: readonly Thin[]): ClientSample[] {
  return places.flatMap((place, index) =>
    [1, 2].map((which) => at(place, `02:00:00:00:0${which}:${(16 + index).toString(16)}`, seconds, 1)),
  );
}

/** How many statements a process that has just started makes of a report. */
async function asked(moment: number, places: readonly Thin[]): Promise<number> {
  start();
  await report(
    moment,
    listed(60, places),
    places.map((place) => told(place)),
  );
  return statements;
}

test('so many members take as many statements as one', async () => {
  const many = await Promise.all(Array.from({ length: 60 }, (_, index) => thin(`more ${index}`)));
  const said = [one, ...many];
  const few = await asked(NOON, [one]);
  expect(few).toBeLessThan(10);
  expect(await asked(NOON + MINUTE, said)).toBe(few);
  expect((await sessions()).length).toBe(2 * said.length);
});
