import { setTimeout as pause } from 'node:timers/promises';
import { API_BASE } from '@airloom/contract/call';
import type { ChangeState } from '@airloom/contract/configuration/configuration.states';
import { makeConfigurations, releaseSettings } from '../apps/server/src/domains/network/devices/index.ts';
import { resolveSettings } from '../apps/server/src/domains/network/settings/index.ts';
import { devicesOf, type Fleet, register, startFleet } from './fleet.ts';
import { makeAccount } from './support/account.ts';
import { type Child, startBareGateway, startConsole } from './support/child.ts';
import { temporaryFolder } from './support/cleanup.ts';
import { DEVICES, SECONDS } from './support/connected.ts';
import { type Installation, waitForFirstReports } from './support/connected-devices.ts';
import { cpuSeconds, ownCpuSeconds } from './support/cpu.ts';
import { startDatabase } from './support/database.ts';
import { type LoadResult, load } from './support/load.ts';
import { applyChange, networkChange } from './support/network-change.ts';
import { numberOf } from './support/options.ts';
import { checkLimits, residentKilobytes } from './support/process-metrics.ts';
import type { Row } from './support/report.ts';

const SEED = 5;
const VLAN = 20;
const BATCH = 500;
const POLL_MS = 1_000;
const WARM_UP_SECONDS = 5;
const WITHIN_SECONDS = 1_800;

/** What a person has open meanwhile. */
const PAGES = [
  { name: 'device list', path: '/device/list?page=1&size=20', perSecond: 10 },
  { name: 'sites of the home page', path: '/statistics/sites', perSecond: 1 },
  { name: 'network list', path: '/wireless/networks?page=1&size=20', perSecond: 0.2 },
] as const;

interface Rollout {
  readonly seconds: number;
  readonly nodeSeconds: number;
  readonly databaseSeconds: number;
  readonly megabytesMax: number;
}

/** A network of a whole organization gets a VLAN, until every device reports that, while a person uses the console. */
export async function rollout(): Promise<Row[]> {
  const devices = numberOf('devices', DEVICES);
  checkLimits(devices);
  const dataDir = await temporaryFolder();
  const database = await startDatabase('embedded');
  const account = await makeAccount(database, 'bench_rollout');
  const fleetAt = ({ gatewayPort }: Child) =>
    startFleet({ devices, seed: SEED, dataDir, tenant: account.tenant, gatewayPort, accessPoints: true });
  const page = await startConsole({ DATABASE_URL: database.connectionString, DATA_DIR: dataDir });
  await register(database, account.tenant, await planned(dataDir, fleetAt), 1);
  const installation = { name: 'console in one process', console: page, gateways: [page], database, account };
  const fleet = await fleetAt(page);
  await waitForFirstReports([page], [fleet]);
  await applyChange(installation, await networkChange(database, account, null));
  await manageAll(installation, devices);
  await usePages(installation, WARM_UP_SECONDS);
  const seconds = numberOf('seconds', SECONDS);
  const idle = await usePages(installation, seconds);
  const megabytes = residentKilobytes(page) / 1024;
  const ended = new AbortController();
  const [busy, measured] = await Promise.all([
    usePages(installation, WITHIN_SECONDS, ended.signal),
    rollOut(installation, devices).finally(() => ended.abort()),
  ]);
  await fleet.stop();
  await page.stop();
  await database.stop();
  return [
    ...PAGES.map(({ name }, index) => pageRow(name, devices, idle[index], busy[index])),
    {
      what: `a change to the network of an organization, rolled out to ${devices} access points until all are verified`,
      figures: [
        `${measured.seconds.toFixed(1)} s, ${(devices / measured.seconds).toFixed(0)} devices/s`,
        `CPU each: Node ${((measured.nodeSeconds * 1000) / devices).toFixed(2)} ms, PostgreSQL ${((measured.databaseSeconds * 1000) / devices).toFixed(2)} ms`,
        `console at most ${measured.megabytesMax.toFixed(0)} MB, ${megabytes.toFixed(0)} MB before`,
      ],
      ratio: `${(measured.megabytesMax / megabytes).toFixed(2)}× the memory before`,
    },
  ];
}

/** The devices of the fleet, read before they are registered. */
async function planned(dataDir: string, fleetAt: (gateway: Child) => Promise<Fleet>) {
  const bare = await startBareGateway(dataDir, 'acknowledge');
  const fleet = await fleetAt(bare);
  const devices = await devicesOf(fleet);
  await fleet.stop();
  await bare.stop();
  return devices;
}

/** Gives every device a first version with the network, as registering does, and waits until all run it. */
async function manageAll({ database: { owner, database }, account }: Installation, devices: number) {
  const { tenant } = account;
  const { rows } = await owner.query<{ id: string }>(
    `update device set configuration_state = 'pending' where tenant_id = $1 returning id`,
    [tenant],
  );
  for (let from = 0; from < rows.length; from += BATCH) {
    const ids = rows.slice(from, from + BATCH).map(({ id }) => id);
    await database.withTenant({ tenant }, async (tx) => {
      const resolved = await resolveSettings(tx, { tenant }, ids);
      const settings = ids.map((id) => ({ id, released_settings: resolved.get(id) ?? null }));
      await releaseSettings(tx, { tenant }, settings);
      await makeConfigurations(tx, { tenant }, ids, { reason: 'claimed', by: null, at: new Date() });
    });
  }
  await until(async () => {
    const counted = await owner.query<{ applied: number }>(
      `select count(*)::int as applied from device where tenant_id = $1 and configuration_state = 'applied'`,
      [tenant],
    );
    return counted.rows[0]?.applied === devices;
  });
  await owner.query('vacuum analyze');
}

function usePages({ console: { port }, account }: Installation, seconds: number, ended?: AbortSignal) {
  return Promise.all(
    PAGES.map(({ path, perSecond }) =>
      load({
        port,
        path: `${API_BASE}${path}`,
        headers: { authorization: `Bearer ${account.token}` },
        connections: 4,
        perSecond,
        seconds,
        ...(ended && { ended }),
      }),
    ),
  );
}

async function rollOut(installation: Installation, devices: number): Promise<Rollout> {
  const { console: page, database } = installation;
  const used = () => ({ node: ownCpuSeconds(page.pid), database: cpuSeconds(database.postmasterPid) });
  const before = used();
  const began = performance.now();
  const changeId = await applyChange(installation, await networkChange(database, installation.account, VLAN));
  let megabytesMax = 0;
  await until(async () => {
    megabytesMax = Math.max(megabytesMax, residentKilobytes(page) / 1024);
    const { rows } = await database.owner.query<{ state: ChangeState; verified: number }>(
      `select state, (select count(*)::int from configuration_change_device row
         where row.tenant_id = change.tenant_id and row.change_id = change.id and row.state = 'verified') as verified
       from configuration_change change where id = $1`,
      [changeId],
    );
    const { state, verified = 0 } = rows[0] ?? {};
    if (state === 'preparing' || state === 'rollingOut') return false;
    if (state !== 'done' || verified !== devices)
      throw new Error(`The change is ${state} with ${verified} of ${devices} devices verified`);
    return true;
  });
  const after = used();
  return {
    seconds: (performance.now() - began) / 1000,
    nodeSeconds: after.node - before.node,
    databaseSeconds: after.database - before.database,
    megabytesMax,
  };
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const latest = performance.now() + WITHIN_SECONDS * 1000;
  while (!(await isDone())) {
    if (performance.now() > latest) throw new Error(`Not done after ${WITHIN_SECONDS} s`);
    await pause(POLL_MS);
  }
}

function pageRow(
  name: string,
  devices: number,
  idle: LoadResult | undefined,
  busy: LoadResult | undefined,
): Row {
  if (idle === undefined || busy === undefined) throw new Error(`${name} was not called`);
  return {
    what: `${name} while a change is rolled out to ${devices} devices`,
    figures: [latency(busy), `before: ${latency(idle)}`],
    ratio: `${(busy.p50Ms / idle.p50Ms).toFixed(1)}× the p50, ${(busy.p99Ms / idle.p99Ms).toFixed(1)}× the p99 before`,
  };
}

function latency({ p50Ms, p99Ms, requests }: LoadResult): string {
  return `p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms of ${requests}`;
}
