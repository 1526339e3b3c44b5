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

interface Batch {
  readonly state: string;
  readonly devices: number;
}

/** Started devices by when they were. */
function batchesOf(change: string): Promise<Batch[]> {
  return stage.rows(sql<Batch>`
    select state, count(*)::int as devices from configuration_change_device
    where change_id = ${change} and state in ('sent', 'verified') group by state, changed_at order by changed_at`);
}

/** As if the started devices had shown the change. */
async function verify(change: string): Promise<void> {
  await stage.rows(sql`
    update configuration_change_device set state = 'verified', next_at = null
    where change_id = ${change} and state = 'sent' returning device_id`);
  await stage.rows(sql`
    update configuration_change set due_at = ${server.platform.now()} where id = ${change} returning id`);
}

test('starts in one site, then in a few, then in all of them in several transactions', async () => {
  const siteIds = await buildSites(STARTED_MAX + 20);
  await buildNetwork(server, stage.owner, { level: 'organization', uuid: stage.organizationId });
  const change = await stage.deliver(siteIds);
  const first = { state: 'verified', devices: 1 };
  const few = { state: 'verified', devices: 4 };
  await expect.poll(() => batchesOf(change), WITHIN).toEqual([{ ...first, state: 'sent' }]);
  await verify(change);
  await expect.poll(() => batchesOf(change), WITHIN).toEqual([first, { ...few, state: 'sent' }]);
  await verify(change);
  await expect
    .poll(() => batchesOf(change), WITHIN)
    .toEqual([first, few, { state: 'sent', devices: STARTED_MAX }, { state: 'sent', devices: 15 }]);
});
