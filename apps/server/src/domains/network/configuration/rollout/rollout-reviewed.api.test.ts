import type { SettingEdit, SettingPlace } from '@airloom/contract/configuration/edits';
import { MINUTE } from '@airloom/contract/time';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newNetwork, reviewed, type Source } from '../../../../testing/configuration-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { expectFailure, expectSuccess } from '../../../people/identity/testing/expectations.ts';
import { buildNetwork } from '../../settings/testing/networks.ts';
import { type ConfiguredDevice, RolloutStage, WITHIN } from '../testing/rollout-stage.ts';

let server: TestServer;
let stage: RolloutStage;
beforeAll(async () => {
  server = await startTestServer({ GATEWAY_PORT: '0' });
});
beforeEach(async () => {
  stage = await RolloutStage.open(server);
});
afterEach(() => stage.end());
afterAll(() => server.stop());

const ofSite = (): SettingPlace => ({ level: 'site', uuid: stage.siteId });
const edits = (...some: SettingEdit[]): Source => ({ kind: 'edits', edits: some });
const network = (ssid: string, groupUUIDs: readonly string[] | null = null): Source => {
  const targets =
    groupUUIDs === null ? { kind: 'all' as const } : { kind: 'groups' as const, groupUUIDs: [...groupUUIDs] };
  return edits(newNetwork(ofSite(), { ssid, bands: ['5G'], targets }));
};

const inAMinute = () => new Date(server.platform.now().getTime() + MINUTE);

async function apply(source: Source, startAt: Date | null = null): Promise<string> {
  const input = await reviewed(server, stage.owner, source);
  const answer = await server.call(
    'applyChange',
    { ...input, startAt: startAt?.toISOString() ?? null },
    stage.as,
  );
  expectSuccess(answer);
  return answer.data.changeUUID;
}

async function group(name: string, ...devices: readonly ConfiguredDevice[]): Promise<string> {
  const { groupUUID } = (await server.call('createGroup', { siteUUID: stage.siteId, name }, stage.as)).data;
  if (devices.length > 0) await regroup(groupUUID, ...devices);
  return groupUUID;
}

async function regroup(groupUUID: string | null, ...devices: readonly ConfiguredDevice[]): Promise<void> {
  const deviceUUIDs = devices.map(({ id }) => id);
  expectSuccess(await server.call('setDevicesGroup', { groupUUID, deviceUUIDs }, stage.as));
}

test('sends a change only to the devices that its review compares', async () => {
  const [inGroup, other] = [await stage.online(), await stage.online()];
  const lobby = await group('Lobby', inGroup);
  // Settings that are pending for the whole site.
  await buildNetwork(server, stage.owner, ofSite(), { ssid: 'Office' });
  const source = network('Guests', [lobby]);
  const { data } = await server.call('reviewChange', { source }, stage.as);
  expect(data.devices.map(({ deviceUUID }) => deviceUUID)).toEqual([inGroup.id]);
  const change = await apply(source);
  await stage.becomes(change, 'done');
  expect(inGroup.networks.at(-1)?.toSorted()).toEqual(['Guests', 'Office']);
  expect(await stage.rowOf(change, other)).toBeUndefined();
  expect(other.networks).toEqual([[]]);
  const pending = await apply({ kind: 'pending', siteUUID: stage.siteId });
  await stage.becomes(pending, 'done');
  expect(other.networks).toEqual([[], ['Office']]);
});

test('devices that a change has still to reach do not wait for another review', async () => {
  const devices = [await stage.online(), await stage.online()];
  for (const device of devices) device.behaviour = 'isSilent';
  const change = await apply(network('Guests'));
  await expect.poll(() => stage.states(change, devices), WITHIN).toEqual({ sent: 1, waiting: 1 });
  const source = { kind: 'pending', siteUUID: stage.siteId } as const;
  const { data } = await server.call('reviewChange', { source }, stage.as);
  expect(data.devices).toEqual([]);
  const input = await reviewed(server, stage.owner, source);
  expectFailure(await server.call('applyChange', input, stage.as), 'changeEmpty');
});

test('leaves out a device whose group changed after the review', async () => {
  const devices = [await stage.online(), await stage.online()];
  for (const device of devices) device.behaviour = 'isSilent';
  const lobby = await group('Lobby');
  await buildNetwork(server, stage.owner, ofSite(), {
    ssid: 'Lobby',
    targets: { kind: 'groups', groupUUIDs: [lobby] },
  });
  const change = await apply(network('Guests'));
  await expect.poll(() => stage.states(change, devices), WITHIN).toEqual({ sent: 1, waiting: 1 });
  const rows = await Promise.all(devices.map((device) => stage.rowOf(change, device)));
  const waiting = devices[rows.findIndex((row) => row?.state === 'waiting')] ?? expect.fail('none waits');
  const first = devices.find((device) => device !== waiting) ?? expect.fail('none was sent');
  await regroup(lobby, waiting);
  await expect.poll(() => first.versions.length, WITHIN).toBe(2);
  first.behaviour = 'applies';
  first.device.obey(first.device.received.at(-1) ?? expect.fail('nothing was sent'));
  expect(await stage.reaches(change, waiting, 'skipped')).toMatchObject({ skipReason: 'regrouped' });
  await stage.becomes(change, 'done');
  expect(waiting.networks).toEqual([[]]);
});

test('leaves out a device whose group changed before a scheduled change started', async () => {
  const [stays, moves, leaves] = [await stage.online(), await stage.online(), await stage.online()];
  const [lobby, kitchen] = [await group('Lobby'), await group('Kitchen', leaves)];
  const change = await apply(network('Guests'), inAMinute());
  await regroup(lobby, moves);
  expectSuccess(await server.call('deleteGroup', { groupUUID: kitchen }, stage.as));
  server.advance(MINUTE);
  await stage.becomes(change, 'done');
  expect(await stage.rowOf(change, stays)).toMatchObject({ state: 'verified' });
  expect(await stage.rowOf(change, moves)).toBeUndefined();
  expect(await stage.rowOf(change, leaves)).toBeUndefined();
  for (const { networks } of [moves, leaves]) expect(networks).toEqual([[]]);
});

test('refuses to apply a review after a device joined the site or changed its group', async () => {
  const device = await stage.online();
  const lobby = await group('Lobby');
  const source = network('Guests');
  const before = await reviewed(server, stage.owner, source);
  await regroup(lobby, device);
  expectFailure(await server.call('applyChange', before, stage.as), 'reviewOutdated');
  const again = await reviewed(server, stage.owner, source);
  await stage.online();
  expectFailure(await server.call('applyChange', again, stage.as), 'reviewOutdated');
});

/** What a change without edits delivers to the device, after a review of all that applies. */
async function deliverPending(device: ConfiguredDevice): Promise<string[] | undefined> {
  const { data } = await server.call('viewEffectiveSettings', { deviceUUID: device.id }, stage.as);
  expect(data.pending).toBe(true);
  await stage.becomes(await apply({ kind: 'pending', siteUUID: stage.siteId }), 'done');
  return device.networks.at(-1)?.toSorted();
}

test('leaves a device out of an earlier change after a later one was cancelled before it reached the device', async () => {
  const device = await stage.online();
  await stage.goOffline(device);
  const earlier = await apply(network('Guests'));
  await stage.reaches(earlier, device, 'offline');
  await stage.becomes(earlier, 'done');
  await stage.pausedBefore(earlier);
  const later = await apply(network('Office'));
  await stage.reaches(later, device, 'offline');
  expectSuccess(await stage.control(later, 'cancel'));
  expect(await stage.rowOf(later, device)).toMatchObject({ state: 'cancelled', version: null });
  expect(await stage.rowOf(earlier, device)).toMatchObject({ state: 'offline' });
  expectSuccess(await stage.control(earlier, 'resume'));
  await device.device.connect({ reason: 'power-on' });
  expect(await stage.reaches(earlier, device, 'skipped')).toMatchObject({ skipReason: 'settingsChanged' });
  await stage.becomes(earlier, 'done');
  expect(device.networks).toEqual([[]]);
  expect(await deliverPending(device)).toEqual(['Guests', 'Office']);
});

test('leaves a device out of a scheduled change after it rejected another one that the review did not show', async () => {
  const [rejecting, other] = [await stage.online(), await stage.online(await stage.site('Quay'))];
  const scheduled = await apply(
    edits(
      newNetwork({ level: 'organization', uuid: stage.organizationId }, { ssid: 'Guests', bands: ['5G'] }),
    ),
    inAMinute(),
  );
  const { obey } = rejecting.device;
  rejecting.device.obey = (received) => {
    // Only the next configuration.
    rejecting.behaviour = rejecting.networks.length === 2 ? 'rejects' : 'applies';
    obey(received);
  };
  await stage.becomes(await apply(network('Office')), 'doneWithFailures');
  const received = rejecting.networks.length;
  server.advance(MINUTE);
  await stage.becomes(scheduled, 'done');
  expect(await stage.rowOf(scheduled, rejecting)).toMatchObject({
    state: 'skipped',
    skipReason: 'settingsChanged',
  });
  expect(rejecting.networks).toHaveLength(received);
  expect(await stage.rowOf(scheduled, other)).toMatchObject({ state: 'verified' });
  expect(other.networks).toEqual([[], ['Guests']]);
  expect(await deliverPending(rejecting)).toEqual(['Guests', 'Office']);
});

test('a scheduled change keeps what another one delivered after its review', async () => {
  const device = await stage.online();
  const scheduled = await apply(network('Guests'), inAMinute());
  await stage.becomes(await apply(network('Office')), 'done');
  server.advance(MINUTE);
  await stage.reaches(scheduled, device, 'verified');
  expect(device.networks.map((names) => names.toSorted())).toEqual([[], ['Office'], ['Guests', 'Office']]);
});

test('a device that is offline gets a change and a scheduled one that starts meanwhile', async () => {
  const device = await stage.online();
  await stage.goOffline(device);
  const scheduled = await apply(network('Guests'), inAMinute());
  const applied = await apply(network('Office'));
  await stage.reaches(applied, device, 'offline');
  server.advance(MINUTE);
  await stage.reaches(scheduled, device, 'offline');
  await device.device.connect({ reason: 'power-on' });
  await stage.reaches(scheduled, device, 'verified');
  expect(device.networks.at(-1)?.toSorted()).toEqual(['Guests', 'Office']);
  await stage.reaches(applied, device, 'superseded');
});
