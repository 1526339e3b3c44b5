import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEVICE_CLOSE } from '../../../domains/network/devices/device-link.ts';
import { newId } from '../../../platform/ids.ts';
import { eventually, GatewayHouse, newSerial, type RunningGateway } from '../testing/gateway-harness.ts';

let house: GatewayHouse;
let running: RunningGateway;
let tenant: string;
beforeAll(async () => {
  house = await GatewayHouse.open();
  running = await house.start();
  tenant = await house.account();
});
afterAll(() => house.close());

async function write(serial: string, connectionId: string | null): Promise<void> {
  await house.database.asSystem((tx) =>
    tx.run(sql`update device set connection_id = ${connectionId} where serial = ${serial}`),
  );
}

test('a device that came in elsewhere is let go although nobody told', async () => {
  const [moved, stays] = [newSerial(), newSerial()];
  const device = await house.connected(running, tenant, moved);
  const other = await house.connected(running, tenant, stays);
  await write(moved, newId());
  await running.gateway.recheck(null, null);
  expect(await device.closed()).toBe(DEVICE_CLOSE.replaced);
  await eventually(() =>
    expect(running.heard.notices).toMatchObject([
      { device: { serial: moved }, notice: { type: 'connectionReplaced', oldAddress: '127.0.0.1' } },
    ]),
  );
  expect(other.closedWith).toBeNull();
});

test('a device that others took for lost is not let go: its process says that it holds it', async () => {
  const serial = newSerial();
  const device = await house.connected(running, tenant, serial);
  await write(serial, null);
  await running.gateway.recheck(null, null);
  expect(running.connections.size).toBeGreaterThan(0);
  expect(device.socket.readyState).toBe(device.socket.OPEN);
});
