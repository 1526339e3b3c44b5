import { CONFIGURATION_LIMITS } from '@airloom/contract/configuration/configuration.limits';
import { NO_SETTINGS } from '@airloom/contract/configuration/effective';
import { MINUTE, SECOND } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { expectSuccess } from '../../../people/identity/testing/expectations.ts';
import { takeOver } from '../../devices/testing/take-over.ts';
import { writeSettings } from '../../settings/index.ts';
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

const sorted = ({ networks }: ConfiguredDevice) => networks.map((names) => names.toSorted());

const stateOf = async ({ id }: ConfiguredDevice) =>
  (await server.call('viewDevice', { deviceUUID: id }, stage.as)).data.configurationState;

/** A device with the network of its site that never applies a whole configuration. */
async function partlyApplying(): Promise<ConfiguredDevice> {
  await buildNetwork(server, stage.owner, { level: 'site', uuid: stage.siteId }, { ssid: 'Office' });
  const device = await stage.unmanaged();
  device.behaviour = 'appliesPartly';
  expect((await takeOver(server, stage.as, device.id)).data.changed).toBe(1);
  await expect.poll(() => stateOf(device), WITHIN).toBe('partly');
  return device;
}

test('a device that rejected the same parts before the change is verified', async () => {
  const device = await partlyApplying();
  const change = await stage.change({ ssid: 'Guests' });
  expect(await stage.reaches(change, device, 'verified')).toMatchObject({ missing: [] });
  await stage.becomes(change, 'done');
  expect(sorted(device)).toEqual([['Office'], ['Guests', 'Office']]);
});

test('a device that always applies partly returns to the networks it had before a failed change', async () => {
  const device = await partlyApplying();
  const { obey } = device.device;
  device.device.obey = (received) => {
    device.behaviour = device.versions.length === 2 ? 'rejects' : 'appliesPartly';
    obey(received);
  };
  const change = await stage.change({ ssid: 'Guests' });
  expect(await stage.reaches(change, device, 'reverted')).toMatchObject({ rejected: ['ssid: name in use'] });
  await stage.becomes(change, 'doneWithFailures');
  expect(sorted(device)).toEqual([['Office'], ['Guests', 'Office'], ['Office']]);
});

test('a device that applies its earlier settings after it was given up has returned', async () => {
  const device = await stage.online();
  device.behaviour = 'isSilent';
  const change = await stage.change({ ssid: 'Guests' });
  await stage.reaches(change, device, 'sent');
  await stage.pass(CONFIGURATION_LIMITS.answerWithinMs + SECOND, device);
  await stage.reaches(change, device, 'reverting');
  await stage.pass(CONFIGURATION_LIMITS.answerWithinMs + SECOND, device);
  await stage.reaches(change, device, 'revertFailed');
  await stage.becomes(change, 'doneWithFailures');
  device.behaviour = 'applies';
  await device.device.restart();
  await stage.reaches(change, device, 'reverted');
  expect(device.networks.at(-1)).toEqual([]);
  expect(await stage.stateOf(change)).toBe('doneWithFailures');
});

const settingsOf = async ({ id }: { readonly id: string }) =>
  (
    await stage.rows(sql<{ released: typeof NO_SETTINGS | null; verified: object | null }>`
      select released_settings as released, verified_settings as verified from device where id = ${id}`)
  )[0];

test('a device that is taken over again does not return to the networks of its earlier site', async () => {
  const device = await stage.online();
  await stage.becomes(await stage.change({ ssid: 'Office' }), 'done');
  expect((await settingsOf(device))?.verified).not.toBeNull();
  const other = await stage.site('Quay');
  await stage.goOffline(device);
  expectSuccess(
    await server.call(
      'moveDevices',
      { deviceUUIDs: [device.id], siteUUID: other, groupUUID: null },
      stage.as,
    ),
  );
  await stage.rows(
    sql`update device set configuration_state = 'unmanaged' where id = ${device.id} returning id`,
  );
  expect((await takeOver(server, stage.as, device.id)).data.changed).toBe(1);
  expect(await settingsOf(device)).toMatchObject({ released: NO_SETTINGS, verified: null });
});

test('a claimed device does not return to the networks of its earlier site', async () => {
  const device = await stage.online();
  await stage.becomes(await stage.change({ ssid: 'Office' }), 'done');
  await stage.goOffline(device);
  const other = await stage.site('Quay');
  await stage.rows(
    sql`update device set site_id = null, group_id = null where id = ${device.id} returning id`,
  );
  expectSuccess(
    await server.call(
      'claimDevices',
      { deviceUUIDs: [device.id], siteUUID: other, groupUUID: null },
      stage.as,
    ),
  );
  expect(await settingsOf(device)).toMatchObject({ released: NO_SETTINGS, verified: null });
});

/** Offline devices of a paused change return, and the change is resumed. */
async function returnedTogether(devices: readonly ConfiguredDevice[]): Promise<string> {
  for (const device of devices) await stage.goOffline(device);
  const change = await stage.change();
  await expect.poll(() => stage.states(change, devices), WITHIN).toEqual({ offline: devices.length });
  await stage.becomes(change, 'done');
  await stage.pausedBefore(change);
  for (const device of devices) {
    await device.device.connect({ reason: 'power-on' });
    await expect
      .poll(
        () => stage.rows(sql`select from device where id = ${device.id} and connection_id is not null`),
        WITHIN,
      )
      .toHaveLength(1);
  }
  expectSuccess(await stage.control(change, 'resume'));
  return change;
}

test('starts with one device when several return', async () => {
  const devices = [await stage.online(), await stage.online(), await stage.online()];
  for (const device of devices) device.behaviour = 'isSilent';
  const change = await returnedTogether(devices);
  const sent = async () => (await stage.states(change, devices)).sent ?? 0;
  await expect.poll(sent, WITHIN).toBeGreaterThan(0);
  expect(await stage.states(change, devices)).toEqual({ sent: 1, offline: 2 });
  for (const device of devices) device.behaviour = 'applies';
  const rows = await Promise.all(devices.map((device) => stage.rowOf(change, device)));
  const first = devices[rows.findIndex((row) => row?.state === 'sent')] ?? expect.fail('none was sent');
  await expect.poll(() => first.versions.length, WITHIN).toBe(2);
  if ((await stage.rowOf(change, first))?.state === 'sent')
    first.device.obey(first.device.received.at(-1) ?? expect.fail('nothing was sent'));
  await stage.becomes(change, 'done');
  expect(devices.map(({ networks }) => networks.at(-1))).toEqual([['Office'], ['Office'], ['Office']]);
});

test('starts a device after those behind it when they return together', async () => {
  const [verified, leaf, top] = [await stage.online(), await stage.online(), await stage.online()];
  await server.call(
    'createLink',
    { siteUUID: stage.siteId, upperUUID: top.id, lowerUUID: leaf.id, upperPort: '', lowerPort: '' },
    stage.as,
  );
  leaf.behaviour = 'isSilent';
  for (const device of [leaf, top]) await stage.goOffline(device);
  const change = await stage.change();
  await stage.reaches(change, verified, 'verified');
  await expect.poll(() => stage.states(change, [leaf, top]), WITHIN).toEqual({ offline: 2 });
  await stage.becomes(change, 'done');
  await stage.pausedBefore(change);
  for (const { device, id } of [leaf, top]) {
    await device.connect({ reason: 'power-on' });
    await expect
      .poll(() => stage.rows(sql`select from device where id = ${id} and connection_id is not null`), WITHIN)
      .toHaveLength(1);
  }
  expectSuccess(await stage.control(change, 'resume'));
  await stage.reaches(change, leaf, 'sent');
  await expect.poll(() => leaf.versions.length, WITHIN).toBe(2);
  expect(await stage.rowOf(change, top)).toMatchObject({ state: 'offline' });
  leaf.behaviour = 'applies';
  leaf.device.obey(leaf.device.received.at(-1) ?? expect.fail('nothing was sent'));
  await stage.becomes(change, 'done');
  expect(top.networks).toEqual([[], ['Office']]);
});

test('waits fifteen minutes for a radio that listens for radar, and accepts another channel', async () => {
  const device = await stage.online();
  await stage.rows(sql`
    update device set abilities = jsonb_set(abilities, '{radios,0,channels}', '[36, 100]') where id = ${device.id}
    returning id`);
  const place = { level: 'site', uuid: stage.siteId } as const;
  await server.platform.database.withTenant(stage.owner, (tx) =>
    writeSettings(
      tx,
      stage.owner,
      [
        {
          id: crypto.randomUUID(),
          kind: 'radios',
          place,
          networkId: null,
          value: { bands: { '5G': { channel: 100 } } },
          version: 1,
        },
      ],
      'test',
      server.platform.now(),
    ),
  );
  // Its networks are not on air while it listens.
  device.behaviour = 'hides';
  const change = await stage.change();
  await stage.reaches(change, device, 'accepted');
  await stage.pass(CONFIGURATION_LIMITS.verifyWithinMs + 4 * MINUTE + SECOND, device);
  await stage.rows(
    sql`update configuration_change set due_at = ${server.platform.now()} where id = ${change} returning id`,
  );
  device.show(['Office']);
  expect(await stage.reaches(change, device, 'verified')).toMatchObject({ missing: [] });
  expect(device.networks).toEqual([[], ['Office']]);
});
