import { DAY, HOUR, MINUTE, SECOND } from '@airloom/contract/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { WITHIN } from '../../../testing/within.ts';
import { awaitUpgradeCommand, Fleet, fetchImage, upgradeCommands, upgradeTo } from './testing/fleet.ts';

/** Each look lets time pass on the server. */
const SLOWLY = { ...WITHIN, interval: 250 };

const BACK = [
  ['an hour back', -HOUR],
  ['a day back', -DAY],
] as const;
const FORWARD = [
  ['an hour forward', HOUR],
  ['a day forward', DAY],
] as const;

let server: TestServer;
let fleet: Fleet;
beforeAll(async () => {
  server = await startTestServer({ GATEWAY_PORT: '0', FIRMWARE_HTTP_PORT: '0' });
});
afterEach(() => fleet.end());
afterAll(() => server.stop());

/** The clock is never behind the certificates of the devices: a clock that is set back was ahead. */
function withClock(jump: number): void {
  beforeEach(async () => {
    if (jump < 0) server.setClock(-jump);
    fleet = await Fleet.open(server);
  });
  afterEach(() => {
    if (jump > 0) server.setClock(-jump);
  });
}

const target = (...deviceUUIDs: string[]) => ({ kind: 'devices' as const, deviceUUIDs });

describe.each([...BACK, ...FORWARD])('the clock is set %s', (_, jump) => {
  withClock(jump);

  test('a running upgrade continues and succeeds at its first attempt', async () => {
    const [one, witness] = [await fleet.online('one'), await fleet.online('two')];
    const firmwareUUID = await fleet.image('next');
    const campaign = await fleet.campaign({ firmwareUUID, target: target(one.id), retries: 0 });
    await awaitUpgradeCommand(one.device);
    server.setClock(jump);
    // A campaign that starts and ends after the clock was set: by then the engine has checked the other one, too.
    const other = await fleet.campaign({ firmwareUUID, target: target(witness.id), retries: 0 });
    await awaitUpgradeCommand(witness.device);
    server.advance(15 * SECOND);
    await upgradeTo(witness.device, 'next');
    await fleet.reaches(other, witness.id, 'succeeded');
    server.advance(15 * SECOND);
    expect(await fleet.upgradeOf(campaign, one.id)).toMatchObject({ state: 'upgrading' });
    await upgradeTo(one.device, 'next');
    await fleet.reaches(campaign, one.id, 'succeeded');
    expect(upgradeCommands(one.device)).toHaveLength(1);
  });
});

describe.each(BACK)('the clock is set %s', (_, jump) => {
  withClock(jump);

  test('an upgrade without progress fails after its own time', async () => {
    const { id, device } = await fleet.online();
    const firmwareUUID = await fleet.image('next');
    const campaign = await fleet.campaign({ firmwareUUID, target: target(id), retries: 0 });
    await awaitUpgradeCommand(device);
    server.setClock(jump);
    const state = async () => {
      server.advance(MINUTE);
      return (await fleet.upgradeOf(campaign, id)).state;
    };
    await expect.poll(state, SLOWLY).toBe('failed');
    expect(await fleet.upgradeOf(campaign, id)).toMatchObject({ reason: 'timeout' });
  });

  test('a failed upgrade is retried after its pause', async () => {
    const { id, device } = await fleet.online();
    const firmwareUUID = await fleet.image('next');
    const campaign = await fleet.campaign({ firmwareUUID, target: target(id), retries: 1 });
    device.answer((await awaitUpgradeCommand(device)).id, { error: 2, text: 'no' });
    await fleet.reaches(campaign, id, 'waiting');
    server.setClock(jump);
    const commandCount = () => {
      server.advance(5 * SECOND);
      return upgradeCommands(device).length;
    };
    await expect.poll(commandCount, SLOWLY).toBe(2);
    await upgradeTo(device, 'next', 2);
    await fleet.reaches(campaign, id, 'succeeded');
  });

  test('a download left by an ended process does not block the next', async () => {
    const { id, device } = await fleet.online('hall', { kind: 'switch' });
    const firmwareUUID = await fleet.image('next', undefined, undefined, 'switch');
    await fleet.campaign({ firmwareUUID, target: target(id), retries: 0 });
    const { uri } = await awaitUpgradeCommand(device);
    await fleet.leaveDownload(id);
    expect((await fetchImage(uri)).status).toBe(503);
    server.setClock(jump);
    expect((await fetchImage(uri)).status).toBe(200);
  });
});
