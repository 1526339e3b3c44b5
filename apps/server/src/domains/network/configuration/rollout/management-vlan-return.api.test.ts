import { CONFIGURATION_LIMITS } from '@airloom/contract/configuration/configuration.limits';
import { MINUTE, SECOND } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { CHECK_EVERY_MS } from '../../../../platform/rollout/advance-rollout.ts';
import { reviewed } from '../../../../testing/configuration-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { expectSuccess } from '../../../people/identity/testing/expectations.ts';
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

const VLAN = 77;
const tagged = z.object({ interfaces: z.array(z.object({ vlan: z.object({ id: z.number() }).optional() })) });

/** Management VLANs of the received configurations. */
function vlansOf({ device }: ConfiguredDevice): (number | null)[] {
  return device.received.flatMap(({ command }) =>
    command.name === 'configure' ? [tagged.parse(command.document).interfaces[0]?.vlan?.id ?? null] : [],
  );
}

const runJob = () => server.platform.addJob('revertTrials', {}, 'revertTrials');

const vlanOf = async ({ id }: ConfiguredDevice) =>
  (await server.call('viewDevice', { deviceUUID: id }, stage.as)).data.managementVlan;

/** Whether its VLAN has to be reported yet. */
const isTried = async ({ id }: ConfiguredDevice) =>
  (await stage.rows(sql`select from device where id = ${id} and trial_version is not null`)).length > 0;

const logged = async () =>
  (await server.call('listOperations', { call: 'revertManagementVlan' }, stage.as)).data.rows;

/** Applies a reviewed change of the VLAN. */
async function setVlan(devices: readonly ConfiguredDevice[], vlan: number | null = VLAN): Promise<string> {
  const deviceUUIDs = devices.map(({ id }) => id);
  const input = await reviewed(server, stage.owner, { kind: 'managementVlan', deviceUUIDs, vlan });
  const applied = await server.call('applyChange', input, stage.as);
  expectSuccess(applied);
  return applied.data.changeUUID;
}

/** A device that was sent the VLAN of a change, and is offline before a report shows it. */
async function lostWithVlan(device: ConfiguredDevice): Promise<string> {
  device.behaviour = 'answersOnly';
  const change = await setVlan([device]);
  await expect.poll(() => vlansOf(device), WITHIN).toEqual([null, VLAN]);
  await stage.goOffline(device);
  device.behaviour = 'applies';
  return change;
}

/** A device that the VLAN was verified on. */
async function withVlan(): Promise<ConfiguredDevice> {
  const device = await stage.online();
  await stage.becomes(await setVlan([device]), 'done');
  expect(vlansOf(device)).toEqual([null, VLAN]);
  return device;
}

const restoreFirst = async ({ id, versions }: ConfiguredDevice) => {
  const version = versions[0] ?? 0;
  expectSuccess(await server.call('restoreConfiguration', { deviceUUID: id, version }, stage.as));
};

/** It is offline for longer than a device has to answer. */
async function staysAway(device: ConfiguredDevice): Promise<void> {
  await stage.goOffline(device);
  server.advance(CONFIGURATION_LIMITS.answerWithinMs + SECOND);
  await runJob();
}

test('a VLAN is delivered to one site first, and to the others after it was verified there', async () => {
  const sites = [stage.siteId, await stage.site('East'), await stage.site('West')];
  const devices = await Promise.all(sites.map((site) => stage.online(site)));
  for (const device of devices) device.behaviour = 'answersOnly';
  const change = await setVlan(devices);
  await expect.poll(() => stage.states(change, devices), WITHIN).toEqual({ sent: 1, waiting: 2 });
  const got = () => devices.filter((device) => vlansOf(device).includes(VLAN));
  await expect.poll(() => got().length, WITHIN).toBe(1);
  const [first] = got();
  for (const device of devices) device.behaviour = 'applies';
  first?.report();
  await stage.becomes(change, 'done');
  expect(devices.map(vlansOf)).toEqual(devices.map(() => [null, VLAN]));
});

test('an access point that does not return with its VLAN is failed in the change and gets the previous one back', async () => {
  const device = await stage.online();
  const change = await lostWithVlan(device);
  server.advance(CONFIGURATION_LIMITS.verifyAfterRadarCheckWithinMs + SECOND);
  await stage.reaches(change, device, 'reverting');
  expect(await vlanOf(device)).toBeNull();
  await device.device.connect({ reason: 'power-on' });
  await expect.poll(() => vlansOf(device), WITHIN).toEqual([null, VLAN, null]);
  await stage.reaches(change, device, 'reverted');
  await stage.becomes(change, 'doneWithFailures');
  expect(await stage.reasonsOf(device)).toEqual(['takenOver', 'change', 'reverted']);
  expect(await isTried(device)).toBe(false);
});

test('an access point that returns with its previous configuration is not sent the VLAN again', async () => {
  const device = await stage.online();
  const change = await lostWithVlan(device);
  await device.device.connect({ reason: 'power-on', runs: device.versions[0] ?? 0 });
  await expect.poll(() => isTried(device), WITHIN).toBe(false);
  // The unanswered configuration with the VLAN ends.
  server.advance(2 * MINUTE + SECOND);
  await expect.poll(() => vlansOf(device), WITHIN).toEqual([null, VLAN, null]);
  await stage.reaches(change, device, 'reverted');
  expect(await vlanOf(device)).toBeNull();
  const { data } = await server.call('listConfigurations', { deviceUUID: device.id }, stage.as);
  expect(data.rows.map(({ reason, state }) => [reason, state]).slice(1)).toEqual([
    ['change', 'notApplied'],
    ['takenOver', 'applied'],
  ]);
});

test('an access point that reports its VLAN keeps it when it goes offline later', async () => {
  const device = await withVlan();
  expect(await isTried(device)).toBe(false);
  await staysAway(device);
  const other = await stage.online();
  await lostWithVlan(other);
  server.advance(CONFIGURATION_LIMITS.verifyAfterRadarCheckWithinMs + SECOND);
  await expect.poll(() => vlanOf(other), WITHIN).toBeNull();
  expect(await vlanOf(device)).toBe(VLAN);
});

test('an access point that was offline since its VLAN was set is waited for', async () => {
  const device = await stage.online();
  await stage.goOffline(device);
  const change = await setVlan([device]);
  await stage.reaches(change, device, 'offline');
  server.advance(CONFIGURATION_LIMITS.verifyAfterRadarCheckWithinMs + SECOND);
  await runJob();
  await device.device.connect({ reason: 'power-on' });
  await stage.reaches(change, device, 'verified');
  expect(vlansOf(device)).toEqual([null, VLAN]);
  expect(await vlanOf(device)).toBe(VLAN);
});

test('an access point that a restored version moves to another VLAN gets the previous one back', async () => {
  const device = await withVlan();
  await restoreFirst(device);
  await expect.poll(() => vlansOf(device), WITHIN).toEqual([null, VLAN, null]);
  await staysAway(device);
  await expect.poll(() => vlanOf(device), WITHIN).toBe(VLAN);
  expect(await logged()).toMatchObject([{ userName: '', objects: [{ kind: 'device' }] }]);
  await device.device.connect({ reason: 'power-on' });
  await expect.poll(() => vlansOf(device), WITHIN).toEqual([null, VLAN, null, VLAN]);
});

test('two restored VLANs in a row that were not reported go back to the one before both', async () => {
  const device = await withVlan();
  await stage.becomes(await setVlan([device], 78), 'done');
  await restoreFirst(device);
  const [, version = 0] = device.versions;
  expectSuccess(await server.call('restoreConfiguration', { deviceUUID: device.id, version }, stage.as));
  await expect.poll(() => vlansOf(device).at(-1), WITHIN).toBe(VLAN);
  await staysAway(device);
  await expect.poll(() => vlanOf(device), WITHIN).toBe(78);
});

test('a version restored during a rollout ends it for the device, which returns to its verified settings and VLAN', async () => {
  const device = await withVlan();
  await stage.becomes(await stage.change({ ssid: 'Office' }), 'done');
  device.behaviour = 'hides';
  const change = await stage.change({ ssid: 'Staff' });
  await stage.reaches(change, device, 'accepted');
  await restoreFirst(device);
  await expect.poll(() => vlansOf(device).at(-1), WITHIN).toBeNull();
  await stage.goOffline(device);
  await stage.reaches(change, device, 'superseded');
  server.advance(CONFIGURATION_LIMITS.answerWithinMs + SECOND);
  // As in production, where it runs again and again: the device may just be going offline.
  const vlanAfterJob = async () => {
    await runJob();
    return vlanOf(device);
  };
  await expect.poll(vlanAfterJob, { ...WITHIN, interval: 200 }).toBe(VLAN);
  await device.device.connect({ reason: 'power-on' });
  await expect.poll(() => vlansOf(device).at(-1), WITHIN).toBe(VLAN);
  expect(device.networks.at(-1)).toEqual(['Office']);
});

test('a change waits for an access point while a restored VLAN is tried', async () => {
  const device = await withVlan();
  await restoreFirst(device);
  await expect.poll(() => vlansOf(device).at(-1), WITHIN).toBeNull();
  const change = await stage.change({ ssid: 'Office' });
  await stage.reaches(change, device, 'waiting');
  await stage.becomes(change, 'rollingOut');
  expect(await isTried(device)).toBe(true);
  await runJob();
  await expect.poll(() => isTried(device), WITHIN).toBe(false);
  server.advance(CHECK_EVERY_MS);
  await stage.becomes(change, 'done');
});
