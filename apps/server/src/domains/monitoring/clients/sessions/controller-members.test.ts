import { MINUTE, SECOND } from '@airloom/contract/time';
import type { ClientSample, MemberSample } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../../platform/ids.ts';
import { terminalEvents } from '../clients.handlers.ts';
import {
  at,
  type ControllerSetup,
  MAC,
  type ManagedAp,
  memberReport,
  NOON,
  OTHER,
  openControllerSetup,
} from '../testing/controller-setup.ts';
import { SessionBuilder } from './session-builder.ts';

let setup: ControllerSetup;
let one: ManagedAp;
let two: ManagedAp;
beforeEach(async () => {
  setup = await openControllerSetup();
  one = await setup.managedAp('one');
  two = await setup.managedAp('two');
});
afterEach(() => setup.end());

/** Reports both members by default. */
function report(
  moment: number,
  clients: readonly ClientSample[],
  members: readonly MemberSample[] = [memberReport(one), memberReport(two)],
): Promise<void> {
  return setup.report(moment, clients, members);
}

test('keeps one visit with a session at each member for a client that roams', async () => {
  await report(NOON, [at(one, MAC, 60, 100), at(two, OTHER, 60, 5)]);
  await report(NOON + MINUTE, [at(two, MAC, 50, 20), at(two, OTHER, 120, 6)]);
  await report(NOON + 2 * MINUTE, []);
  expect(await setup.sessions()).toEqual([
    ['one', -60, 0, 100],
    ['two', -60, 60, 6],
    ['two', 10, 60, 20],
  ]);
  const own = (await setup.rows()).filter(({ rx }) => rx !== 6);
  expect(new Set(own.map(({ visit }) => visit)).size).toBe(1);
  expect(await setup.counted()).toBe(126);
  const minutes = await setup.fixture.rows(sql<{ name: string }>`
    select device.name from client_minute join device on device.id = device_id order by minute, name`);
  expect(minutes.map(({ name }) => name)).toEqual(['one', 'two', 'two']);
});

test('counts clients of unknown, unmanaged, offline, connected or BSSID-less members for the controller', async () => {
  const stranger = await setup.managedAp('stranger', (await setup.fixture.device('ac')).deviceId);
  const nobody = { ...one, serial: 'c00000000001', bssid: 'c0:00:00:00:00:01' };
  const [down, alone] = [await setup.managedAp('down'), await setup.managedAp('alone')];
  await setup.fixture.rows(sql`update device set connection_id = ${newId()} where id = ${alone.deviceId}`);
  const places = [stranger, nobody, down, alone, two, null];
  const clients = places.map((place, index) => at(place, `02:00:00:00:01:0${index}`, 60, 1));
  await report(NOON, clients, [
    memberReport(stranger),
    memberReport(nobody),
    memberReport(down, { online: false }),
    memberReport(alone),
    memberReport(two, { bssids: [] }),
    memberReport(one),
  ]);
  expect(new Set((await setup.sessions()).map(([place]) => place))).toEqual(new Set(['controller']));
  expect(await setup.sessions()).toHaveLength(6);
});

test('assigns clients of a BSSID claimed by two members to the first one, once', async () => {
  const [same, many] = [
    memberReport(two, { bssids: [one.bssid] }),
    Array.from({ length: 48 }, () => one.bssid),
  ];
  await report(NOON, [at(one, MAC, 60, 1)], [memberReport(one, { bssids: many }), memberReport(one), same]);
  await report(NOON + MINUTE, [at(one, MAC, 120, 2)], [memberReport(one), same, same]);
  await report(NOON + 2 * MINUTE, [], [memberReport(one), same]);
  expect(await setup.sessions()).toEqual([['one', -60, 60, 2]]);
});

test('moves a session to its member once that is known and counts it once', async () => {
  await setup.fixture.rows(sql`update device set managed_by = null where id = ${one.deviceId}`);
  await report(NOON, [at(one, MAC, 60, 100), at(one, OTHER, 60, 10)]);
  expect((await setup.sessions()).map(([place]) => place)).toEqual(['controller', 'controller']);
  await setup.fixture.rows(
    sql`update device set managed_by = ${setup.controller.deviceId} where id = ${one.deviceId}`,
  );
  // The other client reconnected, which is a new connection.
  await report(NOON + MINUTE, [at(one, MAC, 120, 130), at(one, OTHER, 10, 1)]);
  expect(await setup.sessions()).toEqual([
    ['controller', -60, 0, 10],
    ['one', -60, null, 130],
    ['one', 50, null, 1],
  ]);
  // And back to the controller when no BSSIDs are reported.
  await report(
    NOON + 2 * MINUTE,
    [at(one, MAC, 180, 150), at(one, OTHER, 70, 2)],
    [memberReport(one, { bssids: [] })],
  );
  await report(NOON + 3 * MINUTE, [], [memberReport(one, { bssids: [] })]);
  expect(await setup.sessions()).toEqual([
    ['controller', -60, 0, 10],
    ['controller', -60, 120, 150],
    ['controller', 50, 120, 2],
  ]);
  expect(await setup.counted()).toBe(162);
});

test('moves sessions of a newly known member after a restart', async () => {
  await setup.fixture.rows(sql`update device set managed_by = null where id = ${one.deviceId}`);
  await report(NOON, [at(one, MAC, 60, 100)]);
  await report(NOON + MINUTE, [at(one, MAC, 120, 150)]);
  await setup.fixture.rows(
    sql`update device set managed_by = ${setup.controller.deviceId} where id = ${one.deviceId}`,
  );
  setup.start();
  // Sent again because its acknowledgement was lost.
  await report(NOON + MINUTE, [at(one, MAC, 120, 150)]);
  await report(NOON + 2 * MINUTE, [at(one, MAC, 180, 170)]);
  await report(NOON + 3 * MINUTE, []);
  expect(await setup.sessions()).toEqual([['one', -60, 120, 170]]);
  expect(await setup.counted()).toBe(170);
});

test('counts nothing twice after a restart and keeps what only the newest report had', async () => {
  await report(NOON, [at(one, MAC, 60, 100), at(two, OTHER, 60, 10), at(null, '02:00:00:00:00:03', 60, 1)]);
  await report(NOON + MINUTE, [
    at(one, MAC, 120, 300),
    at(two, OTHER, 120, 50),
    at(null, '02:00:00:00:00:03', 120, 3),
  ]);
  setup.start();
  await report(NOON + 2 * MINUTE, [at(one, MAC, 180, 350)]);
  await report(NOON + 3 * MINUTE, []);
  expect(await setup.sessions()).toEqual([
    ['controller', -60, 60, 3],
    ['one', -60, 120, 350],
    ['two', -60, 60, 50],
  ]);
  expect(await setup.counted()).toBe(403);
});

test('ends no session when reports come faster than members are stored, also across a restart', async () => {
  await report(NOON, [at(one, MAC, 60, 100), at(one, OTHER, 60, 10)]);
  await report(NOON + 10 * SECOND, [at(one, MAC, 70, 110)]);
  await report(NOON + 20 * SECOND, [at(one, MAC, 80, 120), at(two, OTHER, 5, 1)]);
  setup.start();
  await report(NOON + 25 * SECOND, [at(one, MAC, 85, 130), at(two, OTHER, 10, 2)]);
  await report(NOON + 28 * SECOND, [at(one, MAC, 88, 140), at(two, OTHER, 13, 3)]);
  await report(NOON + MINUTE, []);
  expect(await setup.sessions()).toEqual([
    ['one', -60, 0, 10],
    ['one', -60, 28, 140],
    ['two', 15, 28, 3],
  ]);
  expect(await setup.counted()).toBe(153);
});

test('ends sessions of a member that goes offline and continues them when it returns', async () => {
  const shown = { changed: () => undefined };
  const otherBuilder = new SessionBuilder(setup.fixture.platform);
  const events = terminalEvents(
    { ...setup.fixture.platform, addJob: async () => undefined },
    otherBuilder,
    shown,
  );
  await report(NOON, [at(one, MAC, 60, 100), at(one, OTHER, 60, 10)]);
  await report(NOON + MINUTE, [at(one, MAC, 120, 200), at(one, OTHER, 120, 20)]);
  await report(
    NOON + 2 * MINUTE,
    [at(two, OTHER, 10, 1)],
    [memberReport(one, { online: false }), memberReport(two)],
  );
  await setup.fixture.rows(sql`
    update device set status = 'offline', offline_at = ${new Date(NOON + 2 * MINUTE)} where id = ${one.deviceId}`);
  await events.DevicesOffline?.({
    id: 'f',
    tenant: setup.fixture.tenant,
    type: 'DevicesOffline',
    payload: { deviceIds: [one.deviceId] },
  });
  expect((await setup.rows()).map(({ place, to, why, rx }) => [place, to, why, rx])).toEqual(
    expect.arrayContaining([
      ['one', 120, 'deviceOffline', 200],
      ['one', 120, 'deviceOffline', 20],
      ['two', null, null, 1],
    ]),
  );
  await setup.fixture.rows(sql`update device set status = 'online' where id = ${one.deviceId}`);
  await report(NOON + 5 * MINUTE, [at(one, MAC, 360, 500), at(two, OTHER, 190, 4)]);
  await report(NOON + 6 * MINUTE, []);
  expect(await setup.sessions()).toEqual(
    expect.arrayContaining([
      ['one', -60, 300, 500],
      ['one', -60, 120, 20],
      ['two', 110, 300, 4],
    ]),
  );
  expect(await setup.counted()).toBe(524);
});

test('continues with the sessions another process wrote in the meantime', async () => {
  await report(NOON, [at(one, MAC, 60, 100)]);
  const { ingest, builder } = setup;
  setup.start();
  await report(NOON + MINUTE, []);
  await report(NOON + 3 * MINUTE, [at(one, MAC, 60, 10)]);
  await setup.ingest.stop();
  Object.assign(setup, { ingest, builder });
  builder.forget(setup.controller.deviceId);
  await report(NOON + 4 * MINUTE, [at(one, MAC, 120, 50)]);
  await report(NOON + 5 * MINUTE, []);
  expect(await setup.sessions()).toEqual([
    ['one', -60, 0, 100],
    ['one', 120, 240, 50],
  ]);
});

test('continues sessions across a failover of a controller pair and back', async () => {
  const active = setup.controller;
  const standby = await setup.fixture.device('ac');
  const switchTo = (half: typeof active) => {
    setup.controller = half;
    return setup.fixture.rows(sql`update device set managed_by = ${half.deviceId} where kind = 'ap'`);
  };
  await report(NOON, [at(one, MAC, 60, 100)]);
  await switchTo(standby);
  await report(NOON + MINUTE, [at(one, MAC, 120, 150)]);
  await report(NOON + 2 * MINUTE, [at(one, MAC, 180, 160)]);
  await switchTo(active);
  setup.builder.forget(active.deviceId);
  await report(NOON + 3 * MINUTE, [at(one, MAC, 240, 180)]);
  setup.controller = standby;
  await report(NOON + 3 * MINUTE, [], []);
  setup.controller = active;
  await report(NOON + 4 * MINUTE, []);
  expect(await setup.sessions()).toEqual([['one', -60, 180, 180]]);
  expect(await setup.counted()).toBe(180);
});

test('counts a late and repeated report once at its device after a restart', async () => {
  await report(NOON, [at(one, MAC, 60, 100)]);
  await report(NOON + 10 * MINUTE, []);
  await report(NOON + 5 * MINUTE, [at(one, MAC, 360, 900), at(two, OTHER, 10, 3)]);
  setup.start();
  await report(NOON + 5 * MINUTE, [at(one, MAC, 360, 900), at(two, OTHER, 10, 3)]);
  await report(NOON + 4 * MINUTE, [at(one, MAC, 300, 800)]);
  expect(await setup.sessions()).toEqual([
    ['one', -60, 300, 900],
    ['two', 290, 300, 3],
  ]);
  expect(await setup.counted()).toBe(903);
});

test('stores few hours for many clients of many members with impossible durations', async () => {
  const places = [
    one,
    two,
    ...(await Promise.all(['3', '4', '5', '6'].map((name) => setup.managedAp(name)))),
  ];
  const clients = places.flatMap((place, index) =>
    Array.from({ length: 30 }, (_, which) =>
      at(place, `02:00:00:00:0${index}:${(16 + which).toString(16)}`, 2_147_483_647, 1000),
    ),
  );
  await report(
    NOON,
    clients,
    places.map((place) => memberReport(place)),
  );
  const [stored] = await setup.fixture.rows(
    sql<{ rows: number }>`select count(*)::int as rows from terminal_1h`,
  );
  expect(stored?.rows).toBeLessThan(5_600);
  expect(await setup.counted()).toBe(180_000);
});

/** Two clients at each access point. */
function listed(seconds: number, places: readonly ManagedAp[]): ClientSample[] {
  return places.flatMap((place, index) =>
    [1, 2].map((which) => at(place, `02:00:00:00:0${which}:${(16 + index).toString(16)}`, seconds, 1)),
  );
}

/** Number of statements a freshly started process runs for a report. */
async function statementsFor(moment: number, places: readonly ManagedAp[]): Promise<number> {
  setup.start();
  await report(
    moment,
    listed(60, places),
    places.map((place) => memberReport(place)),
  );
  return setup.statements;
}

test('runs as many statements for 61 members as for one', async () => {
  const many = await Promise.all(Array.from({ length: 60 }, (_, index) => setup.managedAp(`more ${index}`)));
  const members = [one, ...many];
  const few = await statementsFor(NOON, [one]);
  expect(few).toBeLessThan(10);
  expect(await statementsFor(NOON + MINUTE, members)).toBe(few);
  expect((await setup.sessions()).length).toBe(2 * members.length);
});
