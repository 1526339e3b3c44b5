import type { DeviceCommand } from '@airloom/device-protocol/commands';
import type { Answer } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { InProcessBus } from '../../../../platform/bus/in-process-bus.ts';
import type { DeliveredEvent } from '../../../../platform/events/events.ts';
import { newId } from '../../../../platform/ids.ts';
import { buildAccount, buildOrganization, buildSite, type Person } from '../../../../testing/builders.ts';
import { type BuiltDevice, buildDevices } from '../../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';
import type { DeviceLink } from '../../devices/index.ts';
import { ended } from './command-lifecycle.ts';
import { queueCommand } from './queue.ts';
import { Runner } from './runner.ts';
import { settleAndAnnounce, settlementOf } from './settle.ts';

let server: TestServer;
let owner: Person;
let siteId: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await buildAccount(server);
  siteId = await buildSite(server, owner, await buildOrganization(server, owner, 'North'), 'Harbour');
});
afterAll(() => server.stop());

/** The connections of one of several processes. */
class Link implements DeviceLink {
  readonly holds = new Set<string>();
  readonly sent: { deviceId: string; command: DeviceCommand }[] = [];
  /** Stored `sent_at` when the frame was sent. */
  readonly committed: boolean[] = [];

  isHere(_tenant: string, deviceId: string): boolean {
    return this.holds.has(deviceId);
  }
  async send(_tenant: string, deviceId: string, command: DeviceCommand): Promise<Answer> {
    this.sent.push({ deviceId, command });
    const row = await server.platform.database.asSystem((tx) =>
      tx.first(sql<{ sent: boolean }>`
        select sent_at is not null as sent from command where device_id = ${deviceId} and ended_at is null`),
    );
    this.committed.push(row?.sent === true);
    return { id: this.sent.length, error: 0, text: 'Success', rejected: [], result: {} };
  }
  acknowledge(): void {}
  sendRadius(): boolean {
    return false;
  }
  close(): boolean {
    return false;
  }
}

function runnerWith(bus: InProcessBus, link: Link, gatewayId = newId()): Runner {
  const runner = new Runner({
    platform: server.platform,
    bus,
    gatewayId,
    link,
    telemetrySeconds: () => 0,
    scans: { onScan: () => undefined },
    uploadUri: (_device, token) => `http://localhost/${token}`,
    imageUri: (_device, token) => `https://localhost/${token}`,
  });
  runner.start();
  return runner;
}

function wake(bus: InProcessBus, devices: readonly BuiltDevice[]): void {
  bus.publish('device.wake', { tenant: owner.tenant, deviceIds: devices.map(({ id }) => id) });
}

async function sendCommand(
  devices: readonly BuiltDevice[],
  name: 'locate' | 'ping' | 'reboot' | 'factoryReset' = 'locate',
): Promise<string> {
  const answer = await server.call(
    'sendCommand',
    { deviceUUIDs: devices.map(({ id }) => id), command: { name } },
    { as: owner.token },
  );
  return answer.data.cfgUUID;
}

/** As if these devices had connected to that process. */
function hold(gatewayId: string, devices: readonly BuiltDevice[]): Promise<number> {
  return server.platform.database.asSystem((tx) =>
    tx.run(sql`
      update device set gateway_id = ${gatewayId} where id = any(${devices.map(({ id }) => id)}::uuid[])`),
  );
}

async function succeeded(cfgUUID: string): Promise<number> {
  return (await server.call('viewNoticeLog', { cfgUUID }, { as: owner.token })).data.succeeded;
}

const ONLINE = (count: number) =>
  Array.from({ length: count }, () => ({ siteId, status: 'online' as const }));

test('the process with the connection sends the command, after storing sent_at', async () => {
  const bus = new InProcessBus(server.platform.log);
  const [one, two] = [new Link(), new Link()];
  const runners = [runnerWith(bus, one), runnerWith(bus, two)];
  const devices = await buildDevices(server, owner, ONLINE(20));
  devices.forEach(({ id }, index) => (index % 2 === 0 ? one : two).holds.add(id));
  const cfgUUID = await sendCommand(devices);
  wake(bus, devices);
  await expect.poll(() => succeeded(cfgUUID), WITHIN).toBe(20);
  for (const link of [one, two]) {
    expect(link.sent.map(({ deviceId }) => deviceId).sort()).toEqual([...link.holds].sort());
    expect(link.committed).toEqual(link.sent.map(() => true));
  }
  await Promise.all(runners.map((runner) => runner.stop()));
});

test('two processes that both assume the connection send a command once', async () => {
  const bus = new InProcessBus(server.platform.log);
  const links = [new Link(), new Link(), new Link()];
  const runners = links.map((link) => runnerWith(bus, link));
  const devices = await buildDevices(server, owner, ONLINE(50));
  for (const link of links) for (const { id } of devices) link.holds.add(id);
  const cfgUUID = await sendCommand(devices);
  wake(bus, devices);
  await expect.poll(() => succeeded(cfgUUID), WITHIN).toBe(50);
  const sent = links.flatMap((link) => link.sent.map(({ deviceId }) => deviceId));
  expect(sent.sort()).toEqual(devices.map(({ id }) => id).sort());
  await Promise.all(runners.map((runner) => runner.stop()));
});

test('several processes send a disrupting command alone', async () => {
  const bus = new InProcessBus(server.platform.log);
  const links = [new Link(), new Link(), new Link()];
  const runners = links.map((link) => runnerWith(bus, link));
  const devices = await buildDevices(server, owner, ONLINE(20));
  for (const link of links) for (const { id } of devices) link.holds.add(id);
  const first = await sendCommand(devices);
  await sendCommand(devices, 'reboot');
  await sendCommand(devices, 'ping');
  await sendCommand(devices, 'factoryReset');
  wake(bus, devices);
  const sent = () => links.flatMap((link) => link.sent);
  await expect.poll(() => sent().length, WITHIN).toBe(40);
  expect(await succeeded(first)).toBe(20);
  for (let round = 0; round < 5; round += 1) {
    wake(bus, devices);
    await Promise.all(runners.map((runner) => runner.settled()));
  }
  // The restarts are not confirmed: all later commands wait for them.
  for (const { id } of devices) {
    const own = sent().filter(({ deviceId }) => deviceId === id);
    expect(own.map(({ command }) => command.name).sort()).toEqual(['locate', 'reboot']);
  }
  await Promise.all(runners.map((runner) => runner.stop()));
});

test('finds pending commands without a wake message', async () => {
  const link = new Link();
  const gatewayId = newId();
  const devices = await buildDevices(server, owner, ONLINE(5));
  for (const { id } of devices) link.holds.add(id);
  await hold(gatewayId, devices);
  const cfgUUID = await sendCommand(devices);
  const runner = runnerWith(new InProcessBus(server.platform.log), link, gatewayId);
  await expect.poll(() => succeeded(cfgUUID), WITHIN).toBe(5);
  await runner.stop();
});

test('does not send a command that was pending too long', async () => {
  const bus = new InProcessBus(server.platform.log);
  const link = new Link();
  const [device] = await buildDevices(server, owner, ONLINE(1));
  const cfgUUID = await sendCommand(device === undefined ? [] : [device]);
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`update command set deadline = deadline - interval '4 hours' where batch_id = ${cfgUUID}`),
  );
  link.holds.add(device?.id ?? '');
  const runner = runnerWith(bus, link);
  wake(bus, device === undefined ? [] : [device]);
  const row = async () =>
    (await server.call('getDeviceCftLogDetail', { cfgUUID }, { as: owner.token })).data.rows[0];
  await expect.poll(async () => (await row())?.state, WITHIN).toBe('sendFailed');
  expect(await row()).toMatchObject({ reason: 'waitedTooLong', sentAt: null });
  expect(link.sent).toEqual([]);
  await runner.stop();
});

test('an answer and its confirmation received together end the command and keep the text', async () => {
  const devices = await buildDevices(server, owner, ONLINE(30));
  const cfgUUID = await sendCommand(devices);
  const ids = await server.platform.database.asSystem((tx) =>
    tx.all(sql<{ id: string }>`select id from command where batch_id = ${cfgUUID}`),
  );
  const taken = { kind: 'waits', answered: true, text: 'Taken', deadline: Date.now() + 60_000 } as const;
  await server.platform.database.asSystem((tx) =>
    settleAndAnnounce(
      tx,
      ids.flatMap(({ id }) => [
        settlementOf({ tenant: owner.tenant, id }, taken, { output: 'said' }),
        settlementOf({ tenant: owner.tenant, id }, ended('success')),
        settlementOf({ tenant: owner.tenant, id }, taken),
        settlementOf({ tenant: owner.tenant, id }, ended('ackTimeout')),
      ]),
      server.platform.now(),
    ),
  );
  const rows = await server.platform.database.asSystem((tx) =>
    tx.all(sql<object>`
      select distinct state, text, output, answered_at is not null as answered, ended_at is not null as over
      from command where batch_id = ${cfgUUID}`),
  );
  expect(rows).toEqual([{ state: 'success', text: 'Taken', output: 'said', answered: true, over: true }]);
});

test('stores the event about an ended command with its account, in the same transaction', async () => {
  const [device] = await buildDevices(server, owner, ONLINE(1));
  const queued = await server.platform.database.withTenant(owner, (tx) =>
    queueCommand(tx, {
      tenant: owner.tenant,
      deviceId: device?.id ?? '',
      command: 'upgrade',
      params: { uri: 'https://example.org/image', keepRedirector: true },
      by: null,
      now: server.platform.now(),
    }),
  );
  // The event is committed with the end, even if the process ends before delivering it.
  const fact = await server.platform.database.asSystem(async (tx) => {
    const settlement = settlementOf(
      { tenant: owner.tenant, id: queued?.commandId ?? '' },
      ended('commandError'),
    );
    await settleAndAnnounce(tx, [settlement], server.platform.now());
    return tx.first(sql<DeliveredEvent<'CommandsEnded'>>`
      select id, tenant_id as tenant, type, payload from outbox
      where type = 'CommandsEnded' and tenant_id = ${owner.tenant} order by id desc limit 1`);
  });
  expect(fact?.tenant).toBe(owner.tenant);
  expect(fact?.payload.commands).toEqual([
    {
      id: queued?.commandId,
      batchId: queued?.batchId,
      deviceId: device?.id,
      command: 'upgrade',
      state: 'commandError',
    },
  ]);
});
