import { CONFIGURATION_LIMITS } from '@airloom/contract/configuration/configuration.limits';
import type { UpgradeStatus } from '@airloom/contract/devices/devices.states';
import { SECOND } from '@airloom/contract/time';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { TestServer } from '../../../../testing/test-server.ts';
import { setUpgradeStatuses } from '../../devices/index.ts';
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

/** As a firmware campaign sets it. */
async function upgradeIs({ id }: ConfiguredDevice, status: UpgradeStatus): Promise<void> {
  const { tenant } = stage.owner;
  await server.platform.database.asSystem((tx) => setUpgradeStatuses(tx, [{ tenant, deviceId: id, status }]));
  server.platform.wakeOutbox();
}

test('a device that is being upgraded keeps its time to answer', async () => {
  const device = await stage.online();
  device.behaviour = 'isSilent';
  const change = await stage.change();
  await expect.poll(() => device.versions.length, WITHIN).toBe(2);
  await upgradeIs(device, 'upgrading');
  server.advance(CONFIGURATION_LIMITS.answerWithinMs + SECOND);
  const hasTime = async () => {
    const [row] = await stage.rows(sql<{ nextAt: Date }>`
      select next_at as "nextAt" from configuration_change_device where change_id = ${change}`);
    return row !== undefined && row.nextAt > server.platform.now();
  };
  await expect.poll(hasTime, WITHIN).toBe(true);
  expect(await stage.rowOf(change, device)).toMatchObject({ state: 'sent' });
  await upgradeIs(device, 'upgradeSuccessful');
  device.behaviour = 'applies';
  device.device.obey(device.device.received.at(-1) ?? expect.fail('nothing was sent'));
  await stage.reaches(change, device, 'verified');
  expect(await stage.reasonsOf(device)).toEqual(['takenOver', 'change']);
});

test('a device that is being upgraded starts after the upgrade', async () => {
  const device = await stage.online();
  await upgradeIs(device, 'upgrading');
  const change = await stage.change();
  await stage.becomes(change, 'rollingOut');
  // The first devices start in the next step.
  await expect
    .poll(
      () =>
        stage.rows(
          sql`select from configuration_change where id = ${change} and due_at > ${server.platform.now()}`,
        ),
      WITHIN,
    )
    .toHaveLength(1);
  expect(await stage.rowOf(change, device)).toMatchObject({ state: 'waiting' });
  await upgradeIs(device, 'upgradeSuccessful');
  await stage.reaches(change, device, 'verified');
  await stage.becomes(change, 'done');
});
