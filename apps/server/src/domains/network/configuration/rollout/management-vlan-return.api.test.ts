import { CONFIGURATION_LIMITS } from '@airloom/contract/configuration/configuration.limits';
import { SECOND } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
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

const runJob = () => server.platform.addJob('revertVlans', {}, 'revertVlans');

const vlanOf = async ({ id }: ConfiguredDevice) =>
  (await server.call('viewDevice', { deviceUUID: id }, stage.as)).data.managementVlan;

/** Whether its VLAN has to be reported yet. */
const isTried = async ({ id }: ConfiguredDevice) =>
  (await stage.rows(sql`select from device where id = ${id} and vlan_version is not null`)).length > 0;

const logged = async () =>
  (await server.call('listOperations', { call: 'revertManagementVlan' }, stage.as)).data.rows;

async function setVlan({ id }: ConfiguredDevice, vlan: number | null = VLAN): Promise<void> {
  expectSuccess(await server.call('setManagementVlan', { deviceUUIDs: [id], vlan }, stage.as));
}

/** A device that was sent the VLAN and applied it. */
async function withVlan(): Promise<ConfiguredDevice> {
  const device = await stage.online();
  await setVlan(device);
  await expect.poll(() => vlansOf(device), WITHIN).toEqual([null, VLAN]);
  await expect.poll(() => stage.reportedVersion(device), WITHIN).toBe(device.versions.at(-1));
  return device;
}

/** It is offline for longer than a device has to answer. */
async function staysAway(device: ConfiguredDevice): Promise<void> {
  await stage.goOffline(device);
  server.advance(CONFIGURATION_LIMITS.answerWithinMs + SECOND);
  await runJob();
}

test('an access point that does not return with its management VLAN gets the previous one back', async () => {
  const device = await withVlan();
  await staysAway(device);
  await expect.poll(() => vlanOf(device), WITHIN).toBeNull();
  expect(await logged()).toMatchObject([{ userName: '', objects: [{ kind: 'device' }] }]);
  expect(await stage.reasonsOf(device)).toEqual(['takenOver', 'vlanChanged', 'reverted']);
  await device.device.connect({ reason: 'power-on' });
  await expect.poll(() => vlansOf(device), WITHIN).toEqual([null, VLAN, null]);
});

test('an access point that returns with its previous configuration is not sent the VLAN again', async () => {
  const device = await withVlan();
  await stage.goOffline(device);
  await device.device.connect({ reason: 'power-on', runs: device.versions[0] ?? 0 });
  await expect.poll(() => vlansOf(device), WITHIN).toEqual([null, VLAN, null]);
  expect(await vlanOf(device)).toBeNull();
  expect(await logged()).toHaveLength(1);
  const { data } = await server.call('listConfigurations', { deviceUUID: device.id }, stage.as);
  expect(data.rows.map(({ reason, state }) => [reason, state]).slice(1)).toEqual([
    ['vlanChanged', 'notApplied'],
    ['takenOver', 'applied'],
  ]);
});

test('an access point that reports its VLAN keeps it when it goes offline later', async () => {
  const device = await withVlan();
  await runJob();
  await expect.poll(() => isTried(device), WITHIN).toBe(false);
  const other = await withVlan();
  await stage.goOffline(device);
  await staysAway(other);
  // The job has run once the VLAN of the other device is set back.
  await expect.poll(() => vlanOf(other), WITHIN).toBeNull();
  expect(await vlanOf(device)).toBe(VLAN);
});

test('an access point that was offline since its VLAN was set is waited for', async () => {
  const device = await stage.online();
  await stage.goOffline(device);
  await setVlan(device);
  const other = await withVlan();
  await staysAway(other);
  await expect.poll(() => vlanOf(other), WITHIN).toBeNull();
  expect(await vlanOf(device)).toBe(VLAN);
  await device.device.connect({ reason: 'power-on' });
  await expect.poll(() => vlansOf(device), WITHIN).toEqual([null, VLAN]);
});

test('two VLANs in a row that were not reported go back to the one before both', async () => {
  const device = await withVlan();
  await setVlan(device, 78);
  await expect.poll(() => vlansOf(device), WITHIN).toEqual([null, VLAN, 78]);
  await staysAway(device);
  await expect.poll(() => vlanOf(device), WITHIN).toBeNull();
});

test('an access point that a restored version moves to another VLAN gets the previous one back', async () => {
  const device = await withVlan();
  await runJob();
  await expect.poll(() => isTried(device), WITHIN).toBe(false);
  const version = device.versions[0] ?? 0;
  expectSuccess(await server.call('restoreConfiguration', { deviceUUID: device.id, version }, stage.as));
  await expect.poll(() => vlansOf(device), WITHIN).toEqual([null, VLAN, null]);
  await staysAway(device);
  await expect.poll(() => vlanOf(device), WITHIN).toBe(VLAN);
});

test('a VLAN set during a rollout ends it for the device, which returns to its verified settings and VLAN', async () => {
  const device = await stage.online();
  await stage.becomes(await stage.change({ ssid: 'Office' }), 'done');
  device.behaviour = 'hides';
  const change = await stage.change({ ssid: 'Staff' });
  await stage.reaches(change, device, 'accepted');
  await setVlan(device);
  await expect.poll(() => vlansOf(device).at(-1), WITHIN).toBe(VLAN);
  await stage.goOffline(device);
  await stage.reaches(change, device, 'superseded');
  server.advance(CONFIGURATION_LIMITS.answerWithinMs + SECOND);
  await runJob();
  await expect.poll(() => vlanOf(device), WITHIN).toBeNull();
  await device.device.connect({ reason: 'power-on' });
  await expect.poll(() => vlansOf(device).at(-1), WITHIN).toBeNull();
  expect(device.networks.at(-1)).toEqual(['Office']);
});
