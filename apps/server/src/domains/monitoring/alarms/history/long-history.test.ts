import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transaction } from '../../../../platform/database/database.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { acknowledgedUntil } from '../monitored-clients/client-presence.repository.ts';
import { readSites } from '../outages/site-state.repository.ts';
import { ConnectedSite } from '../testing/connected-site.ts';

const PAST = 20_000;
const MAC = '02:00:00:00:00:01';

let server: TestServer;
let site: ConnectedSite;
let ruleId: string;
beforeAll(async () => {
  server = await startTestServer();
  site = await ConnectedSite.open(server);
  ruleId = await site.rule({ type: 'terminalOffline', levels: [{ level: 'notice', threshold: null }] });
  await site.rows(sql`
    insert into alarm (tenant_id, id, rule_id, rule_name, type, level, state, site_id, site_name, device_name, part,
                       cause, raised_at, cleared_at, clear_reason)
    select ${site.tenant}, gen_random_uuid(), ${ruleId}, '',
      case when n % 4 = 0 then 'terminalOffline' when n % 1000 = 1 then 'siteOffline' else 'deviceOffline' end,
      'notice', 'unconfirmed', ${site.siteId}, 'Harbour', '', case when n % 4 = 0 then n::text else '' end, '',
      now() - n * interval '1 minute', now() - n * interval '1 minute', 'person'
    from generate_series(1, ${PAST}::int) as n`);
  // The application role owns no table, and only owners may analyse one.
  const owner = new pg.Client({ connectionString: server.databaseUrl });
  await owner.connect();
  await owner.query('analyze alarm');
  await owner.end();
});
afterAll(() => server.stop());

/** Query plans of all statements in `work`, as one text. */
async function waysOf(work: (tx: Transaction) => Promise<unknown>): Promise<string> {
  const ways: string[] = [];
  await server.platform.database.withTenant(site.owner, (tx) =>
    work({
      ...tx,
      all: async (query) => {
        const lines = await tx.all(sql<Record<'QUERY PLAN', string>>`explain ${query}`);
        ways.push(...lines.map((line) => line['QUERY PLAN']));
        return tx.all(query);
      },
    }),
  );
  return ways.join('\n');
}

test('reads only the last alarm of a client', async () => {
  const ways = await waysOf((tx) => acknowledgedUntil(tx, site.tenant, [ruleId], [MAC]));
  expect(ways).toContain('using alarm_of_terminal');
});

test('reads only the last outages of a site', async () => {
  const ways = await waysOf((tx) => readSites(tx, site.tenant, [site.siteId], [], server.platform.now()));
  expect(ways).toContain('using alarm_of_dark_site');
});
