import { HOUR } from '@airloom/contract/time';
import { expect, test } from 'vitest';
import { openStageForEachTest, type RolloutStage, WITHIN } from '../testing/rollout-stage.ts';

let stage: RolloutStage;
openStageForEachTest((opened) => {
  stage = opened;
});

const anHourBehind = () => new Date(stage.server.platform.now().getTime() - HOUR);

test('a device whose clock is an hour behind is verified by its reports', async () => {
  const device = await stage.unmanaged();
  device.clock = anHourBehind;
  await stage.manage(device);
  const change = await stage.change({ ssid: 'Office' });
  await stage.reaches(change, device, 'verified');
  expect(device.networks.at(-1)).toEqual(['Office']);
});

test('a device whose clock is set back by an hour is verified by its later reports', async () => {
  const device = await stage.online();
  device.clock = () => stage.server.platform.now();
  device.report();
  await expect.poll(() => stage.reportedVersion(device), WITHIN).toBe(device.device.runs);
  device.clock = anHourBehind;
  const change = await stage.change({ ssid: 'Office' });
  await stage.reaches(change, device, 'verified');
});

test('a device whose clock is set back while it rejects a change is returned to its settings', async () => {
  const device = await stage.online();
  await stage.becomes(await stage.change({ ssid: 'Office' }), 'done');
  device.clock = anHourBehind;
  device.behaviour = 'appliesPartly';
  const change = await stage.change({ ssid: 'Guest' });
  await stage.reaches(change, device, 'reverting');
  device.behaviour = 'applies';
  await stage.reaches(change, device, 'reverted');
});
