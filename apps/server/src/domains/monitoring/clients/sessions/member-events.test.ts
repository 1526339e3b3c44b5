import { MINUTE, SECOND } from '@airloom/contract/time';
import type { ClientSample, Happening, MemberSample } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
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

const client = { mac: MAC, ssid: 'Office', band: '5G', channel: 36, signal: -55, bssid: null } as const;

function left(connectedSeconds: number, rxBytes: number): Happening {
  return { type: 'clientLeft', client, traffic: { rxBytes, txBytes: 2 * rxBytes }, connectedSeconds };
}

test('assigns a joining client to the member of its BSSID, or waits for the next report', async () => {
  await report(NOON, []);
  const joined = (mac: string, bssid: string | null) =>
    setup.sendEvent(NOON + 10 * SECOND, { type: 'clientJoined', client: { ...client, mac, bssid } });
  await joined(MAC, two.bssid);
  await joined(OTHER, null);
  await joined('02:00:00:00:00:03', '0a:00:00:00:00:01');
  expect(await setup.sessions()).toEqual([
    ['controller', 10, null, 0],
    ['two', 10, null, 0],
  ]);
  await report(NOON + MINUTE, [at(two, MAC, 50, 7), at(one, OTHER, 50, 8)]);
  expect(await setup.sessions()).toEqual([
    ['controller', 10, 10, 0],
    ['one', 10, null, 8],
    ['two', 10, null, 0],
  ]);
});

test('ends the session at the previous member when the client has already joined the next one', async () => {
  await report(NOON, [at(two, MAC, 60, 100)]);
  await setup.sendEvent(NOON + 30 * SECOND, {
    type: 'clientJoined',
    client: { ...client, bssid: one.bssid },
  });
  await setup.sendEvent(NOON + 31 * SECOND, left(91, 120));
  expect(await setup.sessions()).toEqual([
    ['two', -60, 31, 120],
    ['one', 30, null, 0],
  ]);
});

test('ends the session where the client is or was, also as the first event after a restart', async () => {
  await report(NOON, [at(one, MAC, 60, 100)]);
  await setup.sendEvent(NOON + 30 * SECOND, left(90, 120));
  expect(await setup.sessions()).toEqual([['one', -60, 30, 120]]);
  // Sent again, after a report in which it was already missing.
  setup.start();
  await setup.sendEvent(NOON + 30 * SECOND, left(90, 120));
  await report(NOON + 2 * MINUTE, [at(two, MAC, 60, 5)]);
  await report(NOON + 3 * MINUTE, []);
  await setup.sendEvent(NOON + 150 * SECOND, left(90, 9));
  setup.start();
  await report(NOON + 4 * MINUTE, [at(one, MAC, 10, 1)]);
  setup.start();
  await setup.sendEvent(NOON + 250 * SECOND, left(20, 2));
  expect(await setup.sessions()).toEqual([
    ['one', -60, 30, 120],
    ['two', 60, 150, 9],
    ['one', 230, 250, 2],
  ]);
  expect(await setup.counted()).toBe(131);
});

test('assigns clients of a gateway to the members below it', async () => {
  setup.controller = await setup.fixture.device('gateway');
  await setup.fixture.rows(
    sql`update device set managed_by = ${setup.controller.deviceId} where id = ${one.deviceId}`,
  );
  const joined = (mac: string, bssid: string | null) =>
    setup.sendEvent(NOON + 10 * SECOND, { type: 'clientJoined', client: { ...client, mac, bssid } });
  await joined(OTHER, null);
  await report(NOON, [at(one, MAC, 60, 100), at(two, OTHER, 60, 5)]);
  await joined('02:00:00:00:00:03', '0a:00:00:00:00:01');
  await setup.sendEvent(NOON + 30 * SECOND, left(90, 120));
  await setup.sendEvent(NOON + 30 * SECOND, {
    type: 'clientLeft',
    client: { ...client, mac: OTHER },
    traffic: { rxBytes: 1, txBytes: 1 },
    connectedSeconds: 5,
  });
  expect(await setup.sessions()).toEqual([['one', -60, 30, 120]]);
});
