import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildAccount, buildOrganization, type Person } from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import type { Transaction } from './database.ts';
import { SHORT_SEARCH_ROWS } from './text-search.ts';

const ROWS = 5_000;
/** Logs are longer than the part that short texts are searched in. */
const LOG_ROWS = SHORT_SEARCH_ROWS + 10;

let server: TestServer;
let owner: Person;

function n(count: number): RawBuilder<unknown> {
  return sql`generate_series(1, ${count}::int) n`;
}

function insertRows(tenant: string, manager: string, organization: string): RawBuilder<unknown>[] {
  const mac = sql`'02:' || regexp_replace(lpad(to_hex(n), 10, '0'), '(..)(?=.)', '\\1:', 'g')`;
  return [
    sql`insert into manager (id, user_name, language) select gen_random_uuid(), 'person' || md5(n::text), 'en' from ${n(ROWS)}`,
    sql`insert into membership (tenant_id, id, manager_id, role_id, alias)
      select ${tenant}, gen_random_uuid(), manager.id, role.id, 'a' || substr(md5(user_name), 1, 9)
      from manager, (select id from role where tenant_id = ${tenant} limit 1) role where user_name like 'person%'`,
    sql`insert into site (tenant_id, id, enterprise_id, name, country_code, time_zone)
      select ${tenant}, gen_random_uuid(), ${organization}, 'Site ' || md5(n::text) || '总部楼' || n, 'PL', 'UTC' from ${n(ROWS)}`,
    sql`insert into device (tenant_id, id, site_id, kind, serial, sn, name)
      select ${tenant}, gen_random_uuid(), site.id, 'ap', substr(md5(name), 1, 12), '', 'ap-' || md5(name)
      from site where tenant_id = ${tenant}`,
    sql`insert into terminal_session (tenant_id, id, device_id, site_id, visit_id, mac, started_at, ended_at, end_reason,
        last_seen_at, counter_rx, counter_tx, rx_bytes, tx_bytes, signal_sum, signal_samples, ssid, port, ip, hostname)
      select ${tenant}, gen_random_uuid(), device.id, device.site_id, gen_random_uuid(), ${mac},
        now() - n * interval '1 second', case when n > ${ROWS} then now() end, case when n > ${ROWS} then 'left' end,
        now(), 0, 0, 0, 0, 0, 0, 'Office', '', '', 'host-' || md5(n::text)
      from ${n(LOG_ROWS)}, (select id, site_id from device where tenant_id = ${tenant} limit 1) device`,
    sql`insert into terminal (tenant_id, mac, hostname, kind, name, first_seen_at, last_seen_at)
      select ${tenant}, mac, '', 'unknown', 'name-' || md5(mac), now(), now() from terminal_session
      where tenant_id = ${tenant} and ended_at is null`,
    sql`insert into known_terminal (tenant_id, mac, site_id, device_kind, device_id, ip, hostname, ssid, port, rx_bytes,
        tx_bytes, last_seen_at, is_open)
      select tenant_id, mac, site_id, 'ap', device_id, '10.0.' || row_number() over (order by mac) / 256 || '.'
        || row_number() over (order by mac) % 256, hostname, ssid, port, 0, 0, last_seen_at, true
      from terminal_session where tenant_id = ${tenant} and ended_at is null`,
    sql`insert into operation_log (tenant_id, id, at, user_name, address, call, request_id, target)
      select ${tenant}, gen_random_uuid(), now() - n * interval '1 second', '', '', 'createSite', '',
        case when n = ${LOG_ROWS} then 'qq' else md5(n::text) end from ${n(LOG_ROWS)}`,
    sql`insert into notice (tenant_id, id, about_id, step, detail, mode, address, level, because, time_zone,
        tells_clears, state, due_at, created_at, ended_at)
      select ${tenant}, gen_random_uuid(), gen_random_uuid(), 'raised', '', 'mail', md5(n::text) || '@example.org',
        'notice', '', 'UTC', false, 'sent', now(), now() - n * interval '1 second', now() from ${n(ROWS)}`,
    sql`insert into message (tenant_id, id, manager_id, once, tab, key, params, link, created_at)
      select ${tenant}, gen_random_uuid(), ${manager}, 'm' || n, 'system', 'welcome',
        jsonb_build_object('name', md5(n::text)), '', now() from ${n(ROWS)}`,
    sql`insert into alarm (tenant_id, id, rule_id, rule_name, type, level, state, site_id, site_name, device_name, part,
        cause, raised_at, cleared_at, clear_reason)
      select ${tenant}, gen_random_uuid(), gen_random_uuid(), '', 'highCpu', 'notice', 'unconfirmed', id, '',
        state || md5(name), '', '', now(), case when state = 'past-' then now() end,
        case when state = 'past-' then 'recovered' end
      from site, unnest('{now-,past-}'::text[]) state where tenant_id = ${tenant}`,
  ];
}

beforeAll(async () => {
  server = await startTestServer();
  owner = await buildAccount(server);
  const organization = await buildOrganization(server, owner, 'North');
  for (const insert of insertRows(owner.tenant, owner.managerId, organization)) {
    await server.platform.database.asSystem((tx) => tx.run(insert));
  }
  const administration = new pg.Client({ connectionString: server.databaseUrl });
  await administration.connect();
  await administration.query('vacuum analyze');
  await administration.end();
});
afterAll(() => server.stop());

const READ = sql<{ name: string; scans: number; rows: number }>`
  select relname as name, pg_stat_get_xact_numscans(oid)::int as scans,
    (pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid))::int as rows
  from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`;

/** What the statements of a call read: scans per index, and rows per table. */
async function readBy(
  call: () => Promise<unknown>,
): Promise<ReadonlyMap<string, { scans: number; rows: number }>> {
  const { database } = server.platform;
  const withTenant = database.withTenant.bind(database);
  const read = new Map<string, { scans: number; rows: number }>();
  const counted = async <T>(tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> => {
    await tx.run(sql`select set_config('max_parallel_workers_per_gather', '0', true)`);
    const before = new Map((await tx.all(READ)).map((row) => [row.name, row]));
    const result = await work(tx);
    for (const { name, scans, rows } of await tx.all(READ)) {
      const sum = read.get(name) ?? { scans: 0, rows: 0 };
      sum.scans += scans - (before.get(name)?.scans ?? 0);
      sum.rows += rows - (before.get(name)?.rows ?? 0);
      read.set(name, sum);
    }
    return result;
  };
  const spy = vi
    .spyOn(database, 'withTenant')
    .mockImplementation((scope, work) => withTenant(scope, (tx) => counted(tx, work)));
  await call();
  spy.mockRestore();
  return read;
}

const md5 = (text: string) => sql<string>`substr(md5(${text}), 3, 9)`;
const CLIENT_TABLES = ['known_terminal', 'terminal_session', 'terminal'] as const;
const OF_A_SITE = sql<string>`(select substr(md5(name), 3, 8) from site where name like '%楼77')`;

test.each([
  ['listDevices', {}, OF_A_SITE, 'device_text_search', ['device', 'device_text']],
  ['listOnlineTerminals', {}, md5('77'), 'known_terminal_search', CLIENT_TABLES],
  ['listOnlineTerminals', {}, md5('02:00:00:00:00:4d'), 'terminal_search', CLIENT_TABLES],
  ['listOnlineTerminals', {}, sql<string>`'02-00-00-00-00-4D'`, 'terminal_session_mac', CLIENT_TABLES],
  ['listKnownTerminals', {}, md5('77'), 'known_terminal_search', CLIENT_TABLES],
  ['listKnownTerminals', {}, sql<string>`'10.0.0.77'`, 'known_terminal_search', CLIENT_TABLES],
  ['listKnownTerminals', {}, sql<string>`'02:00:00:00:12'`, 'known_terminal_key', CLIENT_TABLES],
  ['listTerminalLog', {}, md5('77'), 'terminal_session_search', ['terminal_session']],
  ['listSites', {}, md5('77'), 'site_search', ['site']],
  ['listSites', {}, sql<string>`'总部楼77'`, 'site_search', ['site']],
  ['listDeliveries', {}, md5('77'), 'notice_search', ['notice']],
  ['queryAlarm', {}, OF_A_SITE, 'alarm_search', ['alarm', 'device', 'site']],
  ['queryHisAlarm', {}, OF_A_SITE, 'alarm_name_search', ['alarm', 'alarm_name', 'device', 'site']],
  ['listMessages', { tab: 'system' }, md5('77'), 'message_search', ['message']],
  ['listSubAccounts', {}, md5('77'), 'manager_search', ['membership', 'manager']],
  ['listOperations', {}, md5('77'), 'operation_log_search', ['operation_log']],
] as const)('%s %j looks a rare text up in an index (%#)', async (call, input, text, index, tables) => {
  const { database } = server.platform;
  const found = await database.withTenant(owner, (tx) =>
    tx.first(sql<{ text: string }>`select ${text} as text`),
  );
  const search = found?.text ?? '';
  let total = 0;
  const read = await readBy(async () => {
    const { data } = await server.call(call, { ...input, search }, { as: owner.token });
    total = data.total;
  });
  expect(total).toBeGreaterThan(0);
  expect(read.get(index)?.scans, index).toBeGreaterThan(0);
  for (const table of tables) expect([table, (read.get(table)?.rows ?? 0) < ROWS / 5]).toEqual([table, true]);
});

function findShort(input: object) {
  return server.call('listOperations', { search: 'qq', ...input }, { as: owner.token });
}

test('searches a text without a trigram in the newest rows of a log only', async () => {
  expect((await findShort({})).data.total).toBe(0);
  const to = new Date(Date.now() - 60_000).toISOString();
  expect((await findShort({ to })).data.total).toBe(1);
});
