import { once } from 'node:events';
import { changesChanged } from '@airloom/contract/configuration/configuration.live';
import { OK_NOTHING_CHANGED } from '@airloom/contract/errors';
import { type LiveFrame, liveFrame } from '@airloom/contract/live';
import { MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { buildMember } from '../../../../testing/builders.ts';
import { firstChanges } from '../../../../testing/operations.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { expectFailure, expectSuccess } from '../../../people/identity/testing/expectations.ts';
import {
  type ConfiguredDevice,
  openStageForEachTest,
  type RolloutStage,
  WITHIN,
} from '../testing/rollout-stage.ts';

let server: TestServer;
let stage: RolloutStage;
const sockets: WebSocket[] = [];
openStageForEachTest((opened) => {
  stage = opened;
  server = opened.server;
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});

/** Two devices, the first of which has a new version and does not answer. */
async function underWay(): Promise<{ change: string; first: ConfiguredDevice; second: ConfiguredDevice }> {
  const devices = [await stage.online(), await stage.online()];
  for (const device of devices) device.behaviour = 'isSilent';
  const change = await stage.change();
  const sent = async () => {
    const rows = await Promise.all(devices.map((device) => stage.rowOf(change, device)));
    return rows.findIndex((row) => row?.state === 'sent');
  };
  await expect.poll(sent, WITHIN).toBeGreaterThanOrEqual(0);
  const at = await sent();
  const [first, second] = [devices[at], devices[1 - at]];
  if (first === undefined || second === undefined) throw new Error('two devices');
  await expect.poll(() => first.versions.length, WITHIN).toBe(2);
  second.behaviour = 'applies';
  return { change, first, second };
}

/** It answers the last configuration after all. */
function answerNow(configured: ConfiguredDevice): void {
  const { device } = configured;
  configured.behaviour = 'applies';
  device.obey(device.received.at(-1) ?? expect.fail('nothing was sent'));
}

test('a paused rollout starts no device until it is resumed', async () => {
  const { change, first, second } = await underWay();
  expectSuccess(await stage.control(change, 'pause'));
  expect((await stage.control(change, 'pause')).code).toBe(OK_NOTHING_CHANGED);
  answerNow(first);
  await stage.reaches(change, first, 'verified');
  expect(await stage.rowOf(change, second)).toMatchObject({ state: 'waiting' });
  expect(second.versions).toHaveLength(1);
  expectSuccess(await stage.control(change, 'resume'));
  await stage.becomes(change, 'done');
  expect(second.networks).toEqual([[], ['Office']]);
  expectFailure(await stage.control(change, 'pause'), 'changeStateConflict');
  const log = await server.call('listOperations', { call: 'changeRollout' }, stage.as);
  expect(log.data.rows.map(firstChanges)).toEqual([
    { changeState: ['paused', 'rollingOut'] },
    { changeState: ['rollingOut', 'paused'] },
  ]);
});

test('a cancelled rollout ends after the devices that have their version', async () => {
  const { change, first, second } = await underWay();
  expectSuccess(await stage.control(change, 'cancel'));
  expect(await stage.rowOf(change, second)).toMatchObject({ state: 'cancelled' });
  answerNow(first);
  await stage.reaches(change, first, 'verified');
  const hasEnded = async () => {
    const [row] = await stage.rows(sql<{ ended: boolean }>`
      select ended_at is not null as ended from configuration_change where id = ${change}`);
    return row?.ended;
  };
  await expect.poll(hasEnded, WITHIN).toBe(true);
  expect(await stage.stateOf(change)).toBe('cancelled');
  expect(second.versions).toHaveLength(1);
});

test('tries failed and stopped devices again', async () => {
  const [one, other] = [await stage.online(), await stage.online()];
  for (const device of [one, other]) {
    const { obey } = device.device;
    device.device.obey = (received) => {
      device.behaviour = device.versions.length === 2 ? 'rejects' : 'applies';
      obey(received);
    };
  }
  const change = await stage.change();
  await stage.becomes(change, 'doneWithFailures');
  expect(await stage.states(change, [one, other])).toEqual({ reverted: 1, stopped: 1 });
  // The stopped one rejects its first attempt; both have it after another.
  for (let tries = 0; (await stage.stateOf(change)) !== 'done' && tries < 3; tries += 1) {
    expectSuccess(await stage.control(change, 'retryFailed'));
    await expect
      .poll(async () => ['done', 'doneWithFailures'].includes((await stage.stateOf(change)) ?? ''), WITHIN)
      .toBe(true);
  }
  expect(await stage.states(change, [one, other])).toEqual({ verified: 2 });
  expect([one.networks.at(-1), other.networks.at(-1)]).toEqual([['Office'], ['Office']]);
});

test('pauses after it failed in two sites and was verified in none', async () => {
  const sites = [stage.siteId, await stage.site('Quay'), await stage.site('Pier')];
  const devices: ConfiguredDevice[] = [];
  for (const siteId of sites) devices.push(await stage.online(siteId), await stage.online(siteId));
  for (const device of devices) device.behaviour = 'rejects';
  const change = await stage.change({}, sites);
  await stage.becomes(change, 'paused');
  await expect
    .poll(() => stage.states(change, devices), WITHIN)
    .toEqual({ revertFailed: 2, stopped: 2, waiting: 2 });
  expect(devices.filter(({ versions }) => versions.length > 1)).toHaveLength(2);
});

test('a later change that reaches a device first supersedes the earlier one, and no older document follows', async () => {
  const { change, first, second } = await underWay();
  const later = await stage.change({ ssid: 'Guests' });
  await stage.reaches(change, first, 'superseded');
  // The answer to the earlier document comes late.
  answerNow(first);
  await stage.becomes(later, 'done');
  for (const device of [first, second]) {
    expect(await stage.rowOf(change, device)).toMatchObject({ state: 'superseded' });
    expect(await stage.rowOf(later, device)).toMatchObject({ state: 'verified' });
    expect(device.versions).toEqual(device.versions.toSorted((a, b) => a - b));
    expect(device.networks.at(-1)?.toSorted()).toEqual(['Guests', 'Office']);
  }
  expect(second.versions).toHaveLength(2);
  await stage.becomes(change, 'done');
  expect(first.versions).toHaveLength(3);
});

test('a rename during a rollout does not disturb it', async () => {
  const { change, first } = await underWay();
  await server.call('updateDevice', { deviceUUID: first.id, name: 'renamed' }, stage.as);
  answerNow(first);
  await stage.becomes(change, 'done');
  expect(first.networks).toEqual([[], ['Office'], ['Office']]);
});

test('sends nothing into an observe-only site, to a device with its own configuration, or to one that joined later', async () => {
  const observed = await stage.site('Observed');
  const seen = await stage.online(observed);
  const foreign = await stage.unmanaged();
  const managed = await stage.online();
  await stage.rows(sql`update site set observe_only = true where id = ${observed} returning id`);
  const soon = new Date(server.platform.now().getTime() + MINUTE);
  const change = await stage.change({}, [stage.siteId, observed], soon);
  const joined = await stage.online();
  const earlier = joined.versions.length;
  server.advance(MINUTE);
  await stage.becomes(change, 'done');
  expect(await stage.rowOf(change, managed)).toMatchObject({ state: 'verified' });
  expect(await stage.rowOf(change, seen)).toMatchObject({ state: 'skipped', skipReason: 'observeOnly' });
  expect(await stage.rowOf(change, foreign)).toMatchObject({ state: 'skipped', skipReason: 'notManaged' });
  expect(await stage.rowOf(change, joined)).toBeUndefined();
  expect(seen.networks).toEqual([[]]);
  expect(foreign.device.received).toEqual([]);
  expect(joined.versions).toHaveLength(earlier);
});

test('only a person who reaches all its sites controls a rollout, and those who see it are notified', async () => {
  const other = await stage.site('Quay');
  const members = [[stage.siteId, other], [stage.siteId], [await stage.site('Pier')]].map((siteIds) =>
    buildMember(server, stage.owner, 'siteAdministrator', { siteIds }),
  );
  const [both, some, none] = await Promise.all(members);
  if (both === undefined || some === undefined || none === undefined) throw new Error('three members');
  await server.settled();
  const [seen, unseen] = [await browserOf(some.token), await browserOf(none.token)];
  const device = await stage.online();
  device.behaviour = 'isSilent';
  const change = await stage.change({}, [stage.siteId, other]);
  await stage.reaches(change, device, 'sent');
  const pause = (token: string) =>
    server.call('changeRollout', { changeUUID: change, action: 'pause' }, { as: token });
  expectFailure(await pause(none.token), 'notFound');
  expectFailure(await pause(some.token), 'permissionDenied');
  expectSuccess(await pause(both.token));
  const messages = () => seen.filter(({ name }) => name === changesChanged.name);
  await expect.poll(() => messages().length, WITHIN).toBeGreaterThan(1);
  for (const { payload } of messages()) expect(payload).toEqual({ changeUUIDs: [change] });
  expect(unseen.filter(({ name }) => name === changesChanged.name)).toEqual([]);
});

async function browserOf(token: string): Promise<LiveFrame[]> {
  const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}/live`, {
    headers: { authorization: `Bearer ${token}` },
  });
  sockets.push(socket);
  const messages: LiveFrame[] = [];
  socket.on('message', (data: Buffer) => messages.push(liveFrame.parse(JSON.parse(data.toString()))));
  await once(socket, 'open');
  return messages;
}
