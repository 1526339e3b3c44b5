import { randomBytes } from 'node:crypto';
import { ERRORS, OK_NOTHING_CHANGED } from '@airloom/contract/errors';
import { MINUTE, SECOND } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildMember } from '../../../../testing/builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { ALL_CLIENTS, CLIENTS } from '../../../../testing/real-clients.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import {
  awaitUpgradeCommand,
  Fleet,
  fetchImage,
  MODEL,
  upgradeCommands,
  upgradeTo,
  WITHIN,
} from '../testing/fleet.ts';

let server: TestServer;
let fleet: Fleet;
beforeAll(async () => {
  server = await startTestServer({ GATEWAY_PORT: '0' });
});
beforeEach(async () => {
  fleet = await Fleet.open(server);
});
afterEach(() => fleet.end());
afterAll(() => server.stop());

function by(...ids: string[]) {
  return { kind: 'devices' as const, deviceUUIDs: ids };
}

describe.each(ALL_CLIENTS)('%s', (client) => {
  test('a device downloads the image after the command and succeeds with a hello of the new version', async () => {
    const bytes = randomBytes(100_000);
    const firmwareUUID = await fleet.imageFor(client, 'TIP-v2.0', bytes);
    const { id, device } = await fleet.onlineAs(client);
    const campaign = await fleet.campaign({ firmwareUUID, target: by(id) });
    const command = await awaitUpgradeCommand(device);
    expect(await fleet.statusOf(id)).toMatchObject({ upgrade: 'upgrading' });
    expect(await fleet.upgradeOf(campaign, id)).toMatchObject({
      state: 'upgrading',
      attempts: 1,
      fromVersion: 'one',
      toVersion: 'TIP-v2.0',
      endedAt: null,
    });

    expect((await fetchImage(command.uri)).body.equals(bytes)).toBe(true);
    const part = await fetchImage(command.uri, { range: 'bytes=99990-' });
    expect([part.status, part.headers['content-range']]).toEqual([206, 'bytes 99990-99999/100000']);
    expect(part.body.equals(bytes.subarray(99_990))).toBe(true);
    expect((await fetchImage(command.uri, { range: 'bytes=100000-' })).status).toBe(416);
    expect((await fetchImage(command.uri, {}, 'POST')).status).toBe(405);
    expect((await fetchImage(command.uri, {}, 'HEAD')).headers['content-length']).toBe('100000');
    // The token is valid for this image only.
    expect((await fetchImage(command.uri.replace('/firmware/', '/captures/'))).status).toBe(404);
    expect((await fetchImage(`${command.uri}x`)).status).toBe(404);

    device.answer(command.id);
    await device.restart({ reason: 'upgrade', firmware: 'OpenWrt 23.05 / TIP-v2.0' });
    const done = await fleet.reaches(campaign, id, 'succeeded');
    expect(done).toMatchObject({ percent: 100, attempts: 1, reason: null });
    expect(await fleet.statusOf(id)).toMatchObject({ upgrade: 'upgradeSuccessful' });
    await expect.poll(async () => (await fleet.view(campaign)).state, WITHIN).toBe('finished');
    expect(await fleet.view(campaign)).toMatchObject({ total: 1, succeeded: 1, failed: 0, wave: 1 });
    expect((await fetchImage(command.uri)).status).toBe(404);
    expect(upgradeCommands(device)).toHaveLength(1);
  });

  test('a failed upgrade is retried after a pause, then fails until a person retries it', async () => {
    const { id, device } = await fleet.onlineAs(client);
    const firmwareUUID = await fleet.imageFor(client, 'two');
    const campaign = await fleet.campaign({ firmwareUUID, target: by(id), retries: 1 });
    device.answer((await awaitUpgradeCommand(device)).id, { error: 2, text: 'no room' });
    expect(await fleet.reaches(campaign, id, 'waiting')).toMatchObject({
      reason: 'refused',
      text: 'no room',
    });
    expect(await fleet.statusOf(id)).toMatchObject({ upgrade: 'upgradeFailed' });
    server.advance(61 * SECOND);
    const second = await awaitUpgradeCommand(device, 2);
    device.answer(second.id);
    await device.restart({ reason: 'upgradefailed' });
    expect(await fleet.reaches(campaign, id, 'failed')).toMatchObject({
      attempts: 2,
      reason: CLIENTS[client].failedUpgrade,
    });
    await expect.poll(() => fleet.view(campaign), WITHIN).toMatchObject({ state: 'finished', failed: 1 });

    const retry = { campaignUUID: campaign, change: 'retryFailed' as const };
    expect((await server.call('changeCampaign', retry, fleet.as)).code).toBe(0);
    await upgradeTo(device, 'two', 3);
    expect(await fleet.reaches(campaign, id, 'succeeded')).toMatchObject({ attempts: 3 });
    await expect.poll(async () => (await fleet.view(campaign)).state, WITHIN).toBe('finished');
    expect((await server.call('changeCampaign', retry, fleet.as)).code).toBe(OK_NOTHING_CHANGED);
  });

  test('fails after 15 minutes without progress, and succeeds if the device returns with the version later', async () => {
    const { id, device } = await fleet.onlineAs(client);
    const firmwareUUID = await fleet.imageFor(client, 'two');
    const campaign = await fleet.campaign({ firmwareUUID, target: by(id), retries: 0 });
    const command = await awaitUpgradeCommand(device);
    await device.drop();
    server.advance(14 * MINUTE);
    await server.settled();
    expect((await fleet.upgradeOf(campaign, id)).state).toBe('upgrading');
    server.advance(MINUTE + SECOND);
    expect(await fleet.reaches(campaign, id, 'failed')).toMatchObject({ reason: 'timeout' });
    expect(await fleet.statusOf(id)).toMatchObject({ upgrade: 'upgradeFailed' });
    expect((await fetchImage(command.uri)).status).toBe(404);
    await device.connect({ reason: 'upgrade', firmware: 'two' });
    expect(await fleet.reaches(campaign, id, 'succeeded')).toMatchObject({ reason: 'late' });
    await expect.poll(() => fleet.statusOf(id), WITHIN).toMatchObject({ upgrade: 'upgradeSuccessful' });
    expect(upgradeCommands(device)).toHaveLength(1);
  });

  test('fails for a device that returns with its old version or another one', async () => {
    const old = await fleet.onlineAs(client, 'a');
    const other = await fleet.onlineAs(client, 'b');
    const firmwareUUID = await fleet.imageFor(client, 'two');
    const target = by(old.id, other.id);
    const campaign = await fleet.campaign({ firmwareUUID, target, retries: 0, stopAtFailedPercent: 100 });
    await awaitUpgradeCommand(old.device);
    await awaitUpgradeCommand(other.device);
    await old.device.restart({ reason: 'reboot' });
    await other.device.restart({ reason: 'upgrade', firmware: 'three' });
    expect(await fleet.reaches(campaign, old.id, 'failed')).toMatchObject({ reason: 'sameVersion' });
    expect(await fleet.reaches(campaign, other.id, 'failed')).toMatchObject({
      reason: 'otherVersion',
      text: 'three',
    });
  });
});

test('shows progress while it runs', async () => {
  const { id, device } = await fleet.online();
  const campaign = await fleet.campaign({ firmwareUUID: await fleet.image('two'), target: by(id) });
  const command = await awaitUpgradeCommand(device);
  device.answer(command.id);
  const tell = (operation: string, percentage: number) =>
    device.connection.say('event', {
      data: { event: [1, { type: 'firmware_upgrade_status', payload: { operation, percentage } }] },
    });
  tell('download', 50);
  await expect.poll(async () => (await fleet.upgradeOf(campaign, id)).percent, WITHIN).toBe(25);
  tell('install', 50);
  await expect.poll(async () => (await fleet.upgradeOf(campaign, id)).percent, WITHIN).toBe(75);
  tell('fail', 0);
  await expect
    .poll(() => fleet.upgradeOf(campaign, id), WITHIN)
    .toMatchObject({ state: 'waiting', reason: 'deviceFailed', percent: null, attempts: 1 });
});

test('returns the reason when a single device cannot be upgraded now', async () => {
  const firmwareUUID = await fleet.image('two');
  const { siteId, owner } = fleet;
  const refusals = [
    [{ status: 'offline' }, 'offlineNotUpgraded'],
    [{ status: 'online', upgradeStatus: 'upgrading' }, 'deviceUpgrading'],
    [{ status: 'online', model: 'other' }, 'firmwareModelMismatch'],
    [{ status: 'online', kind: 'switch' }, 'firmwareModelMismatch'],
  ] as const;
  for (const [fields, expected] of refusals) {
    const { id } = await buildDevice(server, owner, { siteId, model: MODEL, ...fields });
    const input = { name: 'x', firmwareUUID, target: by(id) };
    const answer = await server.call('createCampaign', input, fleet.as);
    expect([expected, answer.code]).toEqual([expected, ERRORS[expected].code]);
    if (expected !== 'offlineNotUpgraded') continue;
    expect(answer.msg).toBe('An offline device cannot be upgraded.');
    // A scheduled upgrade accepts it: it may be online then.
    const startAt = new Date(server.platform.now().getTime() + 6 * MINUTE).toISOString();
    expect((await server.call('createCampaign', { ...input, startAt }, fleet.as)).code).toBe(0);
  }
  const controller = await buildDevice(server, owner, { siteId, kind: 'ac', status: 'online' });
  const fields = { siteId, model: MODEL, status: 'online' as const, managedBy: controller.id };
  const member = await buildDevice(server, owner, fields);
  const alone = { name: 'x', firmwareUUID, target: by(member.id) };
  const answer = await server.call('createCampaign', alone, fleet.as);
  expect(answer.code).toBe(ERRORS.deviceUnderController.code);
  const nobody = {
    name: 'x',
    firmwareUUID: await fleet.image('two', ['unheard']),
    target: { kind: 'all' as const },
  };
  expect((await server.call('createCampaign', nobody, fleet.as)).code).toBe(ERRORS.campaignEmpty.code);
});

test('skips devices that do not fit with a reason, and upgrades the others', async () => {
  const { siteId, owner } = fleet;
  const { id, device } = await fleet.online('a');
  const already = await fleet.online('b');
  await already.device.restart({ firmware: 'TIP-v2' });
  await expect.poll(() => fleet.statusOf(already.id), WITHIN).toMatchObject({ version: 'TIP-v2' });
  const controller = await buildDevice(server, owner, { siteId, kind: 'ac', status: 'online' });
  const member = await buildDevice(server, owner, { siteId, model: MODEL, managedBy: controller.id });
  const misfit = await buildDevice(server, owner, { siteId, model: 'other' });
  const firmwareUUID = await fleet.image('v2');
  const target = by(id, already.id, member.id, misfit.id);
  const made = await server.call('createCampaign', { name: 'x', firmwareUUID, target }, fleet.as);
  expect(made.data).toMatchObject({ devices: 2, skipped: 2 });
  const campaign = made.data.campaignUUID;
  expect(await fleet.reaches(campaign, already.id, 'succeeded')).toMatchObject({
    reason: 'alreadyRuns',
    attempts: 0,
  });
  expect(upgradeCommands(already.device)).toEqual([]);
  expect(await fleet.upgradeOf(campaign, member.id)).toMatchObject({
    state: 'cancelled',
    reason: 'underController',
  });
  expect(await fleet.upgradeOf(campaign, misfit.id)).toMatchObject({
    state: 'cancelled',
    reason: 'wrongModel',
  });
  await upgradeTo(device, 'v2');
  await fleet.reaches(campaign, id, 'succeeded');
  await expect
    .poll(() => fleet.view(campaign), WITHIN)
    .toMatchObject({ state: 'finished', total: 4, succeeded: 2, cancelled: 2 });
});

test('skips devices of an observe-only site, also when it becomes so before their turn', async () => {
  const { siteId, owner } = fleet;
  const firmwareUUID = await fleet.image('v7');
  const { id, device } = await fleet.online('observed');
  const observe = (on: boolean) =>
    server.platform.database.asSystem((tx) =>
      tx.run(sql`update site set observe_only = ${on} where tenant_id = ${owner.tenant} and id = ${siteId}`),
    );
  const startAt = new Date(server.platform.now().getTime() + 6 * MINUTE).toISOString();
  const input = { name: 'x', firmwareUUID, target: by(id) };
  const planned = await server.call('createCampaign', { ...input, startAt }, fleet.as);
  await observe(true);
  const alone = await server.call('createCampaign', input, fleet.as);
  expect(alone.code).toBe(ERRORS.deviceObserveOnly.code);
  server.advance(7 * MINUTE);
  expect(await fleet.reaches(planned.data.campaignUUID, id, 'cancelled')).toMatchObject({
    reason: 'observeOnly',
  });
  expect(upgradeCommands(device)).toEqual([]);
  await observe(false);
});

test('a scheduled campaign starts on time, and upgrades offline devices when they return', async () => {
  const there = await fleet.online('a');
  const away = await fleet.offline('b');
  const firmwareUUID = await fleet.image('two');
  const now = server.platform.now().getTime();
  const soon = {
    name: 'x',
    firmwareUUID,
    target: by(there.id),
    startAt: new Date(now + 4 * MINUTE).toISOString(),
  };
  const tooSoon = await server.call('createCampaign', soon, fleet.as);
  expect(tooSoon.failure.fields).toMatchObject({
    startAt: { key: 'validation.upgradeLead', values: { minutes: 5 } },
  });

  const startAt = new Date(now + 6 * MINUTE).toISOString();
  const target = { kind: 'site' as const, siteUUID: fleet.siteId };
  const campaign = await fleet.campaign({ firmwareUUID, target, startAt });
  expect(await fleet.view(campaign)).toMatchObject({ state: 'scheduled', startAt, wave: 0, waiting: 2 });
  server.advance(5 * MINUTE);
  there.device.report();
  await server.settled();
  expect([upgradeCommands(there.device).length, (await fleet.view(campaign)).state]).toEqual([
    0,
    'scheduled',
  ]);
  server.advance(MINUTE + SECOND);
  await upgradeTo(there.device, 'two');
  await fleet.reaches(campaign, there.id, 'succeeded');
  expect(await fleet.view(campaign)).toMatchObject({ state: 'running', waiting: 1, succeeded: 1 });
  await away.device.connect();
  await upgradeTo(away.device, 'two');
  await fleet.reaches(campaign, away.id, 'succeeded');
  await expect.poll(async () => (await fleet.view(campaign)).state, WITHIN).toBe('finished');
});

test('a late answer is no failure: the image may be large', async () => {
  const { id, device } = await fleet.online();
  const campaign = await fleet.campaign({ firmwareUUID: await fleet.image('two'), target: by(id) });
  await awaitUpgradeCommand(device);
  server.advance(8 * MINUTE);
  device.connection.say('event', {
    data: {
      event: [1, { type: 'firmware_upgrade_status', payload: { operation: 'download', percentage: 40 } }],
    },
  });
  await expect.poll(async () => (await fleet.upgradeOf(campaign, id)).percent, WITHIN).toBe(20);
  server.advance(8 * MINUTE);
  const ended = async () =>
    (await server.call('listDeviceCommands', { deviceUUID: id }, fleet.as)).data.rows[0]?.state;
  await expect.poll(ended, WITHIN).toBe('ackTimeout');
  await server.settled();
  expect((await fleet.upgradeOf(campaign, id)).state).toBe('upgrading');
  await device.restart({ reason: 'upgrade', firmware: 'two' });
  expect(await fleet.reaches(campaign, id, 'succeeded')).toMatchObject({ attempts: 1 });
});

test('logs an upgrade that a device starts itself', async () => {
  const { id, device } = await fleet.online();
  await expect
    .poll(
      () =>
        server.platform.database.asSystem((tx) =>
          tx.first(sql<{ version: string }>`select version from device_firmware where device_id = ${id}`),
        ),
      WITHIN,
    )
    .toEqual({ version: 'one' });
  await device.restart({ reason: 'upgrade', firmware: 'two' });
  const own = async () => (await server.call('listUpgrades', { deviceUUID: id }, fleet.as)).data.rows;
  await expect.poll(own, WITHIN).toEqual([
    expect.objectContaining({
      campaignUUID: null,
      state: 'succeeded',
      reason: 'byItself',
      fromVersion: 'one',
      toVersion: 'two',
    }),
  ]);
  server.advance(11 * MINUTE);
  await device.drop();
  await device.connect({ reason: 'socket' });
  device.connection.say('event', {
    data: {
      event: [1, { type: 'firmware_upgrade_status', payload: { operation: 'download', percentage: 10 } }],
    },
  });
  await expect.poll(() => fleet.statusOf(id), WITHIN).toMatchObject({ upgrade: 'upgrading' });
  await device.restart({ reason: 'upgrade', firmware: 'three' });
  await expect
    .poll(async () => (await own())[0], WITHIN)
    .toMatchObject({ state: 'succeeded', toVersion: 'three' });
  await expect.poll(() => fleet.statusOf(id), WITHIN).toMatchObject({ upgrade: 'upgradeSuccessful' });
});

test('a person who sees a part of a campaign sees only that part and cannot control it', async () => {
  const { id } = await fleet.offline('a');
  const firmwareUUID = await fleet.image('two');
  const startAt = new Date(server.platform.now().getTime() + 10 * MINUTE).toISOString();
  const elsewhere = await buildDevice(server, fleet.owner, { siteId: null, model: MODEL });
  const campaign = await fleet.campaign({ firmwareUUID, target: by(id, elsewhere.id), startAt });
  const operator = await buildMember(server, fleet.owner, 'siteOperator', { siteIds: [fleet.siteId] });
  const as = { as: operator.token };
  const seen = await server.call('viewCampaign', { campaignUUID: campaign }, as);
  expect([seen.data.total, seen.data.waveCounts[0]?.total]).toEqual([1, 1]);
  const stop = { campaignUUID: campaign, change: 'stop' as const };
  expect((await server.call('changeCampaign', stop, as)).code).toBe(ERRORS.permissionDenied.code);
  const reach = { name: 'x', firmwareUUID, target: by(elsewhere.id), startAt };
  expect((await server.call('createCampaign', reach, as)).code).toBe(ERRORS.notFound.code);

  const stranger = await Fleet.open(server);
  expect((await server.call('viewCampaign', { campaignUUID: campaign }, stranger.as)).code).toBe(
    ERRORS.notFound.code,
  );
  expect((await server.call('changeCampaign', stop, stranger.as)).code).toBe(ERRORS.notFound.code);
  expect((await server.call('createCampaign', { ...reach, target: by(id) }, stranger.as)).code).toBe(
    ERRORS.notFound.code,
  );
  const own = await stranger.image('two');
  const theirs = { ...reach, firmwareUUID: own, target: { kind: 'site' as const, siteUUID: fleet.siteId } };
  expect((await server.call('createCampaign', theirs, stranger.as)).code).toBe(ERRORS.campaignEmpty.code);
  expect((await server.call('listUpgrades', {}, stranger.as)).data).toEqual({ total: 0, rows: [] });
});
