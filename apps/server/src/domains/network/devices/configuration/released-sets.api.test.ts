import { DAY } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildAccount, buildOrganization, buildSite, type Person } from '../../../../testing/builders.ts';
import { buildNetwork } from '../../../../testing/configuration-builders.ts';
import { type BuiltDevice, buildDevices } from '../../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { releasePresent } from '../../../../testing/wireless-builders.ts';
import { deleteUnusedSets } from '../devices.jobs.ts';
import { releaseSettings } from './released-settings.ts';

let server: TestServer;
let owner: Person;
let networkUUID: string;
let one: BuiltDevice;
let other: BuiltDevice;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

beforeEach(async () => {
  owner = await buildAccount(server);
  const siteId = await buildSite(server, owner, await buildOrganization(server, owner, 'North'), 'Harbour');
  networkUUID = await buildNetwork(server, owner, { level: 'site', uuid: siteId });
  await buildNetwork(server, owner, { level: 'site', uuid: siteId }, { ssid: 'Off', enabled: false });
  const [first, second] = await buildDevices(server, owner, [{ siteId }, { siteId }]);
  if (first === undefined || second === undefined) throw new Error('No devices');
  [one, other] = [first, second];
});

const { all, run } = {
  all: <R>(query: ReturnType<typeof sql<R>>) =>
    server.platform.database.withTenant(owner, (tx) => tx.all(query)),
  run: (query: ReturnType<typeof sql>) => server.platform.database.withTenant(owner, (tx) => tx.run(query)),
};
const sets = () =>
  all(sql<{ key: string; network: string }>`select key, network_id as network from released_set`);
const keyOf = async ({ id }: BuiltDevice) =>
  (await all(sql<{ key: string | null }>`select released_set as key from device where id = ${id}`))[0]?.key;

/** Runs the job after two days. */
function clean(): Promise<void> {
  const { database, now } = server.platform;
  return deleteUnusedSets({ database, now: () => new Date(now().getTime() + 2 * DAY) }).run();
}

test('stores the enabled networks once for devices with the same settings', async () => {
  await releasePresent(server, owner, one.id);
  await releasePresent(server, owner, other.id);
  expect(await sets()).toEqual([{ key: await keyOf(one), network: networkUUID }]);
  expect(await keyOf(other)).toBe(await keyOf(one));
  await releasePresent(server, owner, other.id, { vlan: 20 });
  expect(await keyOf(other)).not.toBe(await keyOf(one));
});

test('refers to no set without released settings', async () => {
  await releasePresent(server, owner, one.id);
  await server.platform.database.withTenant(owner, (tx) =>
    releaseSettings(tx, owner, [{ id: one.id, released_settings: null }]),
  );
  expect(await keyOf(one)).toBeNull();
});

test('deletes a set that no device has after a day, and no other', async () => {
  await releasePresent(server, owner, one.id);
  await releasePresent(server, owner, one.id, { vlan: 20 });
  await deleteUnusedSets(server.platform).run();
  expect(await sets()).toHaveLength(2);
  await clean();
  expect(await sets()).toEqual([{ key: await keyOf(one), network: networkUUID }]);
});

test('keeps an unused set that is being released at the same time', async () => {
  await releasePresent(server, owner, one.id);
  const [before] = await all(sql<{ released: never }>`
    select released_settings as released from device where id = ${one.id}`);
  await releasePresent(server, owner, one.id, { vlan: 20 });
  await run(sql`update released_set set used_at = used_at - interval '3 days'`);
  await server.platform.database.withTenant(owner, async (tx) => {
    await releaseSettings(tx, owner, [{ id: other.id, released_settings: before?.released ?? null }]);
    await deleteUnusedSets(server.platform).run();
  });
  const kept = new Set((await sets()).map(({ key }) => key));
  expect(kept).toEqual(new Set([await keyOf(one), await keyOf(other)]));
});

test('knows the bands of radios that exist and are not switched off', async () => {
  const bands = async () =>
    (await all(sql<{ bands: number }>`select radio_bands as bands from device where id = ${one.id}`))[0]
      ?.bands;
  const radios = [{ bands: ['2G'] }, { bands: ['5G', '6G'] }];
  expect(await bands()).toBe(0);
  await run(sql`update device set abilities = ${JSON.stringify({ radios })}::jsonb where id = ${one.id}`);
  expect(await bands()).toBe(7);
  await releasePresent(server, owner, one.id, {}, { '5G': { value: { enabled: false }, origins: {} } });
  expect(await bands()).toBe(5);
});
