import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { OK_NOTHING_CHANGED } from '@airloom/contract/errors';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMember } from '../../../../testing/builders.ts';
import { buildDevice, buildDevices } from '../../../../testing/device-builders.ts';
import { firstChanges } from '../../../../testing/operations.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { expectFailure } from '../../../people/identity/testing/expectations.ts';
import { buildEstate, type Estate } from '../testing/estate.ts';

const PLAIN = 'Zebra-Quay-77';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await keepOutbox();
});
afterAll(() => server.stop());

/** Keeps a copy of delivered outbox events. */
async function keepOutbox(): Promise<void> {
  const client = new pg.Client(server.databaseUrl);
  await client.connect();
  await client.query(`
    create table kept_outbox (fact text);
    grant select, insert on kept_outbox to public;
    create function keep_fact() returns trigger language plpgsql as $$
      begin insert into kept_outbox values (new::text); return new; end $$;
    create trigger kept after insert on outbox for each row execute function keep_fact()`);
  await client.end();
}

async function hasPassword({ as }: Estate, deviceUUID: string): Promise<boolean> {
  return (await server.call('viewDevice', { deviceUUID }, as)).data.hasPassword;
}

/** Tables with a row that contains the text. */
function tablesHolding(text: string): Promise<string[]> {
  return server.platform.database.asSystem(async (tx) => {
    const tables = await tx.all(sql<{ name: string }>`
      select oid::regclass::text as name from pg_class
      where relkind in ('r', 'p') and relnamespace <> 'pg_catalog'::regnamespace
        and has_table_privilege(oid, 'select')`);
    const holding: string[] = [];
    for (const { name } of tables) {
      const found = await tx.first(sql`
        select from ${sql.raw(name)} as held where position(${text} in held::text) > 0 limit 1`);
      if (found !== undefined) holding.push(name);
    }
    return holding;
  });
}

test('sets and removes a device password without storing it in plain text', async () => {
  const estate = await buildEstate(server);
  const { id } = await buildDevice(server, estate.owner, {
    siteId: estate.lobby,
    managed: true,
    name: 'desk',
  });
  const set = (password: string | null) =>
    server.call('setDevicePassword', { deviceUUIDs: [id], password }, estate.as);
  expect(await hasPassword(estate, id)).toBe(false);
  expect((await set(PLAIN)).data).toEqual({ changed: 1, refused: [] });
  expect(await hasPassword(estate, id)).toBe(true);
  expect((await set(PLAIN)).data.changed).toBe(1);

  const { data } = await server.call('listConfigurations', { deviceUUID: id }, estate.as);
  expect(data.rows.map(({ reason }) => reason)).toEqual(['passwordChanged', 'passwordChanged']);
  const newest = { deviceUUID: id, version: data.rows[0]?.version ?? 0 };
  const { data: shown } = await server.call('viewConfiguration', newest, estate.as);
  expect(shown.document['unit']).toMatchObject({ name: 'desk' });
  expect(shown.document['unit']).not.toHaveProperty('system-password');
  expect(await tablesHolding(id)).toEqual(
    expect.arrayContaining(['device', 'device_configuration', 'kept_outbox']),
  );
  expect(await tablesHolding('setDevicePassword')).toContain('operation_log');
  expect(await tablesHolding(PLAIN)).toEqual([]);

  expect((await set(null)).data).toEqual({ changed: 1, refused: [] });
  expect(await hasPassword(estate, id)).toBe(false);
  const again = await set(null);
  expect([again.code, again.data]).toEqual([OK_NOTHING_CHANGED, { changed: 0, refused: [] }]);
  const log = await server.call('listOperations', { search: 'desk' }, estate.as);
  expect(log.data.rows.map((row) => [row.call, firstChanges(row)])).toEqual([
    ['setDevicePassword', { devicePassword: null, hasPassword: [true, false] }],
    ['setDevicePassword', { devicePassword: null }],
    ['setDevicePassword', { devicePassword: null, hasPassword: [false, true] }],
  ]);
});

test('seals the same password differently for each device', async () => {
  const estate = await buildEstate(server);
  const built = await buildDevices(server, estate.owner, [
    { siteId: estate.lobby, managed: true },
    { siteId: estate.lobby, managed: true },
  ]);
  const deviceUUIDs = built.map(({ id }) => id);
  await server.call('setDevicePassword', { deviceUUIDs, password: PLAIN }, estate.as);
  const rows = await server.platform.database.asSystem((tx) =>
    tx.all(sql<{ sealed: string }>`
      select sealed_password as sealed from device where id = any(${deviceUUIDs}::uuid[])`),
  );
  expect(new Set(rows.map(({ sealed }) => sealed)).size).toBe(2);
  expect(rows.map(({ sealed }) => server.platform.vault.unseal(sealed))).toEqual([PLAIN, PLAIN]);
});

test.each([
  ['', 'validation.password.length'],
  ['Short-1', 'validation.password.length'],
  [`Aa1-${'x'.repeat(29)}`, 'validation.password.length'],
  ['Zürich-77', 'validation.devicePassword.characters'],
  ['zebra-quay', 'validation.devicePassword.classes'],
  ['Big-rOOt-77', 'validation.devicePassword.userName'],
])('refuses the device password %j: %s', async (password, key) => {
  const estate = await buildEstate(server);
  const { id } = await buildDevice(server, estate.owner, { siteId: estate.lobby, managed: true });
  const refused = await server.call('setDevicePassword', { deviceUUIDs: [id], password }, estate.as);
  expectFailure(refused, 'invalidInput');
  expect(refused.failure.fields?.password).toMatchObject({
    key,
    values: { minimum: 8, maximum: 32, userName: 'root' },
  });
  expect(await hasPassword(estate, id)).toBe(false);
});

test.each<DeviceKind>(['switch', 'gateway', 'ac', 'controller', 'smart'])(
  'a device of kind %s has one, too',
  async (kind) => {
    const estate = await buildEstate(server);
    const { id } = await buildDevice(server, estate.owner, { siteId: estate.lobby, managed: true, kind });
    await server.call('setDevicePassword', { deviceUUIDs: [id], password: PLAIN }, estate.as);
    expect(await hasPassword(estate, id)).toBe(true);
  },
);

test.each([
  ['gateway', 'apUnderGateway'],
  ['ac', 'apUnderController'],
] as const)('an access point under a %s has it from there', async (kind, reason) => {
  const estate = await buildEstate(server);
  const above = await buildDevice(server, estate.owner, { siteId: estate.lobby, managed: true, kind });
  const [bound, free] = await buildDevices(server, estate.owner, [
    { siteId: estate.lobby, managed: true, name: 'bound', managedBy: above.id },
    { siteId: estate.lobby, managed: true, name: 'free' },
  ]);
  const [boundId, freeId] = [bound?.id ?? '', free?.id ?? ''];
  const some = { deviceUUIDs: [boundId, freeId], password: PLAIN };
  expect((await server.call('setDevicePassword', some, estate.as)).data).toEqual({
    changed: 1,
    refused: [{ deviceUUID: boundId, name: 'bound', reason }],
  });
  const none = { deviceUUIDs: [boundId], password: PLAIN };
  expectFailure(await server.call('setDevicePassword', none, estate.as), reason);
  expect([await hasPassword(estate, boundId), await hasPassword(estate, freeId)]).toEqual([false, true]);
});

test('requires the permission to operate organizations, for visible devices', async () => {
  const estate = await buildEstate(server);
  const { id } = await buildDevice(server, estate.owner, { siteId: estate.lobby, managed: true });
  const input = { deviceUUIDs: [id], password: PLAIN };
  const site = await buildMember(server, estate.owner, 'siteAdministrator', { siteIds: [estate.lobby] });
  expectFailure(await server.call('setDevicePassword', input, { as: site.token }), 'permissionDenied');
  const elsewhere = await buildMember(server, estate.owner, 'organizationAdministrator', {
    enterpriseIds: [estate.schools],
  });
  expectFailure(await server.call('setDevicePassword', input, { as: elsewhere.token }), 'notFound');
  const stranger = await buildEstate(server);
  expectFailure(await server.call('setDevicePassword', input, stranger.as), 'notFound');
  expect(await hasPassword(estate, id)).toBe(false);
  const here = await buildMember(server, estate.owner, 'organizationAdministrator', {
    enterpriseIds: [estate.hotels],
  });
  expect((await server.call('setDevicePassword', input, { as: here.token })).data.changed).toBe(1);
});
