import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { Upgrade } from '@airloom/contract/firmware/firmware.model';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeImage } from '../../../../../../simulator/src/commands/firmware-image.ts';
import { startFleet, type Fleet as VirtualFleet } from '../../../../../../simulator/src/fleet/fleet.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { Fleet, WITHIN } from '../testing/fleet.ts';

const KINDS = ['ap', 'smart', 'switch', 'gateway', 'ac', 'controller'] as const;
const RETRY_PAUSE = 61_000;

let server: TestServer;
let fleet: Fleet;
let virtual: VirtualFleet;
beforeAll(async () => {
  server = await startTestServer({ GATEWAY_PORT: '0' });
  fleet = await Fleet.open(server);
  const { code } = (await server.call('createClaimCode', { siteUUID: fleet.siteId, uses: 100 }, fleet.as))
    .data;
  virtual = await startFleet({
    devices: 0,
    sites: 1,
    seed: 5,
    kinds: Object.fromEntries(KINDS.map((kind) => [kind, 1])),
    gateway: `wss://127.0.0.1:${server.gatewayPort}`,
    code,
    bootMs: 300,
    secondMs: 50,
    retryMaxMs: 500,
  });
  await virtual.ready;
});
afterEach(() => virtual.control.fault({}, { firmware: 'none' }));
afterAll(async () => {
  await virtual.stop();
  await server.stop();
});

/** The online device of this kind that sends the hello itself. */
async function deviceOf(kind: DeviceKind) {
  const node = virtual.simulation.devices.find((one) => one.kind === kind) ?? expect.fail();
  const find = async () => {
    const { rows } = (await server.call('listDevices', { search: node.sn }, fleet.as)).data;
    return rows.find(({ sn }) => sn === node.sn);
  };
  await expect.poll(find, WITHIN).toMatchObject({ status: 'online' });
  const { deviceUUID } = (await find()) ?? expect.fail();
  return { id: deviceUUID, node };
}

let versions = 0;

async function upgrade(kind: DeviceKind, retries: number) {
  const { id, node } = await deviceOf(kind);
  versions += 1;
  const firmware = `${node.model.name} 9.${versions}`;
  const bytes = makeImage(firmware, [node.model.compatible], 50_000);
  const firmwareUUID = await fleet.image(`9.${versions}`, [node.model.name], bytes, kind);
  const target = { kind: 'devices' as const, deviceUUIDs: [id] };
  const campaign = await fleet.campaign({ firmwareUUID, target, retries });
  return { id, node, campaign, firmware };
}

async function logOf(deviceUUID: string): Promise<Upgrade[]> {
  return (await server.call('listUpgrades', { deviceUUID }, fleet.as)).data.rows;
}

test.each(KINDS)('%s: an upgrade that cannot be installed has failed, and is tried again', async (kind) => {
  const { node } = await deviceOf(kind);
  virtual.control.fault({ serial: node.serial }, { firmware: 'install' });
  const { id, campaign, firmware } = await upgrade(kind, 1);
  await expect
    .poll(() => fleet.upgradeOf(campaign, id), WITHIN)
    .toMatchObject({ state: 'waiting', attempts: 1, reason: 'deviceFailed', percent: null });
  server.advance(RETRY_PAUSE);
  expect(await fleet.reaches(campaign, id, 'failed')).toMatchObject({
    attempts: 2,
    reason: 'deviceFailed',
  });
  expect(await fleet.statusOf(id)).toMatchObject({ upgrade: 'upgradeFailed' });
  await expect.poll(async () => (await fleet.view(campaign)).state, WITHIN).toBe('finished');

  virtual.control.fault({ serial: node.serial }, { firmware: 'none' });
  await deviceOf(kind);
  await server.call('changeCampaign', { campaignUUID: campaign, change: 'retryFailed' }, fleet.as);
  expect(await fleet.reaches(campaign, id, 'succeeded')).toMatchObject({ attempts: 3, reason: null });
  expect(await fleet.statusOf(id)).toMatchObject({ upgrade: 'upgradeSuccessful', version: firmware });
  expect(await logOf(id)).toHaveLength(1);
});

test.each([
  ['ap', 'download', 'refused', 'Failed: download interrupted'],
  ['ap', 'boot', 'deviceFailed', 'upgradefailed'],
  ['switch', 'download', 'deviceFailed', 'fail'],
  ['switch', 'boot', 'deviceFailed', 'upgradefailed'],
] as const)('%s: an upgrade that fails at %s reports the reason', async (kind, firmware, reason, text) => {
  const { node } = await deviceOf(kind);
  virtual.control.fault({ serial: node.serial }, { firmware });
  const { id, campaign } = await upgrade(kind, 0);
  const failed = await fleet.reaches(campaign, id, 'failed');
  expect(failed).toMatchObject({ attempts: 1, reason });
  // Progress of the device may contain no text.
  expect(['', text]).toContain(failed.text);
  await expect.poll(async () => (await fleet.view(campaign)).state, WITHIN).toBe('finished');
});
