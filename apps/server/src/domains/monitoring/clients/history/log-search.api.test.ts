import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sqlBuilder } from '../../../../platform/database/database.ts';
import { rareMatches } from '../../../../platform/database/text-search.ts';
import { buildAccount, buildOrganization, buildSite, type Person } from '../../../../testing/builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { buildTerminal } from '../../../../testing/terminal-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';
import { fillTerminalLog } from '../testing/fill-client-log.ts';

const SESSIONS = 5_000;

let server: TestServer;
let owner: Person;
let other: Person;
let administration: pg.Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await buildAccount(server);
  other = await buildAccount(server);
  for (const person of [owner, other]) {
    const siteId = await buildSite(
      server,
      person,
      await buildOrganization(server, person, 'North'),
      'Harbour',
    );
    const { id: deviceId } = await buildDevice(server, person, { siteId });
    await fillTerminalLog(server, person, { deviceId, siteId, sessions: SESSIONS });
    const hostname = `Laptop-${person.userName}-50%_off`;
    await buildTerminal(server, person, {
      deviceId,
      siteId,
      hostname,
      ip: '192.0.2.77',
      ssid: 'Garden café',
    });
  }
  administration = new pg.Client({ connectionString: server.databaseUrl });
  await administration.connect();
  await administration.query('vacuum analyze terminal_session');
});
afterAll(async () => {
  await administration.end();
  await server.stop();
});

async function found(search: string): Promise<{ total: number; hosts: string[] }> {
  const { data } = await server.call('listTerminalLog', { search }, { as: owner.token });
  return { total: data.total, hosts: data.rows.map(({ hostname }) => hostname) };
}

test.each(['laptop-', 'APTOP', '50%_OFF', '2.0.2.77', 'GARDEN café', 'en ca'])(
  'finds a session by the part %s of its texts, only in the own account',
  async (search) => {
    expect(await found(search)).toEqual({ total: 1, hosts: [`Laptop-${owner.userName}-50%_off`] });
  },
);

test.each(['no such client', '50%off', 'zz'])('finds nothing for %j', async (search) => {
  expect(await found(search)).toMatchObject({ total: 0 });
});

test('reads in order when the text is frequent', async () => {
  expect(await found('host-')).toMatchObject({ total: SESSIONS });
  expect(
    await server.platform.database.withTenant(owner, (tx) => rareMatches(tx, 'terminal_session', 'host-')),
  ).toBe(null);
});

async function scans(): Promise<number> {
  const { rows } = await administration.query<{ scans: number }>(
    `select idx_scan::int as scans from pg_stat_user_indexes where indexrelname = 'terminal_session_search'`,
  );
  return rows[0]?.scans ?? 0;
}

test('uses the index for rare texts, only for the account of the transaction', async () => {
  const before = await scans();
  const { database } = server.platform;
  const mine = await database.withTenant(owner, async (tx) => {
    await tx.run(sql`select pg_stat_force_next_flush()`);
    return rareMatches(tx, 'terminal_session', 'laptop');
  });
  expect(mine).toHaveLength(1);
  expect(await database.withTenant(other, (tx) => rareMatches(tx, 'terminal_session', 'laptop'))).not.toEqual(
    mine,
  );
  expect(await database.unscoped((tx) => rareMatches(tx, 'terminal_session', 'laptop'))).toEqual([]);
  await vi.waitUntil(async () => (await scans()) > before, WITHIN);
});

test('looks the matches up once for an export of several pieces', async () => {
  const { database } = server.platform;
  const withTenant = database.withTenant.bind(database);
  let lookups = 0;
  const spy = vi.spyOn(database, 'withTenant').mockImplementation((scope, work) =>
    withTenant(scope, (tx) =>
      work({
        ...tx,
        first: (query) => {
          const { sql: text } = 'isRawBuilder' in query ? query.compile(sqlBuilder) : query.compile();
          if (text.includes('app.search_')) lookups += 1;
          return tx.first(query);
        },
      }),
    ),
  );
  const input = { search: 'host-', format: 'csv' as const };
  const { data } = await server.call('exportTerminalLog', input, { as: owner.token });
  spy.mockRestore();
  expect(data.rows).toBeGreaterThan(2_000);
  expect(lookups).toBe(1);
});
