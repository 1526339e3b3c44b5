import { DAY } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buildAccount, buildOrganization, buildSite, type Person } from '../../../../testing/builders.ts';
import { newNetwork } from '../../../../testing/configuration-builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { storeSecrets, withDigests } from '../../settings/index.ts';
import { deleteUnusedSecrets } from './unused-secrets.jobs.ts';

let server: TestServer;
let owner: Person;
let siteUUID: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

beforeEach(async () => {
  owner = await buildAccount(server);
  siteUUID = await buildSite(server, owner, await buildOrganization(server, owner, 'North'), 'Harbour');
});

const as = () => ({ as: owner.token });
const SETTING = '018f0000-0000-7000-8000-000000000001';

async function run(statement: ReturnType<typeof sql>): Promise<void> {
  await server.platform.database.asSystem((tx) => tx.run(statement));
}

/** Runs the job, after as many days. */
function clean(days = 2): Promise<void> {
  const { database, now } = server.platform;
  return deleteUnusedSecrets({ database, now: () => new Date(now().getTime() + days * DAY) }).run();
}

function edit(password: string) {
  return { settingId: SETTING, edit: newNetwork({ level: 'site', uuid: siteUUID }, { password }) };
}

/** Stores a secret that nothing refers to; returns its digest. */
async function store(password: string, at = server.platform.now()): Promise<string> {
  const { database, vault } = server.platform;
  await database.withTenant(owner, (tx) => storeSecrets(tx, vault, owner, [edit(password)], at));
  return digestOf(password);
}

function digestOf(password: string): string {
  const { value } = withDigests(server.platform.vault, owner, edit(password));
  return JSON.stringify(value).match(/"digest":"([0-9a-f]{32})"/)?.[1] ?? '';
}

async function stored(): Promise<string[]> {
  const rows = await server.platform.database.withTenant(owner, (tx) =>
    tx.all(sql<{ digest: string }>`select digest from setting_secret order by created_at, digest`),
  );
  return rows.map(({ digest }) => digest);
}

test('deletes a secret that nothing refers to after a day', async () => {
  const digest = await store('abandoned-1');
  await clean(0.5);
  expect(await stored()).toEqual([digest]);
  await clean();
  expect(await stored()).toEqual([]);
});

test('deletes the secret of a discarded draft, not that of a kept one', async () => {
  const place = { level: 'site' as const, uuid: siteUUID };
  const draft = (ssid: string) =>
    server.call('addToDraft', { place, edits: [newNetwork(place, { ssid })], replaces: [] }, as());
  await draft('Guest');
  await draft('Staff');
  expect(await stored()).toHaveLength(2);
  const listed = await server.call('listDraft', { level: 'site', placeUUID: siteUUID }, as());
  const discarded = listed.data.slice(0, 1).map(({ draftUUID }) => draftUUID);
  await server.call('discardDraft', { place, draftUUIDs: discarded }, as());
  await clean();
  expect(await stored()).toHaveLength(1);
});

const value = (digest: string) => JSON.stringify({ password: { digest } });
const settings = (digest: string) => JSON.stringify({ networks: [{ value: { password: { digest } } }] });
const insertChange = (tenant: string) => sql`
  insert into configuration_change (tenant_id, id, number, reason, state, site_ids, organization_ids, whole_site_ids,
    group_ids, device_ids, created_by, created_by_name, created_at, due_at, ended_at)
  values (${tenant}, ${SETTING}, 1, '', 'done', '{}', '{}', '{}', '{}', '{}', ${SETTING}, '', now(), now(), now())`;

const REFERENCES: readonly (readonly [string, (digest: string, deviceId: string) => Promise<void>])[] = [
  [
    'a setting',
    (digest) =>
      run(sql`
        insert into setting (tenant_id, id, kind, level, site_id, value, version, updated_by_name, updated_at)
        values (${owner.tenant}, ${SETTING}, 'wirelessNetwork', 'site', ${siteUUID}, ${value(digest)}, 1, '', now())`),
  ],
  [
    'the history of changes',
    async (digest) => {
      await run(insertChange(owner.tenant));
      await run(sql`
        insert into configuration_change_edit (tenant_id, change_id, place, setting_id, kind, name, level, place_id,
          place_name, organization_id, before)
        values (${owner.tenant}, ${SETTING}, 0, ${SETTING}, 'wirelessNetwork', '', 'site', ${siteUUID}, '', ${siteUUID},
          ${value(digest)})`);
    },
  ],
  [
    'a device of a change',
    async (digest, deviceId) => {
      await run(insertChange(owner.tenant));
      await run(sql`
        insert into configuration_change_device (tenant_id, change_id, device_id, device_name, site_id, wave, state,
          earlier, changed_at)
        values (${owner.tenant}, ${SETTING}, ${deviceId}, '', ${siteUUID}, 0, 'verified',
          ${JSON.stringify({ released: JSON.parse(settings(digest)) })}, now())`);
    },
  ],
  [
    'released settings',
    (digest, deviceId) =>
      run(sql`update device set released_settings = ${settings(digest)} where id = ${deviceId}`),
  ],
  [
    'verified settings',
    (digest, deviceId) =>
      run(sql`update device set verified_settings = ${settings(digest)} where id = ${deviceId}`),
  ],
  [
    'a configuration of a device',
    (digest, deviceId) =>
      run(sql`
        insert into device_configuration (tenant_id, device_id, version, document, state, reason)
        values (${owner.tenant}, ${deviceId}, 5, ${JSON.stringify({
          interfaces: [{ ssids: [{ encryption: { key: `secret:${digest}` } }] }],
        })}, 'applied', 'claimed')`),
  ],
];

test.each(REFERENCES)('keeps a secret of %s', async (_, refer) => {
  const { id } = await buildDevice(server, owner, { siteId: siteUUID });
  const kept = await store('kept-secret-1');
  await store('abandoned-2');
  await refer(kept, id);
  await clean();
  expect(await stored()).toEqual([kept]);
});

test('keeps an old secret that is being saved again at the same time', async () => {
  const { database, vault } = server.platform;
  const digest = await store('chosen-again', new Date(server.platform.now().getTime() - 10 * DAY));
  let cleaning: Promise<void> | undefined;
  await database.withTenant(owner, async (tx) => {
    await storeSecrets(tx, vault, owner, [edit('chosen-again')], server.platform.now());
    cleaning = clean(0);
    await expect.poll(isBlocked).toBe(true);
  });
  await cleaning;
  expect(await stored()).toEqual([digest]);
});

test('reads a bounded number of configurations at a time', async () => {
  const { id } = await buildDevice(server, owner, { siteId: siteUUID });
  const kept = await store('kept-secret-2');
  await store('abandoned-3');
  await run(sql`
    insert into device_configuration (tenant_id, device_id, version, document, state, reason)
    select ${owner.tenant}, ${id}, n,
      jsonb_build_object('key', 'secret:' || case when n = 1500 then ${kept} else md5(n::text) end), 'applied', 'claimed'
    from generate_series(1, 1500) n`);
  const { database } = server.platform;
  const withTenant = database.withTenant.bind(database);
  const read: number[] = [];
  const spy = vi.spyOn(database, 'withTenant').mockImplementation((scope, work) =>
    withTenant(scope, async (tx) => {
      const before = (await tx.first(CONFIGURATIONS_READ))?.rows ?? 0;
      const result = await work(tx);
      read.push(((await tx.first(CONFIGURATIONS_READ))?.rows ?? 0) - before);
      return result;
    }),
  );
  await clean();
  spy.mockRestore();
  expect(await stored()).toEqual([kept]);
  expect(Math.max(...read)).toBeGreaterThan(0);
  expect(Math.max(...read)).toBeLessThanOrEqual(500);
});

/** Rows of configurations that this transaction has read; an index counts those that it fetched. */
const CONFIGURATIONS_READ = sql<{ rows: number }>`
  select sum(
    pg_stat_get_xact_tuples_fetched(oid)
    + case when relkind = 'r' then pg_stat_get_xact_tuples_returned(oid) else 0 end)::int as rows
  from pg_class where relname in ('device_configuration', 'device_configuration_pkey')`;

/** Whether a statement waits for a lock. */
async function isBlocked(): Promise<boolean> {
  const [row] = await server.platform.database.asSystem((tx) =>
    tx.all(sql<{ blocked: boolean }>`
      select exists (
        select from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0) as blocked`),
  );
  return row?.blocked === true;
}
