import { ABILITIES } from '@airloom/device-protocol/testing/settings';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { buildNetwork } from '../../settings/testing/networks.ts';
import { RolloutStage, WITHIN } from '../testing/rollout-stage.ts';
import { STARTED_MAX } from './progress.repository.ts';

let server: TestServer;
let stage: RolloutStage;
beforeAll(async () => {
  server = await startTestServer();
  stage = await RolloutStage.open(server);
});
afterAll(() => server.stop());

/** Sites with one managed access point each; returns the sites. */
async function buildSites(count: number): Promise<string[]> {
  const rows = await stage.rows(sql<{ id: string }>`
    insert into site (tenant_id, id, enterprise_id, name, country_code, time_zone)
    select ${stage.owner.tenant}, gen_random_uuid(), ${stage.organizationId}, 'Pier ' || n, 'PL', 'UTC+01:00'
    from generate_series(1, ${count}::int) n returning id`);
  const siteIds = rows.map(({ id }) => id);
  await stage.rows(sql`
    insert into device (tenant_id, id, site_id, kind, serial, sn, name, abilities, configuration_state, status,
      connection_id, first_online_at, online_at)
    select ${stage.owner.tenant}, gen_random_uuid(), site_id, 'ap', lpad(to_hex(n), 12, '0'), 'SN' || n, 'Device ' || n,
      ${JSON.stringify(ABILITIES)}::jsonb, 'applied', 'online', gen_random_uuid(), now(), now()
    from unnest(${siteIds}::uuid[]) with ordinality as given (site_id, n)`);
  return siteIds;
}

test('starts the devices of a large change in several transactions, one right after the other', async () => {
  const siteIds = await buildSites(STARTED_MAX + 20);
  await buildNetwork(server, stage.owner, { level: 'organization', uuid: stage.organizationId });
  const change = await stage.deliver(siteIds);
  const started = () =>
    stage.rows(sql<{ devices: number }>`
      select count(*)::int as devices from configuration_change_device
      where change_id = ${change} and state = 'sent' group by changed_at order by changed_at`);
  await expect.poll(started, WITHIN).toEqual([{ devices: STARTED_MAX }, { devices: 20 }]);
});
