import { afterEach, expect, test } from 'vitest';
import { createFirstAdministrator } from '../../domains/people/identity/index.ts';
import { expectFailure, expectSuccess } from '../../domains/people/identity/testing/expectations.ts';
import { buildAccount, buildMember, PASSWORD } from '../../testing/builders.ts';
import { buildDevice } from '../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { CALL_LIMITS, DEMO_CALL_LIMITS, PUBLIC_CALL_LIMITS } from './calls-in-flight.ts';
import { type LockedTable, lockTable } from './testing/locked-table.ts';

let server: TestServer;
let locked: LockedTable | undefined;
afterEach(async () => {
  await locked?.unlock();
  locked = undefined;
  await server.stop();
});

/** Reads the table that these tests lock. */
function listGroups(token: string) {
  return server.call('listGroups', {}, { as: token });
}

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}

test('returns 429 for calls of a session beyond those that run and wait', async () => {
  server = await startTestServer(
    {},
    { callLimits: { perSessionMax: 2, perAccountMax: 3, waitingMax: 2, waitMaxMs: 60_000 } },
  );
  const owner = await buildAccount(server);
  const colleague = await buildMember(server, owner, 'superAdministrator');
  const stranger = await buildAccount(server);
  locked = await lockTable(server.databaseUrl, 'device_group');

  const running = times(2, () => listGroups(owner.token));
  await locked.blocks(2);
  const waiting = [
    listGroups(owner.token),
    server.call('createEnterprise', { name: 'North' }, { as: owner.token }),
  ];
  const refused = await listGroups(owner.token);
  expectFailure(refused, 'tooManyCalls');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.msg).toContain('at once');
  expectSuccess(await server.call('listRoles', {}, { as: colleague.token }));
  expectSuccess(await server.call('listRoles', {}, { as: stranger.token }));
  expect(await locked.waiting()).toBe(2);

  await locked.unlock();
  locked = undefined;
  for (const answer of await Promise.all([...running, ...waiting])) expectSuccess(answer);
});

test('returns 429 for a call that has waited too long', async () => {
  server = await startTestServer({}, { callLimits: { perSessionMax: 1, waitMaxMs: 100 } });
  const owner = await buildAccount(server);
  locked = await lockTable(server.databaseUrl, 'device_group');
  const running = listGroups(owner.token);
  await locked.blocks(1);
  expectFailure(await listGroups(owner.token), 'tooManyCalls');
  await locked.unlock();
  locked = undefined;
  expectSuccess(await running);
});

test('runs as many calls at once as the limits of the account and of the demo allow', async () => {
  server = await startTestServer({ DATABASE_CONNECTIONS: '20' });
  await createFirstAdministrator(server.platform);
  const demo = (await server.call('demoLogin', {})).data.access_token;
  const owner = await buildAccount(server);
  locked = await lockTable(server.databaseUrl, 'device_group');
  const { perSessionMax } = CALL_LIMITS;
  const ofAccount = times(20, () => listGroups(owner.token));
  await locked.blocks(perSessionMax);
  const ofDemo = times(20, () => listGroups(demo));
  await locked.blocks(perSessionMax + DEMO_CALL_LIMITS.perSessionMax);
  // An answered call shows that none before it is still on its way into the queue.
  expectSuccess(await server.call('listRoles', {}, { as: (await buildAccount(server)).token }));
  expect(await locked.waiting()).toBe(perSessionMax + DEMO_CALL_LIMITS.perSessionMax);
  expect(DEMO_CALL_LIMITS.perSessionMax).toBeLessThan(perSessionMax);
  await locked.unlock();
  locked = undefined;
  for (const answer of await Promise.all([...ofAccount, ...ofDemo])) expectSuccess(answer);
});

test('returns 503 when calls use all their connections, and signs people in meanwhile', async () => {
  server = await startTestServer(
    { DATABASE_CONNECTIONS: '5' },
    { connectionWait: { waitMaxMs: 200, waitingMax: 100 } },
  );
  const owner = await buildAccount(server);
  const other = await buildAccount(server);
  locked = await lockTable(server.databaseUrl, 'device_group');
  const running = times(3, () => listGroups(owner.token));
  await locked.blocks(3);

  const refused = await server.call('listRoles', {}, { as: other.token });
  expectFailure(refused, 'databaseBusy');
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expectSuccess(await server.call('login', { username: other.userName, password: PASSWORD }));

  await locked.unlock();
  locked = undefined;
  for (const answer of await Promise.all(running)) expectSuccess(answer);
});

test('stops a read that takes too long with its own error, but no export', async () => {
  server = await startTestServer({}, { callLimits: { readStatementMaxMs: 200 } });
  const owner = await buildAccount(server);
  await buildDevice(server, owner, { siteId: null });
  locked = await lockTable(server.databaseUrl, 'device');
  const read = await server.call('listDevices', {}, { as: owner.token });
  expectFailure(read, 'readTimedOut');
  expect(read.status).toBe(504);
  expect(read.msg).toContain('took too long');

  const exported = server.call('exportDevices', { format: 'csv' }, { as: owner.token });
  await locked.blocks(1);
  // Longer than the limit of reads: a second read has exceeded it meanwhile.
  expectFailure(await server.call('listDevices', {}, { as: owner.token }), 'readTimedOut');
  await locked.unlock();
  locked = undefined;
  expectSuccess(await exported);
});

test('stops reads of the demo earlier than those of accounts', async () => {
  server = await startTestServer();
  await createFirstAdministrator(server.platform);
  const demo = (await server.call('demoLogin', {})).data.access_token;
  const owner = await buildAccount(server);
  locked = await lockTable(server.databaseUrl, 'device_group');
  const ofAccount = listGroups(owner.token);
  await locked.blocks(1);
  expectFailure(await listGroups(demo), 'readTimedOut');
  expect(await locked.waiting()).toBe(1);
  await locked.unlock();
  locked = undefined;
  expectSuccess(await ofAccount);
});

test('answers a signed-in person while sign-ins wait for the database', async () => {
  server = await startTestServer({ DATABASE_CONNECTIONS: '10', TRUSTED_PROXIES: '127.0.0.1' });
  const owner = await buildAccount(server);
  locked = await lockTable(server.databaseUrl, 'throttle');
  const flood = Array.from({ length: 40 }, (_, nth) =>
    server.call(
      'login',
      { username: owner.userName, password: PASSWORD },
      { headers: { 'x-forwarded-for': `198.51.100.${nth + 1}` } },
    ),
  );
  await locked.blocks(PUBLIC_CALL_LIMITS.perAccountMax);
  expectSuccess(await server.call('listRoles', {}, { as: owner.token }));
  expect(await locked.waiting()).toBe(PUBLIC_CALL_LIMITS.perAccountMax);
  await locked.unlock();
  locked = undefined;
  await Promise.all(flood);
});
