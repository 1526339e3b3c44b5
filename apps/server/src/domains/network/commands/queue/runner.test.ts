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
import type { DeviceLink } from '../../devices/index.ts';
import { ended } from './command-life.ts';
import { queueCommand } from './queue.ts';
import { Runner } from './runner.ts';
import { settleAndTell, settlementOf } from './settle.ts';

const WITHIN = { timeout: 10_000, interval: 20 };

let server: TestServer;
let owner: Person;
let siteId: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await buildAccount(server);
  siteId = await buildSite(server, owner, await buildOrganization(server, owner, 'North'), 'Harbour');
});
afterAll(() => server.stop());

/** The connections of one process, of several. */
class Link implements DeviceLink {
  readonly holds = new Set<string>();
  readonly sent: { deviceId: string; command: DeviceCommand }[] = [];
  /** What `sent_at` said when the frame left. */
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

async function order(
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

/** As if these devices had come in there. */
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

test('the process that holds a device sends to it, whichever was asked; sent_at is written before', async () => {
  const bus = new InProcessBus(server.platform.log);
  const [one, two] = [new Link(), new Link()];
  const runners = [runnerWith(bus, one), runnerWith(bus, two)];
  const devices = await buildDevices(server, owner, ONLINE(20));
  devices.forEach(({ id }, index) => (index % 2 === 0 ? one : two).holds.add(id));
  const cfgUUID = await order(devices);
  wake(bus, devices);
  await expect.poll(() => succeeded(cfgUUID), WITHIN).toBe(20);
  for (const link of [one, two]) {
    expect(link.sent.map(({ deviceId }) => deviceId).sort()).toEqual([...link.holds].sort());
    expect(link.committed).toEqual(link.sent.map(() => true));
  }
  await Promise.all(runners.map((runner) => runner.stop()));
});

test('two processes that both believe to hold a device send a command once between them', async () => {
  const bus = new InProcessBus(server.platform.log);
  const links = [new Link(), new Link(), new Link()];
  const runners = links.map((link) => runnerWith(bus, link));
  const devices = await buildDevices(server, owner, ONLINE(50));
  for (const link of links) for (const { id } of devices) link.holds.add(id);
  const cfgUUID = await order(devices);
  wake(bus, devices);
  await expect.poll(() => succeeded(cfgUUID), WITHIN).toBe(50);
  const sent = links.flatMap((link) => link.sent.map(({ deviceId }) => deviceId));
  expect(sent.sort()).toEqual(devices.map(({ id }) => id).sort());
  await Promise.all(runners.map((runner) => runner.stop()));
});

test('several processes send nothing beside what takes a device down, and that alone', async () => {
  const bus = new InProcessBus(server.platform.log);
  const links = [new Link(), new Link(), new Link()];
  const runners = links.map((link) => runnerWith(bus, link));
  const devices = await buildDevices(server, owner, ONLINE(20));
  for (const link of links) for (const { id } of devices) link.holds.add(id);
  const first = await order(devices);
  await order(devices, 'reboot');
  await order(devices, 'ping');
  await order(devices, 'factoryReset');
  wake(bus, devices);
  const sent = () => links.flatMap((link) => link.sent);
  await expect.poll(() => sent().length, WITHIN).toBe(40);
  expect(await succeeded(first)).toBe(20);
  for (let round = 0; round < 5; round += 1) {
    wake(bus, devices);
    await Promise.all(runners.map((runner) => runner.settled()));
  }
  // The restarts are not proven: all that was ordered later waits for them.
  for (const { id } of devices) {
    const own = sent().filter(({ deviceId }) => deviceId === id);
    expect(own.map(({ command }) => command.name).sort()).toEqual(['locate', 'reboot']);
  }
  await Promise.all(runners.map((runner) => runner.stop()));
});

test('what waits is found although nobody was woken', async () => {
  const link = new Link();
  const gatewayId = newId();
  const devices = await buildDevices(server, owner, ONLINE(5));
  for (const { id } of devices) link.holds.add(id);
  await hold(gatewayId, devices);
  const cfgUUID = await order(devices);
  const runner = runnerWith(new InProcessBus(server.platform.log), link, gatewayId);
  await expect.poll(() => succeeded(cfgUUID), WITHIN).toBe(5);
  await runner.stop();
});

test('what waited too long is not sent any more', async () => {
  const bus = new InProcessBus(server.platform.log);
  const link = new Link();
  const [device] = await buildDevices(server, owner, ONLINE(1));
  const cfgUUID = await order(device === undefined ? [] : [device]);
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

test('an answer and what proves it, heard at once, end the command and keep what was said', async () => {
  const devices = await buildDevices(server, owner, ONLINE(30));
  const cfgUUID = await order(devices);
  const ids = await server.platform.database.asSystem((tx) =>
    tx.all(sql<{ id: string }>`select id from command where batch_id = ${cfgUUID}`),
  );
  const taken = { kind: 'waits', answered: true, text: 'Taken', deadline: Date.now() + 60_000 } as const;
  await server.platform.database.asSystem((tx) =>
    settleAndTell(
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

test('that a command ended is told with its account, in the transaction of the end', async () => {
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
  // Whoever ended it need not live to tell: the fact is committed with the end.
  const fact = await server.platform.database.asSystem(async (tx) => {
    const settlement = settlementOf(
      { tenant: owner.tenant, id: queued?.commandId ?? '' },
      ended('commandError'),
    );
    await settleAndTell(tx, [settlement], server.platform.now());
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
