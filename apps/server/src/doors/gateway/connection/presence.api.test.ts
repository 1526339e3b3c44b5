import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { foreignAuthority } from '../../../domains/network/devices/testing/certificates.ts';
import { eventually, GatewayHarness, newSerial, type RunningGateway } from '../testing/gateway-harness.ts';

let harness: GatewayHarness;
let running: RunningGateway;
let tenant: string;
beforeAll(async () => {
  harness = await GatewayHarness.open();
});
afterAll(() => harness.close());

/** Events and clocks start afresh with every account and gateway. */
async function begin(env: Readonly<Record<string, string>> = {}): Promise<void> {
  running = await harness.start({}, env);
  tenant = await harness.account();
}
afterEach(() => harness.stop(running));

/** Without those of enrolments. */
async function factTypes(): Promise<string[]> {
  return (await harness.facts(tenant)).map(({ type }) => type).filter((type) => type !== 'DevicesChanged');
}

/** Another device that disconnects now is found offline: earlier ones would have been, too. */
async function graceOver(): Promise<void> {
  const witness = newSerial();
  (await harness.connected(running, tenant, witness)).end();
  await eventually(() => expect(running.received.gone.at(-1)?.serial).toBe(witness));
  harness.advance(21_000);
  await eventually(async () =>
    expect(await harness.row(tenant, witness)).toMatchObject({ status: 'offline' }),
  );
}

test('a newer connection replaces the older one, which is closed and logged', async () => {
  await begin();
  const serial = newSerial();
  const credentials = await harness.enrolled(running.port, tenant, serial);
  const older = await harness.connectWith(running, serial, credentials);
  const newer = await harness.connectWith(running, serial, credentials);
  expect(await older.closed()).toBe(4409);
  expect(running.received.notices).toEqual([
    {
      device: expect.objectContaining({ tenant, serial }),
      notice: { type: 'connectionReplaced', oldAddress: '127.0.0.1', newAddress: '127.0.0.1' },
    },
  ]);
  newer.report();
  await eventually(() => expect(running.received.reports.at(-1)?.device.serial).toBe(serial));
  await graceOver();
  expect(await harness.row(tenant, serial)).toMatchObject({ status: 'online' });
});

test('a device that reconnects within the grace period was never offline, otherwise it is offline since it disconnected', async () => {
  await begin();
  const [back, lost] = [newSerial(), newSerial()];
  const credentials = await harness.enrolled(running.port, tenant, back);
  const first = await harness.connectWith(running, back, credentials);
  const other = await harness.connected(running, tenant, lost);
  const onlineAt = (await harness.row(tenant, back))?.online_at;
  const goneAt = harness.now().getTime();
  first.end();
  other.end();
  await eventually(() => expect(running.received.gone).toHaveLength(2));
  expect(await harness.row(tenant, lost)).toMatchObject({ status: 'online' });
  await harness.connectWith(running, back, credentials);
  harness.advance(20_000);
  await eventually(async () => expect(await harness.row(tenant, lost)).toMatchObject({ status: 'offline' }));
  const row = await harness.row(tenant, lost);
  expect((row?.offline_at?.getTime() ?? 0) - goneAt).toBeLessThan(5_000);
  expect(row).toMatchObject({ gateway_id: null, connection_id: null });
  expect(await harness.row(tenant, back)).toMatchObject({ status: 'online', online_at: onlineAt });
  expect((await factTypes()).filter((type) => type === 'DevicesOffline')).toHaveLength(1);
});

test('a gateway restart does not affect devices that reconnect in time; the others go offline', async () => {
  await begin();
  const [back, lost] = [newSerial(), newSerial()];
  const credentials = await harness.enrolled(running.port, tenant, back);
  const device = await harness.connectWith(running, back, credentials);
  await harness.connected(running, tenant, lost);
  const facts = await factTypes();
  await harness.stop(running);
  expect(await device.closed()).toBe(1012);
  expect(await harness.row(tenant, lost)).toMatchObject({ status: 'online' });

  running = await harness.start();
  const before = await harness.row(tenant, back);
  await harness.connectWith(running, back, credentials);
  const after = await harness.row(tenant, back);
  expect(after).toMatchObject({ status: 'online', online_at: before?.online_at });
  expect(after?.gateway_id).not.toBe(before?.gateway_id);
  expect(await factTypes()).toEqual(facts);

  await harness.silence();
  await running.gateway.beat();
  expect(await harness.row(tenant, lost)).toMatchObject({ status: 'offline', gateway_id: null });
  expect(await harness.row(tenant, back)).toMatchObject({ status: 'online' });
  expect(await factTypes()).toEqual([...facts, 'DevicesOffline']);
});

test('a process that others assumed dead claims its devices again', async () => {
  await begin();
  const serial = newSerial();
  await harness.connected(running, tenant, serial);
  const other = await harness.start();
  await harness.silence();
  await other.gateway.beat();
  expect(await harness.row(tenant, serial)).toMatchObject({ status: 'offline' });
  await running.gateway.beat();
  expect(await harness.row(tenant, serial)).toMatchObject({ status: 'online' });
  expect(await factTypes()).toEqual(['DevicesOnline', 'DevicesOffline', 'DevicesOnline']);
  await harness.stop(other);
});

test('a process with another clock is not assumed dead', async () => {
  await begin();
  const serial = newSerial();
  await harness.connected(running, tenant, serial);
  const other = await harness.start();
  for (const ms of [600_000, -1_200_000, 600_000]) {
    harness.advance(ms);
    await other.gateway.beat();
    expect(await harness.row(tenant, serial)).toMatchObject({ status: 'online' });
    await running.gateway.beat();
  }
  expect(await factTypes()).toEqual(['DevicesOnline']);
  await harness.stop(other);
});

test('a device that connects to another process leaves the first one', async () => {
  await begin();
  const other = await harness.start();
  const serial = newSerial();
  const credentials = await harness.enrolled(running.port, tenant, serial);
  const older = await harness.connectWith(running, serial, credentials);
  await harness.connectWith(other, serial, credentials);
  expect(await older.closed()).toBe(4409);
  expect(running.connections.size).toBe(0);
  expect(other.connections.size).toBe(1);
  expect(running.received.notices).toHaveLength(1);
  await graceOver();
  expect(await harness.row(tenant, serial)).toMatchObject({ status: 'online' });
  await harness.stop(other);
});

test('many devices at once are stored in few transactions and one event', async () => {
  await begin();
  const serials = Array.from({ length: 40 }, newSerial);
  const credentials = await Promise.all(
    serials.map((serial) => harness.enrolled(running.port, tenant, serial)),
  );
  const devices = serials.map((serial, index) =>
    harness.dial(running.port, serial, credentials[index] ?? {}),
  );
  await Promise.all(devices.map((device) => device.opened()));
  for (const device of devices) device.hello();
  await eventually(() => expect(running.received.hellos).toHaveLength(40));
  expect((await factTypes()).length).toBeLessThan(8);
});

test('closes a silent device after ten minutes, but not one that pings', async () => {
  await begin();
  const [silent, pinging] = [
    await harness.connected(running, tenant, newSerial()),
    await harness.connected(running, tenant, newSerial()),
  ];
  harness.advance(599_000);
  pinging.socket.ping();
  await once(pinging.socket, 'pong');
  await eventually(async () => {
    running.gateway.sweep();
    harness.advance(500);
    expect(silent.closedWith).toBe(4408);
  });
  expect(pinging.closedWith).toBeNull();
});

test('finds a half-open connection by an unanswered ping', async () => {
  await begin();
  const device = await harness.connected(running, tenant, newSerial());
  let pings = 0;
  device.socket.on('ping', () => {
    pings += 1;
  });
  harness.advance(80_000);
  running.gateway.sweep();
  await eventually(() => expect(pings).toBe(1));
  // It answered before and no longer does.
  device.socket.pause();
  await eventually(() => {
    harness.advance(80_000);
    running.gateway.sweep();
    expect(running.connections.size).toBe(0);
  });
});

test('closes a connection when its certificate expires', async () => {
  await begin();
  const factory = await foreignAuthority('Short lived');
  await harness.trust(tenant, factory.pem);
  await running.gateway.reloadTrust();
  const serial = newSerial();
  const notAfter = new Date(harness.now().getTime() + 60_000);
  const device = await harness.connectWith(running, serial, await factory.issue(serial, { notAfter }));
  harness.advance(61_000);
  running.gateway.sweep();
  expect(await device.closed()).toBe(4403);
});

test('a factory device belongs to the account that registered it, and to none before', async () => {
  const factory = await foreignAuthority('Big factory');
  const file = join(harness.dataDir, 'makers.pem');
  await writeFile(file, factory.pem);
  await begin({ DEVICE_CA_FILE: file });
  const other = await harness.account();
  const serial = newSerial();
  const credentials = await factory.issue(serial, { organization: other });
  const unknown = harness.dial(running.port, serial, credentials);
  await unknown.opened();
  unknown.hello();
  expect(await unknown.closed()).toBe(4403);
  const siteId = await harness.site(tenant);
  await harness.register(tenant, serial, siteId);
  await harness.register(other, serial, await harness.site(other));
  await harness.connectWith(running, serial, credentials);
  expect(await harness.row(tenant, serial)).toMatchObject({ status: 'online', site_id: siteId });
  expect(await harness.row(other, serial)).toMatchObject({ status: 'neverConnected', first_online_at: null });
});
