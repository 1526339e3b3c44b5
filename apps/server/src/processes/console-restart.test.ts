import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AlarmSweep } from '../domains/monitoring/alarms/evaluation/sweep.ts';
import { SimulatedSite } from '../testing/simulated-site.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { WITHIN } from '../testing/within.ts';

const KINDS = { gateway: 1, switch: 2, ap: 6 };

let database: TestDatabase;
let dataDir: string;
let server: TestServer;
let site: SimulatedSite;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'airloom-data-'));
  server = await start('0');
  site = await SimulatedSite.open(server, KINDS);
});
afterAll(async () => {
  await site?.stop();
  await server?.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

function start(gatewayPort: string): Promise<TestServer> {
  return startTestServer({ GATEWAY_PORT: gatewayPort }, { on: { databaseUrl: database.url, dataDir } });
}

async function whileDown(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

function rows<R>(query: ReturnType<typeof sql<R>>): Promise<R[]> {
  return server.platform.database.asSystem((tx) => tx.all(query));
}

async function count(what: ReturnType<typeof sql>): Promise<number> {
  const [row] = await rows(sql<{ count: number }>`select count(*)::int as count from device where ${what}`);
  return row?.count ?? 0;
}

async function online(): Promise<number> {
  const { data } = await server.call('deviceCounts', {}, { as: site.owner.token });
  return data.kinds.reduce((sum, kind) => sum + kind.online, 0);
}

async function alarms(): Promise<string[]> {
  const sweep = new AlarmSweep(server.platform, 'wait');
  await sweep.sweepSites();
  await sweep.stop();
  const raised = await rows(sql<{ type: string; device: string }>`
    select type, device_name as device from alarm where tenant_id = ${site.owner.tenant}`);
  return raised.map(({ type, device }) => `${type} ${device}`);
}

/** The new process wrote its heartbeat: by then it would have ended the devices of the dead one. */
function heartbeat(): Promise<unknown> {
  return expect
    .poll(
      () =>
        rows(
          sql`select from gateway_process where seen_at > started_at and seen_at > now() - interval '1 minute'`,
        ),
      WITHIN,
    )
    .toHaveLength(1);
}

test('after ten minutes without a console devices have time to return: no alarm but of the one that does not', async () => {
  const devices = await site.fleet.devices();
  const gatewayPort = String(server.gatewayPort);
  await site.fleet.command({ do: 'stop' });
  await server.stop();
  await whileDown(`update gateway_process set seen_at = now() - interval '10 minutes'`);
  server = await start(gatewayPort);
  await heartbeat();
  expect(await count(sql`status = 'offline'`)).toBe(0);
  expect(await online()).toBe(site.size);
  expect(await alarms()).toEqual([]);

  const lost = devices.find(({ kind }) => kind === 'ap')?.serial ?? '';
  const others = devices.map(({ serial }) => serial).filter((serial) => serial !== lost);
  await site.fleet.command({ do: 'start', serials: others });
  const isBack = sql`gateway_id in (select id from gateway_process where seen_at > now() - interval '1 minute')`;
  await expect.poll(() => count(isBack), WITHIN).toBe(others.length);

  await rows(sql`update gateway_process set grace_until = now() where grace_until is not null returning id`);
  await expect.poll(() => count(sql`status = 'offline'`), WITHIN).toBe(1);
  const [row] = await rows(sql<{ age: number }>`
    select extract(epoch from now() - offline_at)::int as age from device where status = 'offline'`);
  expect(row?.age).toBeGreaterThan(590);
  expect(await online()).toBe(site.size - 1);
  await server.settled();
  // Longer than the hold time of the rule, and shorter than the silence that the gateway tolerates.
  server.advance(6 * MINUTE);
  await expect.poll(alarms, WITHIN).toEqual([expect.stringMatching(/^deviceOffline /)]);
});
