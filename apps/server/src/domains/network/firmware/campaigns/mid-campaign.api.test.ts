import { ERRORS } from '@airloom/contract/errors';
import { MINUTE, SECOND } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildOrganization, buildSite } from '../../../../testing/builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import {
  awaitUpgradeCommand,
  Fleet,
  type Online,
  upgradeCommands,
  upgradeTo,
  WITHIN,
} from '../testing/fleet.ts';
import { nextInTurn } from './engine.repository.ts';

const ALL = { kind: 'all' as const };

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

function by(...deviceUUIDs: string[]) {
  return { kind: 'devices' as const, deviceUUIDs };
}

function change(campaignUUID: string, to: 'pause' | 'resume' | 'stop' | 'retryFailed') {
  return server.call('changeCampaign', { campaignUUID, change: to }, fleet.as);
}

function inMinutes(minutes: number): string {
  return new Date(server.platform.now().getTime() + minutes * MINUTE).toISOString();
}

/** Refuses the command, and the result is stored. */
async function refuse(campaign: string, { id, device }: Online, text: string): Promise<void> {
  device.answer((await awaitUpgradeCommand(device)).id, { error: 2, text });
  await expect.poll(() => fleet.upgradeOf(campaign, id), WITHIN).toMatchObject({ text });
}

test('deleted devices do not block a running campaign', async () => {
  const running = await fleet.online('a');
  const waiting = await fleet.online('b');
  const firmwareUUID = await fleet.image('two');
  const campaign = await fleet.campaign({ firmwareUUID, target: ALL, waves: [50, 100], retries: 2 });
  await awaitUpgradeCommand(running.device);
  await running.device.drop();
  await waiting.device.drop();
  await fleet.forget([running.id, waiting.id]);
  const deviceUUIDs = [running.id, waiting.id];
  const deleted = await server.call('deleteDevices', { deviceUUIDs }, fleet.as);
  expect(deleted.data).toMatchObject({ deleted: 2 });
  expect(await fleet.reaches(campaign, running.id, 'cancelled')).toMatchObject({
    reason: 'deviceGone',
    attempts: 1,
    device: { name: 'a' },
  });
  expect(await fleet.reaches(campaign, waiting.id, 'cancelled')).toMatchObject({ reason: 'deviceGone' });
  await expect.poll(async () => (await fleet.view(campaign)).state, WITHIN).toBe('finished');
});

test('a device moved during a campaign is upgraded at its new site', async () => {
  const first = await fleet.online('a');
  const moved = await fleet.online('b');
  const firmwareUUID = await fleet.image('two');
  const target = { kind: 'site' as const, siteUUID: fleet.siteId };
  const campaign = await fleet.campaign({ firmwareUUID, target, waves: [50, 100] });
  await awaitUpgradeCommand(first.device);
  const south = await buildSite(
    server,
    fleet.owner,
    await buildOrganization(server, fleet.owner, 'South'),
    'Dock',
  );
  const move = { deviceUUIDs: [moved.id], siteUUID: south };
  expect((await server.call('moveDevices', move, fleet.as)).data).toMatchObject({ moved: 1 });
  await upgradeTo(first.device, 'two');
  await upgradeTo(moved.device, 'two');
  // The log contains the site at the time it was chosen.
  expect(await fleet.reaches(campaign, moved.id, 'succeeded')).toMatchObject({ siteName: 'Harbour' });
  await expect.poll(async () => (await fleet.view(campaign)).state, WITHIN).toBe('finished');
});

test('the second of two campaigns for one device starts it after the first has finished', async () => {
  const { id, device } = await fleet.online('a');
  const [two, three] = [await fleet.image('two'), await fleet.image('three')];
  const first = await fleet.campaign({ firmwareUUID: two, target: ALL });
  await awaitUpgradeCommand(device);
  const second = await fleet.campaign({ firmwareUUID: three, target: ALL });
  const third = await fleet.campaign({ firmwareUUID: three, target: ALL });
  await server.settled();
  expect([upgradeCommands(device).length, (await fleet.upgradeOf(second, id)).state]).toEqual([1, 'waiting']);
  await upgradeTo(device, 'two');
  await fleet.reaches(first, id, 'succeeded');
  await upgradeTo(device, 'three', 2);
  const states = async () =>
    (await Promise.all([second, third].map((campaign) => fleet.upgradeOf(campaign, id)))).map(
      ({ state, reason }) => `${state} ${reason}`,
    );
  await expect
    .poll(async () => (await states()).sort(), WITHIN)
    .toEqual(['succeeded alreadyRuns', 'succeeded null']);
  expect(upgradeCommands(device)).toHaveLength(2);
});

test('the second of two campaigns also starts a device after the first has failed', async () => {
  const one = await fleet.online('a');
  const [two, three] = [await fleet.image('two'), await fleet.image('three')];
  const first = await fleet.campaign({ firmwareUUID: two, target: ALL, retries: 0 });
  await awaitUpgradeCommand(one.device);
  const second = await fleet.campaign({ firmwareUUID: three, target: ALL });
  await refuse(first, one, 'no');
  await upgradeTo(one.device, 'three', 2);
  await fleet.reaches(second, one.id, 'succeeded');
});

test('stopping keeps failed upgrades failed, and the image is kept while an upgrade runs', async () => {
  const failed = await fleet.online('a');
  const running = await fleet.online('b');
  const untouched = await fleet.offline('c');
  const firmwareUUID = await fleet.image('two');
  const campaign = await fleet.campaign({ firmwareUUID, target: ALL, retries: 1 });
  await refuse(campaign, failed, 'no room');
  await awaitUpgradeCommand(running.device);
  expect((await change(campaign, 'stop')).code).toBe(0);
  expect(await fleet.upgradeOf(campaign, failed.id)).toMatchObject({
    state: 'failed',
    reason: 'refused',
    text: 'no room',
  });
  expect(await fleet.upgradeOf(campaign, untouched.id)).toMatchObject({
    state: 'cancelled',
    reason: 'campaignStopped',
  });
  const remove = () => server.call('deleteFirmware', { firmwareUUID }, fleet.as);
  expect((await remove()).code).toBe(ERRORS.firmwareInUse.code);
  await upgradeTo(running.device, 'two');
  await fleet.reaches(campaign, running.id, 'succeeded');
  await expect.poll(async () => (await fleet.view(campaign)).endedAt, WITHIN).not.toBeNull();
  server.advance(61 * SECOND);
  expect(upgradeCommands(failed.device)).toHaveLength(1);
  expect((await remove()).code).toBe(0);
});

test('sends nothing to a device that reports another model', async () => {
  const { siteId, owner } = fleet;
  const { id, serial } = await buildDevice(server, owner, { siteId, model: 'EAP101' });
  const firmwareUUID = await fleet.image('two', ['EAP101']);
  const campaign = await fleet.campaign({ firmwareUUID, target: ALL });
  expect(await fleet.upgradeOf(campaign, id)).toMatchObject({ state: 'waiting' });
  const device = await fleet.deviceOf(serial);
  await device.connect();
  expect(await fleet.reaches(campaign, id, 'cancelled')).toMatchObject({ reason: 'wrongModel' });
  expect(upgradeCommands(device)).toEqual([]);
});

test('does not start a device that connected with another model during a round', async () => {
  const { siteId, owner } = fleet;
  const { tenant } = owner;
  const { id } = await buildDevice(server, owner, { siteId, model: 'EAP101' });
  const firmwareUUID = await fleet.image('two', ['EAP101']);
  const campaign = await fleet.campaign({ firmwareUUID, target: ALL });
  const started = (model: string) =>
    server.platform.database.withTenant({ tenant }, async (tx) => {
      await tx.run(sql`update device set status = 'online', model = ${model} where id = ${id}`);
      const round = { tenant, id: campaign, localStart: null, kind: 'ap' as const, models: ['EAP101'] };
      const next = await nextInTurn(tx, round, 100, server.platform.now());
      await tx.run(sql`update device set status = 'offline', model = 'EAP101' where id = ${id}`);
      return next.map(({ deviceId }) => deviceId);
    });
  expect(await started('EAP101')).toEqual([id]);
  expect(await started('EAP102')).toEqual([]);
});

test('gives up a device after 30 days offline, and waits again after a retry by a person', async () => {
  const there = await fleet.online('a');
  const away = await fleet.offline('b');
  const firmwareUUID = await fleet.image('two');
  const campaign = await fleet.campaign({
    firmwareUUID,
    target: ALL,
    retries: 0,
    stopAtFailedPercent: 100,
  });
  await refuse(campaign, there, 'no');
  const beganAgo = (days: number) =>
    server.platform.database.asSystem((tx) =>
      tx.run(sql`update upgrade_campaign set due_at = now() - interval '1 hour',
        began_at = ${new Date(server.platform.now().getTime() - days * 24 * 60 * MINUTE)} where id = ${campaign}`),
    );
  await beganAgo(29);
  const looked = async () =>
    (
      await server.platform.database.asSystem((tx) =>
        tx.first(sql<{ due: boolean }>`select due_at <= ${server.platform.now()} as due
        from upgrade_campaign where id = ${campaign}`),
      )
    )?.due;
  await expect.poll(looked, WITHIN).toBe(false);
  expect((await fleet.upgradeOf(campaign, away.id)).state).toBe('waiting');
  await beganAgo(31);
  expect(await fleet.reaches(campaign, away.id, 'cancelled')).toMatchObject({ reason: 'neverReturned' });
  await expect.poll(async () => (await fleet.view(campaign)).state, WITHIN).toBe('finished');

  await there.device.drop();
  await fleet.forget([there.id]);
  expect((await change(campaign, 'retryFailed')).code).toBe(0);
  await expect.poll(looked, WITHIN).toBe(false);
  expect((await fleet.upgradeOf(campaign, there.id)).state).toBe('waiting');
  await there.device.connect();
  await upgradeTo(there.device, 'two', 2);
  await fleet.reaches(campaign, there.id, 'succeeded');
});

test('requires a start at least five minutes ahead, and allows a scheduled campaign only to be stopped', async () => {
  await fleet.offline('a');
  const firmwareUUID = await fleet.image('two');
  const plan = (minutes: number) =>
    server.call(
      'createCampaign',
      { name: 'x', firmwareUUID, target: ALL, startAt: inMinutes(minutes) },
      fleet.as,
    );
  // The clock advances between request and check.
  expect((await plan(5)).failure.fields).toMatchObject({ startAt: { key: 'validation.upgradeLead' } });
  expect((await plan(-1)).failure.fields).toMatchObject({ startAt: { key: 'validation.upgradeLead' } });
  const { campaignUUID } = (await plan(5.5)).data;
  for (const to of ['pause', 'resume', 'retryFailed'] as const)
    expect([to, (await change(campaignUUID, to)).code]).toEqual([to, ERRORS.campaignStateConflict.code]);
  expect((await change(campaignUUID, 'stop')).code).toBe(0);
  server.advance(6 * MINUTE);
  await expect.poll(async () => (await fleet.view(campaignUUID)).endedAt, WITHIN).not.toBeNull();
  expect(await fleet.view(campaignUUID)).toMatchObject({ state: 'stopped', wave: 0, cancelled: 1 });
});

test('selects devices by hand, by group or all, among the visible ones', async () => {
  const { siteId, owner } = fleet;
  const group = await server.call('createGroup', { siteUUID: siteId, name: 'Lobby' }, fleet.as);
  const groupUUID = group.data.groupUUID;
  const inside = await buildDevice(server, owner, { siteId, model: 'virtual', groupId: groupUUID });
  await buildDevice(server, owner, { siteId, model: 'virtual' });
  await buildDevice(server, owner, { siteId: null, model: 'virtual' });
  const firmwareUUID = await fleet.image('two');
  const startAt = inMinutes(10);
  const ofGroup = await fleet.campaign({ firmwareUUID, target: { kind: 'group', groupUUID }, startAt });
  expect((await fleet.upgrades(ofGroup)).map(({ device }) => device.deviceUUID)).toEqual([inside.id]);
  // The third device is unclaimed.
  expect((await fleet.view(await fleet.campaign({ firmwareUUID, target: ALL, startAt }))).total).toBe(2);
  const one = { name: 'x', firmwareUUID, target: by(inside.id, crypto.randomUUID()), startAt };
  expect((await server.call('createCampaign', one, fleet.as)).code).toBe(ERRORS.notFound.code);
});
