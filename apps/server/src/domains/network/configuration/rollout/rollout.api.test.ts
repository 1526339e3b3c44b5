import { CONFIGURATION_LIMITS } from '@airloom/contract/configuration/configuration.limits';
import { SECOND } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { RolloutStage, WITHIN } from '../testing/rollout-stage.ts';

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

test('sends a change to one device first, then to the others, and verifies them by their reports', async () => {
  const devices = [await stage.online(), await stage.online(), await stage.online()];
  for (const device of devices) device.behaviour = 'isSilent';
  const change = await stage.change({ ssid: 'Office' });
  await expect.poll(() => stage.states(change, devices), WITHIN).toEqual({ sent: 1, waiting: 2 });
  const rows = await Promise.all(devices.map((device) => stage.rowOf(change, device)));
  const canary = devices[rows.findIndex((row) => row?.wave === 1)] ?? expect.fail('no first device');
  const rest = devices.filter((device) => device !== canary);
  await expect.poll(() => canary.networks, WITHIN).toEqual([[], ['Office']]);
  expect(rest.map(({ networks }) => networks)).toEqual([[[]], [[]]]);
  for (const device of devices) device.behaviour = 'applies';
  const pushed = canary.device.received.at(-1);
  if (pushed?.command.name !== 'configure') throw new Error('not configured');
  canary.device.obey(pushed);
  await stage.becomes(change, 'done');
  for (const device of devices) {
    expect(await stage.rowOf(change, device)).toMatchObject({ state: 'verified', rejected: [], missing: [] });
    expect(device.networks).toEqual([[], ['Office']]);
    expect(await stage.reasonsOf(device)).toEqual(['takenOver', 'change']);
  }
  const [settings] = await stage.rows(sql<{ same: boolean }>`
    select bool_and(verified_settings = released_settings and released_settings is not null) as same
    from device where tenant_id = ${stage.owner.tenant}`);
  expect(settings?.same).toBe(true);
});

test('sends a change to devices before the ones they are connected through', async () => {
  const [leaf, middle, top] = [await stage.online(), await stage.online(), await stage.online()];
  const link = (upper: { id: string }, lower: { id: string }) =>
    server.call(
      'createLink',
      { siteUUID: stage.siteId, upperUUID: upper.id, lowerUUID: lower.id, upperPort: '', lowerPort: '' },
      stage.as,
    );
  await link(top, middle);
  await link(middle, leaf);
  const order: string[] = [];
  for (const device of [top, middle, leaf]) {
    const { obey } = device.device;
    device.device.obey = (received) => {
      order.push(device.id);
      obey(received);
    };
  }
  const change = await stage.change();
  await stage.becomes(change, 'done');
  expect(order).toEqual([leaf.id, middle.id, top.id]);
  expect((await stage.rowOf(change, top))?.wave).toBe(4);
});

test('touches no device whose document stays the same', async () => {
  const device = await stage.online();
  const change = await stage.change({ bands: ['2G'] });
  await stage.becomes(change, 'done');
  expect(await stage.rowOf(change, device)).toBeUndefined();
  expect(device.versions).toHaveLength(1);
  // A second change with the same settings, too.
  const delivered = await stage.change({ ssid: 'Office' });
  await stage.becomes(delivered, 'done');
  const again = await stage.deliver();
  await stage.becomes(again, 'done');
  expect(await stage.rowOf(again, device)).toBeUndefined();
  expect(device.versions).toHaveLength(2);
});

test('returns a device that rejects a change to its verified settings, stops its site and goes on elsewhere', async () => {
  const other = await stage.site('Quay');
  const here = [await stage.online(), await stage.online(), await stage.online()];
  const there = [await stage.online(other), await stage.online(other), await stage.online(other)];
  const before = await stage.change({ ssid: 'Office' }, [stage.siteId, other]);
  await stage.becomes(before, 'done');
  for (const device of here) device.behaviour = 'rejects';
  const change = await stage.change({ ssid: 'Guests' }, [stage.siteId, other]);
  const firstHere = async () => {
    const rows = await Promise.all(here.map((device) => stage.rowOf(change, device)));
    return rows.findIndex((row) => row?.state === 'reverting' || row?.state === 'revertFailed');
  };
  await expect.poll(firstHere, WITHIN).toBeGreaterThanOrEqual(0);
  const failed = here[await firstHere()] ?? expect.fail('no device failed');
  // It rejects the way back, too.
  expect((await stage.reaches(change, failed, 'revertFailed'))?.rejected).toEqual(['ssid: name in use']);
  await stage.becomes(change, 'doneWithFailures');
  for (const device of here.filter((one) => one !== failed)) {
    expect(await stage.rowOf(change, device)).toMatchObject({ state: 'stopped' });
    expect(device.networks).toEqual([[], ['Office']]);
  }
  for (const device of there) {
    expect(await stage.rowOf(change, device)).toMatchObject({ state: 'verified' });
    expect(device.networks.at(-1)?.toSorted()).toEqual(['Guests', 'Office']);
  }
  expect(failed.networks.map((names) => names.toSorted())).toEqual([
    [],
    ['Office'],
    ['Guests', 'Office'],
    ['Office'],
  ]);
});

test('a rejected change is taken back once the device applies the earlier settings', async () => {
  const device = await stage.online();
  const { obey } = device.device;
  device.device.obey = (received) => {
    // Only the first configuration from now on.
    device.behaviour = device.versions.length === 2 ? 'appliesPartly' : 'applies';
    obey(received);
  };
  const change = await stage.change();
  const row = await stage.reaches(change, device, 'reverted');
  expect(row?.rejected).toEqual(['no such power']);
  await stage.becomes(change, 'doneWithFailures');
  expect(device.networks).toEqual([[], ['Office'], []]);
  expect(await stage.reasonsOf(device)).toEqual(['takenOver', 'change', 'reverted']);
});

/** As the quota counts them. */
async function openChanges(): Promise<number> {
  const { data } = await server.call('getUsage', {}, stage.as);
  return data.find(({ quota }) => quota === 'changes')?.used ?? expect.fail('no quota of changes');
}

test('a silent device has no answer, and is returned to its settings when it comes back', async () => {
  const device = await stage.online();
  device.behaviour = 'isSilent';
  const change = await stage.change();
  await stage.reaches(change, device, 'sent');
  await expect.poll(() => device.networks, WITHIN).toEqual([[], ['Office']]);
  await stage.goOffline(device);
  server.advance(CONFIGURATION_LIMITS.answerWithinMs + SECOND);
  await stage.reaches(change, device, 'reverting');
  await stage.becomes(change, 'doneWithFailures');
  expect(await openChanges()).toBe(0);
  const listed = () => server.call('listChangeDevices', { changeUUID: change }, stage.as);
  expect((await listed()).data.rows).toMatchObject([{ state: 'reverting', failure: 'noAnswer' }]);
  device.behaviour = 'applies';
  await device.device.connect({ reason: 'power-on' });
  await stage.reaches(change, device, 'reverted');
  expect(device.networks.at(-1)).toEqual([]);
  expect((await listed()).data.rows).toMatchObject([{ failure: 'noAnswer', revertFailure: null }]);
  // The failed configuration is not sent again.
  expect(device.networks.filter((names) => names.includes('Office'))).toHaveLength(1);
  await stage.becomes(change, 'doneWithFailures');
});

test('effective settings name what a device rejected, after it returned to its earlier settings', async () => {
  const device = await stage.online();
  const { obey } = device.device;
  device.device.obey = (received) => {
    device.behaviour = device.networks.at(-1)?.includes('Staff') ? 'rejects' : 'applies';
    obey(received);
  };
  await stage.reaches(await stage.change({ ssid: 'Staff' }), device, 'reverted');
  const { data } = await server.call('viewEffectiveSettings', { deviceUUID: device.id }, stage.as);
  expect(data.rejected).toEqual(['ssid: name in use']);
});

test('a device that keeps a deleted network on air is not verified', async () => {
  const device = await stage.online();
  await stage.becomes(await stage.change(), 'done');
  // It answers success and reports the version, but the network stays on air.
  device.device.obey = ({ id, command }) => {
    if (command.name !== 'configure') return;
    device.device.runs = command.version;
    device.device.answer(id, { error: 0, text: 'Success' });
    device.show(['Office']);
  };
  await stage.rows(sql`delete from setting where tenant_id = ${stage.owner.tenant} returning id`);
  const change = await stage.deliver();
  await stage.reaches(change, device, 'accepted');
  await expect.poll(() => stage.reportedVersion(device), WITHIN).toBe(device.device.runs);
  await stage.pass(CONFIGURATION_LIMITS.verifyAfterRadarCheckWithinMs + SECOND, device);
  await expect
    .poll(async () => (await stage.rowOf(change, device))?.missing, WITHIN)
    .toEqual([{ what: 'removedNetwork', name: 'Office', band: '5G' }]);
});

test('a network that no report shows is not verified, and the change is taken back', async () => {
  const device = await stage.online();
  device.behaviour = 'hides';
  const change = await stage.change();
  await stage.reaches(change, device, 'accepted');
  await expect.poll(() => stage.reportedVersion(device), WITHIN).toBe(device.versions.at(-1));
  await stage.pass(CONFIGURATION_LIMITS.verifyAfterRadarCheckWithinMs + SECOND, device);
  const row = await stage.reaches(change, device, 'reverted');
  expect(row?.missing).toEqual([{ what: 'network', name: 'Office', band: '5G' }]);
  expect(device.networks).toEqual([[], ['Office'], []]);
});

test('an offline device waits and gets the change when it returns', async () => {
  const [device, away] = [await stage.online(), await stage.online()];
  await stage.goOffline(away);
  const change = await stage.change();
  await stage.reaches(change, device, 'verified');
  await stage.reaches(change, away, 'offline');
  await stage.becomes(change, 'done');
  expect(await openChanges()).toBe(0);
  expect((await server.call('viewChange', { changeUUID: change }, stage.as)).data).toMatchObject({
    state: 'done',
    endedAt: null,
    counts: { verified: 1, offline: 1 },
  });
  await away.device.connect({ reason: 'power-on' });
  await stage.reaches(change, away, 'verified');
  await stage.becomes(change, 'done');
  expect(away.networks).toEqual([[], ['Office']]);
});

test('a change that is done has failures after an offline device returns and rejects it', async () => {
  const [device, away] = [await stage.online(), await stage.online()];
  await stage.goOffline(away);
  const change = await stage.change();
  await stage.becomes(change, 'done');
  const { obey } = away.device;
  away.device.obey = (received) => {
    away.behaviour = away.versions.length === 2 ? 'rejects' : 'applies';
    obey(received);
  };
  await away.device.connect({ reason: 'power-on' });
  await stage.reaches(change, away, 'reverted');
  await stage.becomes(change, 'doneWithFailures');
  expect(await stage.rowOf(change, device)).toMatchObject({ state: 'verified' });
});

test('a later change supersedes the offline device of a change that is done, which ends then', async () => {
  const away = await stage.online();
  await stage.goOffline(away);
  const change = await stage.change();
  await stage.reaches(change, away, 'offline');
  await stage.becomes(change, 'done');
  const later = await stage.change({ ssid: 'Guests' });
  await away.device.connect({ reason: 'power-on' });
  await stage.reaches(later, away, 'verified');
  expect(await stage.reaches(change, away, 'superseded')).toMatchObject({ version: null });
  const { data } = await server.call('viewChange', { changeUUID: change }, stage.as);
  expect(data.endedAt).not.toBeNull();
  expect(away.networks.map((names) => names.toSorted())).toEqual([[], ['Guests', 'Office']]);
});

test('stops waiting for an offline device after thirty days', async () => {
  const away = await stage.online();
  await stage.goOffline(away);
  const change = await stage.change();
  await stage.reaches(change, away, 'offline');
  server.advance(CONFIGURATION_LIMITS.offlineWaitMs + SECOND);
  await stage.reaches(change, away, 'cancelled');
  await stage.becomes(change, 'done');
});
