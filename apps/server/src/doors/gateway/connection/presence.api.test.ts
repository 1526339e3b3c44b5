import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { foreignAuthority } from '../../../domains/network/devices/testing/certificates.ts';
import { eventually, GatewayHouse, newSerial, type RunningGateway } from '../testing/gateway-harness.ts';

let house: GatewayHouse;
let running: RunningGateway;
let tenant: string;
beforeAll(async () => {
  house = await GatewayHouse.open();
});
afterAll(() => house.close());

/** Facts and clocks start afresh with every account and gateway. */
async function begin(env: Readonly<Record<string, string>> = {}): Promise<void> {
  running = await house.start({}, env);
  tenant = await house.account();
}
afterEach(() => house.stop(running));

async function factTypes(): Promise<string[]> {
  return (await house.facts(tenant)).map(({ type }) => type);
}

/** Another device that goes now is found offline: whoever went before would have been, too. */
async function graceOver(): Promise<void> {
  const witness = newSerial();
  (await house.connected(running, tenant, witness)).end();
  await eventually(() => expect(running.heard.gone.at(-1)?.serial).toBe(witness));
  house.advance(21_000);
  await eventually(async () => expect(await house.row(tenant, witness)).toMatchObject({ status: 'offline' }));
}

test('the newer connection of a device takes the place of the older, which is told and noted', async () => {
  await begin();
  const serial = newSerial();
  const credentials = await house.enrolled(running.port, tenant, serial);
  const older = await house.comeIn(running, serial, credentials);
  const newer = await house.comeIn(running, serial, credentials);
  expect(await older.closed()).toBe(4409);
  expect(running.heard.notices).toEqual([
    {
      device: expect.objectContaining({ tenant, serial }),
      notice: { type: 'connectionReplaced', oldAddress: '127.0.0.1', newAddress: '127.0.0.1' },
    },
  ]);
  newer.report();
  await eventually(() => expect(running.heard.reports.at(-1)?.device.serial).toBe(serial));
  await graceOver();
  expect(await house.row(tenant, serial)).toMatchObject({ status: 'online' });
});

test('who comes back within the grace was never offline, who does not is offline since it went', async () => {
  await begin();
  const [back, lost] = [newSerial(), newSerial()];
  const credentials = await house.enrolled(running.port, tenant, back);
  const first = await house.comeIn(running, back, credentials);
  const other = await house.connected(running, tenant, lost);
  const onlineAt = (await house.row(tenant, back))?.online_at;
  const goneAt = house.now().getTime();
  first.end();
  other.end();
  await eventually(() => expect(running.heard.gone).toHaveLength(2));
  expect(await house.row(tenant, lost)).toMatchObject({ status: 'online' });
  await house.comeIn(running, back, credentials);
  house.advance(20_000);
  await eventually(async () => expect(await house.row(tenant, lost)).toMatchObject({ status: 'offline' }));
  const row = await house.row(tenant, lost);
  expect((row?.offline_at?.getTime() ?? 0) - goneAt).toBeLessThan(5_000);
  expect(row).toMatchObject({ gateway_id: null, connection_id: null });
  expect(await house.row(tenant, back)).toMatchObject({ status: 'online', online_at: onlineAt });
  expect((await factTypes()).filter((type) => type === 'DevicesOffline')).toHaveLength(1);
});

test('a restart changes nothing for whoever comes back in time; the others are offline when it is clear', async () => {
  await begin();
  const [back, lost] = [newSerial(), newSerial()];
  const credentials = await house.enrolled(running.port, tenant, back);
  const device = await house.comeIn(running, back, credentials);
  await house.connected(running, tenant, lost);
  const facts = await factTypes();
  await house.stop(running);
  expect(await device.closed()).toBe(1012);
  expect(await house.row(tenant, lost)).toMatchObject({ status: 'online' });

  running = await house.start();
  const before = await house.row(tenant, back);
  await house.comeIn(running, back, credentials);
  const after = await house.row(tenant, back);
  expect(after).toMatchObject({ status: 'online', online_at: before?.online_at });
  expect(after?.gateway_id).not.toBe(before?.gateway_id);
  expect(await factTypes()).toEqual(facts);

  await house.silence();
  await running.gateway.beat();
  expect(await house.row(tenant, lost)).toMatchObject({ status: 'offline', gateway_id: null });
  expect(await house.row(tenant, back)).toMatchObject({ status: 'online' });
  expect(await factTypes()).toEqual([...facts, 'DevicesOffline']);
});

test('a process that others took for dead says again whom it holds', async () => {
  await begin();
  const serial = newSerial();
  await house.connected(running, tenant, serial);
  await house.silence();
  const other = await house.start();
  await other.gateway.beat();
  expect(await house.row(tenant, serial)).toMatchObject({ status: 'offline' });
  await running.gateway.beat();
  expect(await house.row(tenant, serial)).toMatchObject({ status: 'online' });
  expect(await factTypes()).toEqual(['DevicesOnline', 'DevicesOffline', 'DevicesOnline']);
  await house.stop(other);
});

test('whoever has another clock is not taken for dead', async () => {
  await begin();
  const serial = newSerial();
  await house.connected(running, tenant, serial);
  const other = await house.start();
  for (const ms of [600_000, -1_200_000, 600_000]) {
    house.advance(ms);
    await other.gateway.beat();
    expect(await house.row(tenant, serial)).toMatchObject({ status: 'online' });
    await running.gateway.beat();
  }
  expect(await factTypes()).toEqual(['DevicesOnline']);
  await house.stop(other);
});

test('a device that comes in at another process leaves the first', async () => {
  await begin();
  const other = await house.start();
  const serial = newSerial();
  const credentials = await house.enrolled(running.port, tenant, serial);
  const older = await house.comeIn(running, serial, credentials);
  await house.comeIn(other, serial, credentials);
  expect(await older.closed()).toBe(4409);
  expect(running.connections.size).toBe(0);
  expect(other.connections.size).toBe(1);
  expect(running.heard.notices).toHaveLength(1);
  await graceOver();
  expect(await house.row(tenant, serial)).toMatchObject({ status: 'online' });
  await house.stop(other);
});

test('a storm of devices is written in few transactions, and one fact', async () => {
  await begin();
  const serials = Array.from({ length: 40 }, newSerial);
  const credentials = await Promise.all(
    serials.map((serial) => house.enrolled(running.port, tenant, serial)),
  );
  const devices = serials.map((serial, index) => house.dial(running.port, serial, credentials[index] ?? {}));
  await Promise.all(devices.map((device) => device.opened()));
  for (const device of devices) device.hello();
  await eventually(() => expect(running.heard.hellos).toHaveLength(40));
  expect((await factTypes()).length).toBeLessThan(8);
});

test('a silent device is dropped after ten minutes, one that pings is not', async () => {
  await begin();
  const [silent, pinging] = [
    await house.connected(running, tenant, newSerial()),
    await house.connected(running, tenant, newSerial()),
  ];
  house.advance(599_000);
  pinging.socket.ping();
  await once(pinging.socket, 'pong');
  await eventually(async () => {
    running.gateway.sweep();
    house.advance(500);
    expect(silent.closedWith).toBe(4408);
  });
  expect(pinging.closedWith).toBeNull();
});

test('a connection whose other end is gone is found by a ping that nobody answers', async () => {
  await begin();
  const device = await house.connected(running, tenant, newSerial());
  let pings = 0;
  device.socket.on('ping', () => {
    pings += 1;
  });
  house.advance(80_000);
  running.gateway.sweep();
  await eventually(() => expect(pings).toBe(1));
  // It answered; now it no longer does.
  device.socket.pause();
  await eventually(() => {
    house.advance(80_000);
    running.gateway.sweep();
    expect(running.connections.size).toBe(0);
  });
});

test('a certificate that ends while connected ends the connection', async () => {
  await begin();
  const factory = await foreignAuthority('Short lived');
  await house.trust(tenant, factory.pem);
  await running.gateway.reloadTrust();
  const serial = newSerial();
  const notAfter = new Date(house.now().getTime() + 60_000);
  const device = await house.comeIn(running, serial, await factory.issue(serial, { notAfter }));
  house.advance(61_000);
  running.gateway.sweep();
  expect(await device.closed()).toBe(4403);
});

test("a factory's device belongs to the account that registered it, and to nobody before", async () => {
  const factory = await foreignAuthority('Big factory');
  const file = join(house.dataDir, 'makers.pem');
  await writeFile(file, factory.pem);
  await begin({ DEVICE_CA_FILE: file });
  const other = await house.account();
  const serial = newSerial();
  const credentials = await factory.issue(serial, { organization: other });
  const unknown = house.dial(running.port, serial, credentials);
  await unknown.opened();
  unknown.hello();
  expect(await unknown.closed()).toBe(4403);
  const siteId = await house.site(tenant);
  await house.register(tenant, serial, siteId);
  await house.register(other, serial, await house.site(other));
  await house.comeIn(running, serial, credentials);
  expect(await house.row(tenant, serial)).toMatchObject({ status: 'online', site_id: siteId });
  expect(await house.row(other, serial)).toMatchObject({ status: 'offline', first_online_at: null });
});
