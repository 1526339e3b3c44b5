import { randomUUID } from 'node:crypto';
import type { ConfigurationState } from '@airloom/contract/devices/devices.states';
import { MINUTE } from '@airloom/contract/time';
import { ABILITIES } from '@airloom/device-protocol/testing/settings';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';
import { portOf, reportOf } from '../../../monitoring/telemetry/testing/reports.ts';
import type { ConnectedDevice } from '../device-facts.ts';
import { buildEstate, type Estate } from '../testing/estate.ts';
import { PresenceTracker } from './presence.tracker.ts';

/** Which reported ports of switches are stored. */

let server: TestServer;
let estate: Estate;
let keeper: PresenceTracker;
let device: ConnectedDevice;
beforeAll(async () => {
  server = await startTestServer();
  estate = await buildEstate(server);
});
afterAll(() => server.stop());
beforeEach(async () => {
  keeper = new PresenceTracker(server.platform);
  device = await connectedSwitch();
});
afterEach(() => keeper.close());

async function connectedSwitch(): Promise<ConnectedDevice> {
  const { owner, lobby } = estate;
  const { id, serial } = await buildDevice(server, owner, { siteId: lobby, kind: 'switch' });
  const connectionId = randomUUID();
  await write(sql`update device set connection_id = ${connectionId} where id = ${id}`);
  return {
    tenant: owner.tenant,
    deviceId: id,
    siteId: lobby,
    serial,
    kind: 'switch',
    abilities: ABILITIES,
    connectionId,
    address: '192.0.2.1',
  };
}

const write = (statement: ReturnType<typeof sql>) =>
  server.platform.database.asSystem((tx) => tx.run(statement));

const become = (state: ConfigurationState) =>
  write(sql`update device set configuration_state = ${state} where id = ${device.deviceId}`);

/** A known port and a new one, in stored sequence. */
async function kept({ deviceId } = device): Promise<string[]> {
  const row = await server.platform.database.asSystem((tx) =>
    tx.first(sql<{ ports: { name: string; poe: boolean | null }[] }>`
      select reported_ports as ports from device where id = ${deviceId}`),
  );
  return (row?.ports ?? []).map(({ name, poe }) => `${name} ${poe}`);
}

const POWER = { state: 'delivering', watts: 4 } as const;

function report(from = device): void {
  const ports = ['Ethernet1', 'Ethernet0'].map((name) => portOf(name, { linked: true, power: POWER }));
  keeper.onReports(from, [reportOf({ ports })], server.platform.now().getTime());
}

test.each(['unmanaged', 'refused', 'notApplied'] as const)(
  'replaces the known ports of a switch whose configuration is %s',
  async (state) => {
    await become(state);
    report();
    await expect.poll(() => kept(), WITHIN).toEqual(['Ethernet1 true', 'Ethernet0 true']);
  },
);

test.each(['pending', 'applied', 'partly'] as const)(
  'adds new ports and changes no known port of a switch whose configuration is %s',
  async (state) => {
    await become(state);
    report();
    await expect.poll(() => kept(), WITHIN).toEqual(['Ethernet0 null', 'Ethernet1 true']);
  },
);

test('writes ports that did not change again after ten minutes', async () => {
  await become('applied');
  report();
  await expect.poll(() => kept(), WITHIN).toEqual(['Ethernet0 null', 'Ethernet1 true']);
  await become('refused');
  server.advance(9 * MINUTE);
  report();
  // Written after all earlier reports.
  const other = await connectedSwitch();
  report(other);
  await expect.poll(() => kept(other), WITHIN).toEqual(['Ethernet1 true', 'Ethernet0 true']);
  expect(await kept()).toEqual(['Ethernet0 null', 'Ethernet1 true']);
  server.advance(2 * MINUTE);
  report();
  await expect.poll(() => kept(), WITHIN).toEqual(['Ethernet1 true', 'Ethernet0 true']);
});
