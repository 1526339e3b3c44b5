import { MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { type ConfiguredDevice, RolloutStage, WITHIN } from '../testing/rollout-stage.ts';

let server: TestServer;
let stage: RolloutStage;
let device: ConfiguredDevice;
beforeAll(async () => {
  server = await startTestServer({ GATEWAY_PORT: '0', CONFIGURATION_HOLD_SECONDS: '600' });
});
beforeEach(async () => {
  stage = await RolloutStage.open(server);
  device = await stage.online();
});
afterEach(() => stage.end());
afterAll(() => server.stop());

async function isShown(change: string): Promise<boolean> {
  const [row] = await stage.rows(sql<{ shown: boolean }>`
    select shown_at is not null as shown from configuration_change_device where change_id = ${change}`);
  return row?.shown ?? false;
}

test('a device is verified when it is still connected some time after its report showed the settings', async () => {
  const change = await stage.change({ ssid: 'Office' });
  await expect.poll(() => isShown(change), WITHIN).toBe(true);
  expect(await stage.rowOf(change, device)).toMatchObject({ state: 'accepted' });
  await stage.pass(10 * MINUTE, device);
  await stage.becomes(change, 'done');
  expect(await stage.rowOf(change, device)).toMatchObject({ state: 'verified' });
});

test('a device that drops out meanwhile, and does not come back, gets its settings back', async () => {
  const change = await stage.change({ ssid: 'Office' });
  await expect.poll(() => isShown(change), WITHIN).toBe(true);
  await stage.goOffline(device);
  server.advance(20 * MINUTE);
  await stage.reaches(change, device, 'reverting');
  expect(await stage.reasonsOf(device)).toEqual(['takenOver', 'change', 'reverted']);
});
