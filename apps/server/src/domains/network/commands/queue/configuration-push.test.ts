import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccount, buildOrganization, buildSite, type Person } from '../../../../testing/builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';
import { ended } from './command-lifecycle.ts';
import { ConfigurationPush } from './configuration-push.ts';
import { claimNext, type DeviceKey, findInFlight, type Settled, settle } from './queue.repository.ts';
import { settlementOf } from './settle.ts';

const [BEFORE, WANTED] = [500, 1_000];

let server: TestServer;
let owner: Person;
let siteId: string;
let push: ConfigurationPush;
beforeAll(async () => {
  server = await startTestServer();
  owner = await buildAccount(server);
  siteId = await buildSite(server, owner, await buildOrganization(server, owner, 'North'), 'Harbour');
  push = new ConfigurationPush(server.platform);
});
afterAll(() => server.stop());

/** An online device that should run `WANTED`. */
async function deviceWanting(state: 'pending' | 'applied'): Promise<DeviceKey> {
  const { id } = await buildDevice(server, owner, { siteId, status: 'online', managed: true });
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`
      insert into device_configuration (tenant_id, device_id, version, document, state, reason, created_by)
      values (${owner.tenant}, ${id}, ${WANTED}, '{"strict":true}', ${state}, 'restored',
        (select manager_id from membership where tenant_id = ${owner.tenant} limit 1))`),
  );
  return { tenant: owner.tenant, deviceId: id };
}

function pushesTo({ deviceId }: DeviceKey): Promise<{ version: number }[]> {
  return server.platform.database.asSystem((tx) =>
    tx.all(sql<{ version: number }>`
      select (params ->> 'version')::int as version from command
      where device_id = ${deviceId} and command = 'configure'`),
  );
}

async function stateOf({ deviceId }: DeviceKey): Promise<string | undefined> {
  const row = await server.platform.database.asSystem((tx) =>
    tx.first(sql<{ state: string }>`select state from device_configuration where device_id = ${deviceId}`),
  );
  return row?.state;
}

/** Of this database only: a lock does not show its database, but its waiting process holds others that do. */
async function waitingForLocks(): Promise<number> {
  const row = await server.platform.database.asSystem((tx) =>
    tx.first(sql<{ count: number }>`
      select count(*)::int as count from pg_locks waiting where not waiting.granted and exists (
        select from pg_locks own join pg_database on pg_database.oid = own.database
        where own.pid = waiting.pid and pg_database.datname = current_database())`),
  );
  return row?.count ?? 0;
}

/** Ends the sent command without delivering the event. */
function end(device: DeviceKey, verdict: ReturnType<typeof ended>): Promise<Settled[]> {
  return server.platform.database.asSystem(async (tx) => {
    const sent = await findInFlight(tx, [device]);
    const settlements = sent.map((one) => settlementOf(one, verdict));
    return settle(tx, settlements, server.platform.now());
  });
}

test('sends nothing to a device that reports the wanted version during the check', async () => {
  const device = await deviceWanting('applied');
  let looking: Promise<void> | undefined;
  await server.platform.database.asSystem(async (tx) => {
    await tx.run(sql`select from device where id = ${device.deviceId} for update`);
    push.runs(device, BEFORE);
    await expect.poll(waitingForLocks, WITHIN).not.toBe(0);
    push.runs(device, WANTED);
    looking = push.settled();
  });
  await looking;
  expect(await pushesTo(device)).toEqual([]);
});

test('does not queue a push a second time when it is sent during the check', async () => {
  const device = await deviceWanting('pending');
  push.runs(device, BEFORE);
  await push.settled();
  expect(await pushesTo(device)).toEqual([{ version: WANTED }]);
  let looking: Promise<void> | undefined;
  await server.platform.database.asSystem(async (tx) => {
    await claimNext(tx, [device], server.platform.now());
    push.changed(device);
    await expect.poll(waitingForLocks, WITHIN).not.toBe(0);
    looking = push.settled();
  });
  await looking;
  expect(await pushesTo(device)).toEqual([{ version: WANTED }]);
});

test('does not store a partly applied version as applied because the device runs it', async () => {
  const device = await deviceWanting('pending');
  push.runs(device, BEFORE);
  await push.settled();
  await server.platform.database.asSystem((tx) => claimNext(tx, [device], server.platform.now()));
  await end(device, ended('configurationFailure', { reason: 'partly', rejected: ['tx-power'] }));
  push.runs(device, WANTED);
  await push.settled();
  expect(await stateOf(device)).toBe('pending');
  expect(await pushesTo(device)).toHaveLength(1);
});

test('stores a version as applied when the device runs it and its answer was lost', async () => {
  const device = await deviceWanting('pending');
  push.runs(device, BEFORE);
  await push.settled();
  await server.platform.database.asSystem((tx) => claimNext(tx, [device], server.platform.now()));
  push.runs(device, WANTED);
  await push.settled();
  // It may still answer.
  expect(await stateOf(device)).toBe('pending');
  push.ended(await end(device, ended('ackTimeout')));
  await push.settled();
  expect(await stateOf(device)).toBe('applied');
  expect(await pushesTo(device)).toHaveLength(1);
});
