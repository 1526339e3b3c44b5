import type { EffectiveSettings } from '@airloom/contract/configuration/effective';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { TestServer } from '../../../../testing/test-server.ts';
import { expectSuccess } from '../../../people/identity/testing/expectations.ts';
import { takeOver } from '../../devices/testing/take-over.ts';
import { buildNetwork } from '../../settings/testing/networks.ts';
import {
  type ConfiguredDevice,
  openStageForEachTest,
  type RolloutStage,
  WITHIN,
} from '../testing/rollout-stage.ts';

/** Devices that join a site. */

let server: TestServer;
let stage: RolloutStage;
openStageForEachTest((opened) => {
  stage = opened;
  server = opened.server;
});

const isPending = async ({ id }: ConfiguredDevice) =>
  (await server.call('viewEffectiveSettings', { deviceUUID: id }, stage.as)).data.pending;

/** A connected device that waits to be claimed. */
async function unclaimed(): Promise<ConfiguredDevice> {
  const device = await stage.online(await stage.site('Quay'));
  await stage.rows(sql`update device set site_id = null where id = ${device.id} returning id`);
  return device;
}

async function claim({ id }: ConfiguredDevice): Promise<void> {
  const input = { deviceUUIDs: [id], siteUUID: stage.siteId, groupUUID: null };
  expectSuccess(await server.call('claimDevices', input, stage.as));
}

/** A site whose device has the network Office and returned to it after it rejected Staff. */
async function afterFailedChange(): Promise<void> {
  const device = await stage.online();
  await stage.becomes(await stage.change({ ssid: 'Office' }), 'done');
  const { obey } = device.device;
  device.device.obey = (received) => {
    device.behaviour = device.networks.at(-1)?.includes('Staff') === true ? 'rejects' : 'applies';
    obey(received);
  };
  const change = await stage.change({ ssid: 'Staff' });
  await stage.reaches(change, device, 'reverted');
  await stage.becomes(change, 'doneWithFailures');
}

test('a claimed device gets the settings that the devices of its site have', async () => {
  await stage.online();
  await stage.becomes(await stage.change({ ssid: 'Office' }), 'done');
  const device = await unclaimed();
  await claim(device);
  await expect.poll(() => device.networks.at(-1), WITHIN).toEqual(['Office']);
  expect(await isPending(device)).toBe(false);
});

test('a device that is claimed after a failed change gets no settings before a review', async () => {
  await afterFailedChange();
  const device = await unclaimed();
  await claim(device);
  await expect.poll(() => stage.reasonsOf(device), WITHIN).toContain('claimed');
  await expect.poll(() => device.versions.length, WITHIN).toBe(2);
  expect(device.networks.at(-1)).toEqual([]);
  expect(await isPending(device)).toBe(true);
});

test('a device that is taken over after a failed change gets no settings before a review', async () => {
  await afterFailedChange();
  const device = await stage.unmanaged();
  expect((await takeOver(server, stage.as, device.id)).data.changed).toBe(1);
  await expect.poll(() => device.networks, WITHIN).toEqual([[]]);
  expect(await isPending(device)).toBe(true);
});

test('a device that is claimed during a rollout gets no settings before a review', async () => {
  const first = await stage.online();
  first.behaviour = 'isSilent';
  await stage.reaches(await stage.change({ ssid: 'Office' }), first, 'sent');
  const device = await unclaimed();
  await claim(device);
  await expect.poll(() => device.versions.length, WITHIN).toBe(2);
  expect(device.networks.at(-1)).toEqual([]);
});

test('the settings of a device that was taken over are verified when it reports their version', async () => {
  await buildNetwork(server, stage.owner, { level: 'site', uuid: stage.siteId }, { ssid: 'Office' });
  const device = await stage.unmanaged();
  const verified = async () =>
    (
      await stage.rows(sql<{ verified: EffectiveSettings | null }>`
        select verified_settings as verified from device where id = ${device.id}`)
    )[0]?.verified?.networks.map(({ value }) => value.ssid);
  expect((await takeOver(server, stage.as, device.id)).data.changed).toBe(1);
  await expect.poll(verified, WITHIN).toEqual(['Office']);
});
