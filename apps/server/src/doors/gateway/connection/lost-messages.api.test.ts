import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEVICE_CLOSE } from '../../../domains/network/devices/device-link.ts';
import { newId } from '../../../platform/ids.ts';
import { eventually, GatewayHarness, newSerial, type RunningGateway } from '../testing/gateway-harness.ts';

let harness: GatewayHarness;
let running: RunningGateway;
let tenant: string;
beforeAll(async () => {
  harness = await GatewayHarness.open();
  running = await harness.start();
  tenant = await harness.account();
});
afterAll(() => harness.close());

async function write(serial: string, connectionId: string | null): Promise<void> {
  await harness.database.asSystem((tx) =>
    tx.run(sql`update device set connection_id = ${connectionId} where serial = ${serial}`),
  );
}

test('closes the connection of a device that connected elsewhere, without a bus message', async () => {
  const [moved, stays] = [newSerial(), newSerial()];
  const device = await harness.connected(running, tenant, moved);
  const other = await harness.connected(running, tenant, stays);
  await write(moved, newId());
  await running.gateway.recheck(null, null);
  expect(await device.closed()).toBe(DEVICE_CLOSE.replaced);
  await eventually(() =>
    expect(running.received.notices).toMatchObject([
      { device: { serial: moved }, notice: { type: 'connectionReplaced', oldAddress: '127.0.0.1' } },
    ]),
  );
  expect(other.closedWith).toBeNull();
});

test('keeps the connection of a device that others assumed lost', async () => {
  const serial = newSerial();
  const device = await harness.connected(running, tenant, serial);
  await write(serial, null);
  await running.gateway.recheck(null, null);
  expect(running.connections.size).toBeGreaterThan(0);
  expect(device.socket.readyState).toBe(device.socket.OPEN);
});
