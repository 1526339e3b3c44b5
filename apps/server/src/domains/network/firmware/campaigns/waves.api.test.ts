import { ERRORS, OK_NOTHING_CHANGED } from '@airloom/contract/errors';
import type { WaveCounts } from '@airloom/contract/firmware/firmware.model';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { awaitUpgradeCommand, Fleet, upgradeCommands, upgradeTo, WITHIN } from '../testing/fleet.ts';

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

function counts(wave: number, some: Partial<WaveCounts>): WaveCounts {
  const none = { total: 0, waiting: 0, offline: 0, upgrading: 0, succeeded: 0, failed: 0, cancelled: 0 };
  return { ...none, wave, ...some };
}

test('starts the next wave after the previous one, and none after too many failures', async () => {
  const devices = [];
  for (const name of ['a', 'b', 'c', 'd']) devices.push(await fleet.online(name));
  const [a, b, c, d] = devices;
  if (!a || !b || !c || !d) throw new Error('four devices');
  // Offline for long: it does not block the wave.
  const away = await fleet.offline('aa');
  await fleet.forget([away.id]);
  const firmwareUUID = await fleet.image('two');
  const target = { kind: 'all' as const };
  const campaign = await fleet.campaign({
    firmwareUUID,
    target,
    waves: [40, 60, 100],
    stopAtFailedPercent: 40,
    retries: 0,
  });
  const rows = await fleet.upgrades(campaign);
  expect(Object.fromEntries(rows.map(({ device, wave }) => [device.name, wave]))).toEqual({
    a: 1,
    aa: 1,
    b: 2,
    c: 3,
    d: 3,
  });
  await awaitUpgradeCommand(a.device);
  expect(await fleet.view(campaign)).toMatchObject({ wave: 1, upgrading: 1 });
  expect((await fleet.view(campaign)).waveCounts).toEqual([
    counts(1, { total: 2, waiting: 1, offline: 1, upgrading: 1 }),
    counts(2, { total: 1, waiting: 1 }),
    counts(3, { total: 2, waiting: 2 }),
  ]);
  expect(upgradeCommands(b.device)).toEqual([]);
  await upgradeTo(a.device, 'two');
  const second = await awaitUpgradeCommand(b.device);
  expect(await fleet.view(campaign)).toMatchObject({ wave: 2, succeeded: 1, upgrading: 1 });
  expect(upgradeCommands(c.device)).toEqual([]);
  b.device.answer(second.id, { error: 2, text: 'no' });
  await expect
    .poll(() => fleet.view(campaign), WITHIN)
    .toMatchObject({
      state: 'stopped',
      stopReason: 'tooManyFailed',
      wave: 2,
      succeeded: 1,
      failed: 1,
      cancelled: 3,
      waveCounts: [
        counts(1, { total: 2, succeeded: 1, cancelled: 1 }),
        counts(2, { total: 1, failed: 1 }),
        counts(3, { total: 2, cancelled: 2 }),
      ],
    });
  expect([upgradeCommands(c.device), upgradeCommands(d.device)]).toEqual([[], []]);
  expect(await fleet.upgradeOf(campaign, d.id)).toMatchObject({
    state: 'cancelled',
    reason: 'campaignStopped',
  });
  await expect.poll(async () => (await fleet.view(campaign)).endedAt, WITHIN).not.toBeNull();
});

test('a paused campaign starts nothing, a resumed one continues, a stopped one finishes running upgrades', async () => {
  const a = await fleet.online('a');
  const b = await fleet.online('b');
  const firmwareUUID = await fleet.image('two');
  const target = { kind: 'all' as const };
  const campaign = await fleet.campaign({ firmwareUUID, target, waves: [50, 100], retries: 1 });
  await awaitUpgradeCommand(a.device);
  const change = (to: 'pause' | 'resume' | 'stop') =>
    server.call('changeCampaign', { campaignUUID: campaign, change: to }, fleet.as);
  expect((await change('resume')).code).toBe(OK_NOTHING_CHANGED);
  expect((await change('pause')).code).toBe(0);
  expect((await change('pause')).code).toBe(OK_NOTHING_CHANGED);
  await upgradeTo(a.device, 'two');
  await fleet.reaches(campaign, a.id, 'succeeded');
  expect(await fleet.view(campaign)).toMatchObject({ state: 'paused', waiting: 1, wave: 1 });
  expect(upgradeCommands(b.device)).toEqual([]);
  expect((await change('resume')).code).toBe(0);
  await awaitUpgradeCommand(b.device);
  expect((await change('stop')).code).toBe(0);
  expect(await fleet.view(campaign)).toMatchObject({
    state: 'stopped',
    stopReason: 'byPerson',
    upgrading: 1,
    endedAt: null,
  });
  expect((await change('pause')).code).toBe(ERRORS.campaignStateConflict.code);
  expect((await change('resume')).code).toBe(ERRORS.campaignStateConflict.code);
  // Running upgrades that fail are not retried.
  b.device.answer((await awaitUpgradeCommand(b.device)).id, { error: 2, text: 'no' });
  expect(await fleet.reaches(campaign, b.id, 'failed')).toMatchObject({ attempts: 1 });
  await expect.poll(async () => (await fleet.view(campaign)).endedAt, WITHIN).not.toBeNull();
});

test('limits the number of simultaneous upgrades per site', async () => {
  const devices = await Promise.all(Array.from({ length: 12 }, (_, index) => fleet.online(`ap ${index}`)));
  const firmwareUUID = await fleet.image('two');
  const campaign = await fleet.campaign({ firmwareUUID, target: { kind: 'all' } });
  await expect.poll(async () => (await fleet.view(campaign)).upgrading, WITHIN).toBe(10);
  const busy = () => devices.filter(({ device }) => upgradeCommands(device).length > 0);
  await expect.poll(() => busy().length, WITHIN).toBe(10);
  const [first] = busy();
  if (first === undefined) throw new Error('none was told');
  await upgradeTo(first.device, 'two');
  await expect.poll(() => busy().length, WITHIN).toBe(11);
  expect(await fleet.view(campaign)).toMatchObject({ upgrading: 10, succeeded: 1, waiting: 1 });
});
