import { MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ALL_CLIENTS, type ClientName } from '../../../../testing/real-clients.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { awaitUpgradeCommand, Fleet, type Online, WITHIN } from '../testing/fleet.ts';

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

/** Its version has been stored before it changes. */
async function known(id: string, version: string): Promise<void> {
  await expect
    .poll(
      () =>
        server.platform.database.asSystem((tx) =>
          tx.first(sql<{ version: string }>`select version from device_firmware where device_id = ${id}`),
        ),
      WITHIN,
    )
    .toEqual({ version });
}

/** Earlier messages of devices have been processed: a later one has been. */
async function allHeard(): Promise<void> {
  await known((await fleet.online('last of all')).id, 'one');
}

function progress({ device }: Online): void {
  device.connection.say('event', {
    data: {
      event: [1, { type: 'firmware_upgrade_status', payload: { operation: 'install', percentage: 50 } }],
    },
  });
}

async function withCommand(
  { id }: Pick<Online, 'id'>,
  retries: number,
  client: ClientName = 'ap',
): Promise<string> {
  await known(id, 'one');
  const target = { kind: 'devices' as const, deviceUUIDs: [id] };
  return fleet.campaign({ firmwareUUID: await fleet.imageFor(client, 'two'), target, retries });
}

async function log(deviceUUID: string) {
  const { rows } = (await server.call('listUpgrades', { deviceUUID }, fleet.as)).data;
  return rows.map(({ campaignUUID, state, reason }) => ({ campaignUUID, state, reason }));
}

describe.each(ALL_CLIENTS)('%s', (client) => {
  test('logs a device once that returns with the version while it waits for a retry', async () => {
    const one = await fleet.onlineAs(client);
    const campaignUUID = await withCommand(one, 1, client);
    const earlier = (await log(one.id)).slice(1);
    await awaitUpgradeCommand(one.device);
    await one.device.drop();
    server.advance(16 * MINUTE);
    await fleet.reaches(campaignUUID, one.id, 'waiting');
    await one.device.connect({ reason: 'upgrade', firmware: 'two' });
    await fleet.reaches(campaignUUID, one.id, 'succeeded');
    await allHeard();
    expect(await log(one.id)).toEqual([{ campaignUUID, state: 'succeeded', reason: 'late' }, ...earlier]);
  });

  test('logs a device once that returns with another version', async () => {
    const one = await fleet.onlineAs(client);
    const campaignUUID = await withCommand(one, 0, client);
    const earlier = (await log(one.id)).slice(1);
    one.device.answer((await awaitUpgradeCommand(one.device)).id);
    await one.device.restart({ reason: 'upgrade', firmware: 'three' });
    await fleet.reaches(campaignUUID, one.id, 'failed');
    await allHeard();
    expect(await log(one.id)).toEqual([
      { campaignUUID, state: 'failed', reason: 'otherVersion' },
      ...earlier,
    ]);
  });
});

test('logs a device once that returns with the version, whichever process notices it first', async () => {
  const devices = await Promise.all(
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => fleet.online(name)),
  );
  for (const { id } of devices) await known(id, 'one');
  const campaignUUID = await fleet.campaign({
    firmwareUUID: await fleet.image('two'),
    target: { kind: 'all' },
  });
  for (const { id, device } of devices) {
    device.answer((await awaitUpgradeCommand(device)).id);
    await device.restart({ reason: 'upgrade', firmware: 'two' });
    await fleet.reaches(campaignUUID, id, 'succeeded');
  }
  await allHeard();
  for (const { id } of devices)
    expect(await log(id)).toEqual([{ campaignUUID, state: 'succeeded', reason: null }]);
});

test('logs a failed device once that returns with the version, also with another campaign scheduled', async () => {
  const one = await fleet.online();
  const campaignUUID = await withCommand(one, 0);
  await awaitUpgradeCommand(one.device);
  await one.device.drop();
  server.advance(16 * MINUTE);
  await fleet.reaches(campaignUUID, one.id, 'failed');
  const startAt = new Date(server.platform.now().getTime() + 60 * MINUTE).toISOString();
  const next = await fleet.campaign({
    firmwareUUID: await fleet.image('three'),
    target: { kind: 'all' },
    startAt,
  });
  await one.device.connect({ reason: 'upgrade', firmware: 'two' });
  await fleet.reaches(campaignUUID, one.id, 'succeeded');
  await allHeard();
  expect(await log(one.id)).toEqual([
    { campaignUUID: next, state: 'waiting', reason: null },
    { campaignUUID, state: 'succeeded', reason: 'late' },
  ]);
});

test('succeeds late for a failed device whose earlier version was not stored', async () => {
  const one = await fleet.online();
  const campaignUUID = await withCommand(one, 0);
  await awaitUpgradeCommand(one.device);
  await one.device.drop();
  server.advance(16 * MINUTE);
  await fleet.reaches(campaignUUID, one.id, 'failed');
  // As when the process ended before storing it.
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`delete from device_firmware where device_id = ${one.id}`),
  );
  await one.device.connect({ reason: 'upgrade', firmware: 'two' });
  await fleet.reaches(campaignUUID, one.id, 'succeeded');
  await allHeard();
  expect(await log(one.id)).toEqual([{ campaignUUID, state: 'succeeded', reason: 'late' }]);
});

test('progress of an ended upgrade does not start another one', async () => {
  const one = await fleet.online('one');
  const other = await fleet.online('other');
  const campaignUUID = await withCommand(one, 1);
  one.device.answer((await awaitUpgradeCommand(one.device)).id);
  progress(one);
  await one.device.restart({ reason: 'upgrade', firmware: 'two' });
  await fleet.reaches(campaignUUID, one.id, 'succeeded');
  progress(one);
  progress(other);
  await expect.poll(() => fleet.statusOf(other.id), WITHIN).toMatchObject({ upgrade: 'upgrading' });
  expect(await log(one.id)).toEqual([{ campaignUUID, state: 'succeeded', reason: null }]);
  expect(await fleet.statusOf(one.id)).toMatchObject({ upgrade: 'upgradeSuccessful' });
});
