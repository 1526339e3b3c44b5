import { CONFIGURATION_LIMITS } from '@airloom/contract/configuration/configuration.limits';
import { MINUTE, SECOND } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { reviewed } from '../../../../testing/configuration-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { expectFailure, expectSuccess } from '../../../people/identity/testing/expectations.ts';
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

/** A device with a verified network that does not answer the next change. */
async function silentFor(ssid: string): Promise<{ device: ConfiguredDevice; change: string }> {
  const device = await stage.online();
  await stage.becomes(await stage.change({ ssid: 'Office' }), 'done');
  device.behaviour = 'isSilent';
  const change = await stage.change({ ssid });
  await stage.reaches(change, device, 'sent');
  await expect.poll(() => device.networks.at(-1)?.toSorted(), WITHIN).toEqual([ssid, 'Office']);
  return { device, change };
}

/** Configurations with this network are rejected, all others applied. */
function rejectsNetwork(device: ConfiguredDevice, ssid: string): void {
  const { obey } = device.device;
  device.device.obey = (received) => {
    device.behaviour = device.networks.at(-1)?.includes(ssid) === true ? 'rejects' : 'applies';
    obey(received);
  };
}

test('a device that rejects the change that superseded another returns to its verified settings', async () => {
  const { device, change: earlier } = await silentFor('Guests');
  rejectsNetwork(device, 'Staff');
  const later = await stage.change({ ssid: 'Staff' });
  await stage.reaches(earlier, device, 'superseded');
  // The unanswered configuration of the earlier change ends.
  server.advance(2 * MINUTE + SECOND);
  await stage.reaches(later, device, 'reverted');
  await stage.becomes(later, 'doneWithFailures');
  await stage.becomes(earlier, 'done');
  expect(device.networks.at(-1)).toEqual(['Office']);
});

test('a device that is being returned by one change and rejects the next has its verified settings', async () => {
  const { device, change: earlier } = await silentFor('Guests');
  server.advance(CONFIGURATION_LIMITS.answerWithinMs + SECOND);
  await stage.reaches(earlier, device, 'reverting');
  // It receives its verified settings again and does not answer, so that it is still being returned.
  await expect.poll(() => device.networks.slice(-2), WITHIN).toEqual([expect.anything(), ['Office']]);
  const later = await stage.change({ ssid: 'Staff' });
  await stage.reaches(earlier, device, 'superseded');
  await stage.becomes(earlier, 'done');
  rejectsNetwork(device, 'Staff');
  // The unanswered configuration of the earlier change ends.
  server.advance(2 * MINUTE + SECOND);
  await stage.reaches(later, device, 'reverted');
  await stage.becomes(later, 'doneWithFailures');
  expect(device.networks.at(-1)).toEqual(['Office']);
});

test('two changes end although their connected device answers nothing, not even when it is returned', async () => {
  const { device, change: earlier } = await silentFor('Guests');
  const later = await stage.change({ ssid: 'Staff' });
  await stage.reaches(later, device, 'sent');
  await stage.pass(CONFIGURATION_LIMITS.answerWithinMs + SECOND, device);
  await stage.reaches(later, device, 'reverting');
  await stage.pass(CONFIGURATION_LIMITS.answerWithinMs + SECOND, device);
  await stage.reaches(later, device, 'revertFailed');
  await stage.becomes(later, 'doneWithFailures');
  await stage.becomes(earlier, 'done');
});

test('a device that goes offline during two changes returns to its verified settings', async () => {
  const { device, change: earlier } = await silentFor('Guests');
  const later = await stage.change({ ssid: 'Staff' });
  await stage.reaches(later, device, 'sent');
  await stage.goOffline(device);
  server.advance(CONFIGURATION_LIMITS.answerWithinMs + SECOND);
  await stage.reaches(later, device, 'reverting');
  device.behaviour = 'applies';
  await device.device.connect({ reason: 'power-on' });
  await stage.reaches(later, device, 'reverted');
  await stage.becomes(later, 'doneWithFailures');
  await stage.becomes(earlier, 'done');
  expect(device.networks.at(-1)).toEqual(['Office']);
});

test('a device whose later change is cancelled waits for its settings, which another change delivers', async () => {
  const device = await stage.online();
  await stage.goOffline(device);
  const earlier = await stage.change({ ssid: 'Guests' });
  await stage.reaches(earlier, device, 'offline');
  const later = await stage.change({ ssid: 'Staff' });
  await stage.reaches(later, device, 'offline');
  await stage.rows(sql`
    update configuration_change set due_at = ${server.platform.now()} where id = ${earlier} returning id`);
  await stage.reaches(earlier, device, 'superseded');
  await stage.becomes(later, 'done');
  expectSuccess(await stage.control(later, 'cancel'));
  expect(await stage.rowOf(later, device)).toMatchObject({ state: 'cancelled' });
  expectFailure(await stage.control(later, 'cancel'), 'changeStateConflict');
  await device.device.connect({ reason: 'power-on' });
  const { data } = await server.call('viewEffectiveSettings', { deviceUUID: device.id }, stage.as);
  expect(data.pending).toBe(true);
  const source = { kind: 'pending', siteUUID: stage.siteId } as const;
  const input = await reviewed(server, stage.owner, source);
  const applied = await server.call('applyChange', input, stage.as);
  await stage.reaches(applied.data.changeUUID, device, 'verified');
  expect(device.networks.map((names) => names.toSorted())).toEqual([[], ['Guests', 'Staff']]);
});
