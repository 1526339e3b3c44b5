import { DEVICE_LIMITS } from '@airloom/contract/devices/devices.limits';
import { MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signInAgain } from '../../../../testing/builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';
import { buildEstate, type Estate } from '../testing/estate.ts';
import { takeOver } from '../testing/take-over.ts';
import { configurationsDue, misconfigured } from './configuration-push.ts';

/** Take overs of offline devices. */

const WEEK = DEVICE_LIMITS.takeOverExpiresMs;

let server: TestServer;
let estate: Estate;
let deviceUUID: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  estate = await buildEstate(server);
  ({ id: deviceUUID } = await buildDevice(server, estate.owner, { siteId: estate.lobby, name: 'desk' }));
  await takeOver(server, estate.as, deviceUUID);
});

/** Sessions expire, so the owner signs in again. */
async function pass(ms: number): Promise<void> {
  server.advance(ms);
  estate = { ...estate, as: { as: await signInAgain(server, estate.owner) } };
}

const runJob = () => server.platform.addJob('expireTakeOvers', {}, 'expireTakeOvers');

const stateOf = async (id = deviceUUID) =>
  (await server.call('viewDevice', { deviceUUID: id }, estate.as)).data.configurationState;

const versionStates = async () =>
  (await server.call('listConfigurations', { deviceUUID }, estate.as)).data.rows.map(({ state }) => state);

const expiries = async () =>
  (await server.call('listOperations', { call: 'expireTakeOver' }, estate.as)).data.rows;

/** Version of a configuration made elsewhere. */
const runs = () => 7_777;

/** What the device is sent when it connects and reports that version. */
async function connect() {
  const { tenant } = estate.owner;
  const { database } = server.platform;
  const now = server.platform.now();
  await database.asSystem((tx) =>
    tx.run(sql`update device set status = 'online', online_at = ${now} where id = ${deviceUUID}`),
  );
  const key = { tenant, deviceId: deviceUUID };
  if ((await database.asSystem((tx) => misconfigured(tx, [key], runs, now))).length === 0) return [];
  const due = await database.withTenant({ tenant }, (tx) =>
    configurationsDue(tx, { tenant }, [deviceUUID], runs, now),
  );
  return due.pushes;
}

test('a take over expires after seven days, which the history and the operation log show', async () => {
  await server.call('updateDevice', { deviceUUID, name: 'desk 2' }, estate.as);
  await pass(WEEK - MINUTE);
  const other = await buildDevice(server, estate.owner, { siteId: estate.lobby, name: 'door' });
  await takeOver(server, estate.as, other.id);
  await pass(2 * MINUTE);
  await runJob();
  await expect.poll(() => stateOf(), WITHIN).toBe('unmanaged');
  expect(await versionStates()).toEqual(['expired', 'superseded']);
  expect(await expiries()).toMatchObject([{ objects: [{ kind: 'device', name: 'desk 2' }], userName: '' }]);
  expect(await stateOf(other.id)).toBe('pending');
  expect((await takeOver(server, estate.as, deviceUUID)).data.changed).toBe(1);
});

test('a device that connects within seven days is sent its configuration, however long it takes', async () => {
  await pass(WEEK - MINUTE);
  expect(await connect()).toHaveLength(1);
  const other = await buildDevice(server, estate.owner, { siteId: estate.lobby });
  await takeOver(server, estate.as, other.id);
  await pass(WEEK + MINUTE);
  await runJob();
  // The job has run once the take over of the other device has expired.
  await expect.poll(() => stateOf(other.id), WITHIN).toBe('unmanaged');
  expect(await stateOf()).toBe('pending');
});

test('a device that connects after seven days is sent nothing, also before the job has run', async () => {
  await pass(WEEK + MINUTE);
  expect(await connect()).toEqual([]);
  expect(await stateOf()).toBe('unmanaged');
  expect(await versionStates()).toEqual(['expired']);
  expect(await expiries()).toHaveLength(1);
});
