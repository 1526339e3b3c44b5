import { expect, test } from 'vitest';
import type { TestServer } from '../../../../testing/test-server.ts';
import { expectSuccess } from '../../../people/identity/testing/expectations.ts';
import {
  type ConfiguredDevice,
  openStageForEachTest,
  type RolloutStage,
  WITHIN,
} from '../testing/rollout-stage.ts';

let server: TestServer;
let stage: RolloutStage;
openStageForEachTest((opened) => {
  stage = opened;
  server = opened.server;
});

const isPending = async ({ id }: ConfiguredDevice) =>
  (await server.call('viewEffectiveSettings', { deviceUUID: id }, stage.as)).data.pending;

/** A device that was restored to its configuration from before the network Broken. */
async function restored(): Promise<ConfiguredDevice> {
  const device = await stage.online();
  await stage.becomes(await stage.change({ ssid: 'Office' }), 'done');
  const version = device.versions.at(-1) ?? 0;
  await stage.becomes(await stage.change({ ssid: 'Broken' }), 'done');
  expect(await isPending(device)).toBe(false);
  expectSuccess(await server.call('restoreConfiguration', { deviceUUID: device.id, version }, stage.as));
  await expect.poll(() => device.networks.at(-1), WITHIN).toEqual(['Office']);
  return device;
}

test('a restored device keeps the networks of that version when it is renamed, and shows the others as pending', async () => {
  const device = await restored();
  expect(await isPending(device)).toBe(true);
  expectSuccess(await server.call('updateDevice', { deviceUUID: device.id, name: 'Desk' }, stage.as));
  await expect.poll(() => stage.reasonsOf(device), WITHIN).toContain('renamed');
  await expect.poll(() => device.versions, WITHIN).toHaveLength(5);
  expect(device.networks.at(-1)).toEqual(['Office']);
});

test('a restored device that rejects a change returns to the networks of the restored version', async () => {
  const device = await restored();
  const { obey } = device.device;
  device.device.obey = (received) => {
    device.behaviour = device.networks.at(-1)?.includes('Staff') === true ? 'rejects' : 'applies';
    obey(received);
  };
  const change = await stage.change({ ssid: 'Staff' });
  await stage.reaches(change, device, 'reverted');
  expect(device.networks.at(-1)).toEqual(['Office']);
});
