import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLong } from '../../../../../tools/testing/run-length.ts';
import { demoParts } from '../../domains/people/accounts/index.ts';
import { createFirstAdministrator } from '../../domains/people/identity/index.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { WITHIN } from '../../testing/within.ts';
import { DemoFiller } from './demo-filler.ts';
import { type DemoFleet, startDemoFleet } from './demo-fleet.ts';

/** Counting all of them is work for the server, which the devices need. */
const SELDOM = { ...WITHIN, interval: 200 };

let server: TestServer;
let fleet: DemoFleet | null = null;
let filler: DemoFiller | null = null;
beforeAll(async () => {
  server = await startTestServer({ GATEWAY_PORT: '0', AIRLOOM_DEMO: 'on' });
});
afterAll(async () => {
  await filler?.stop();
  await fleet?.stop();
  await server.stop();
});

function start(): Promise<DemoFleet | null> {
  return startDemoFleet(server.platform, server.gatewayPort ?? 0);
}

/** Devices with their own connection, and their sites. */
async function online(tenant: string): Promise<{ devices: number; sites: number } | undefined> {
  return server.platform.database.asSystem((tx) =>
    tx.first(sql<{ devices: number; sites: number }>`
      select count(*)::int as devices, count(distinct site_id)::int as sites from device
      where tenant_id = ${tenant} and connection_id is not null and status = 'online'`),
  );
}

/** Devices with a figure of the first of the 30 days. */
async function devicesWithOldReports(tenant: string): Promise<number | undefined> {
  const row = await server.platform.database.asSystem((tx) =>
    tx.first(sql<{ devices: number }>`
      select count(distinct device_id)::int as devices from device_report
      where tenant_id = ${tenant} and ts between now() - interval '30 days' and now() - interval '29 days'`),
  );
  return row?.devices;
}

async function connected(): Promise<number | undefined> {
  return (await server.platform.metrics.deviceConnections.get()).values[0]?.value;
}

test('without a demo no fleet is started', async () => {
  expect(await start()).toBeNull();
});

/** What a visitor sees of the content that people and time add. */
async function content(as: string) {
  const [groups, networks, changes, campaigns, past, active, availability, notices] = await Promise.all([
    server.call('listGroups', {}, { as }),
    server.call('listSettings', { kind: 'wirelessNetwork' }, { as }),
    server.call('listChanges', {}, { as }),
    server.call('listCampaigns', {}, { as }),
    server.call('queryHisAlarm', { size: 200 }, { as }),
    server.call('queryAlarm', {}, { as }),
    server.call('deviceStatistics', { range: 'month' }, { as }),
    server.call('listDeliveries', {}, { as }),
  ]);
  const types = new Set(past.data.rows.map(({ type }) => type));
  return {
    groups: groups.data.total,
    networks: networks.data.total,
    changes: changes.data.rows.filter(({ state }) => state === 'done').length >= 3,
    campaigns: campaigns.data.rows.map(({ state }) => state),
    pastAlarms: types.has('siteOffline') && types.has('deviceOffline'),
    incident: active.data.rows.some(({ type, consequences }) => type === 'siteOffline' && consequences > 0),
    availability: availability.data.outages > 20 && (availability.data.percent ?? 100) < 100,
    notices: notices.data.total > 0,
  };
}

const FILLED = {
  groups: 6,
  networks: 6,
  changes: true,
  campaigns: ['finished'],
  pastAlarms: true,
  incident: true,
  availability: true,
  notices: true,
};

/** Needs neither a rollout nor all reports of 30 days, which take minutes. */
const FILLED_FIRST = { groups: 6, networks: 6 };

async function fillWhole(running: DemoFiller, as: string): Promise<void> {
  await expect.poll(() => content(as), { timeout: 480_000, interval: 2_000 }).toEqual(FILLED);
  await running.stop();
  const parts = await server.platform.database.asSystem((tx) => demoParts(tx));
  expect(parts.size).toBe(12);
  // Another start adds nothing.
  const again = new DemoFiller(server.platform, server.internalCalls);
  again.start();
  await expect.poll(() => again.isDone, SELDOM).toBe(true);
  await again.stop();
  expect(await content(as)).toEqual(FILLED);
}

test('sixty devices connect in the six sites of the demo, report 30 days, stop with their process and reconnect with it', async () => {
  await createFirstAdministrator(server.platform);
  fleet = await start();
  const tenant = fleet?.tenant ?? '';
  await expect.poll(() => online(tenant), SELDOM).toEqual({ devices: 60, sites: 6 });
  await expect.poll(() => devicesWithOldReports(tenant), SELDOM).toBe(60);
  filler = new DemoFiller(server.platform, server.internalCalls);
  filler.start();
  const { access_token: visitor } = (await server.call('demoLogin', {})).data;
  if (isLong) await fillWhole(filler, visitor);
  else await expect.poll(() => content(visitor), { ...WITHIN, interval: 2_000 }).toMatchObject(FILLED_FIRST);
  await filler.stop();
  const plan = join(server.platform.settings.dataDir, 'demo-fleet', 'plan.json');
  expect((await stat(plan)).mode & 0o077).toBe(0);
  const first = await readFile(plan, 'utf8');
  await fleet?.stop();
  await expect.poll(connected, SELDOM).toBe(0);
  // The next start creates no new claim codes: the devices have certificates.
  fleet = await start();
  await expect.poll(connected, SELDOM).toBe(60);
  expect(await readFile(plan, 'utf8')).toBe(first);
  // A process that dies is restarted.
  process.kill(fleet?.simulator.pid ?? 0, 'SIGKILL');
  await expect.poll(connected, SELDOM).toBe(0);
  await expect.poll(connected, SELDOM).toBe(60);
}, 900_000);
