import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { rollUp } from '../apps/server/src/domains/monitoring/telemetry/telemetry.jobs.ts';
import { newId } from '../apps/server/src/platform/ids.ts';
import { devicesOf, type Placed, register, startFleet } from './fleet.ts';
import { makeAccount } from './support/account.ts';
import { type Child, child, startBareGateway, startConsole } from './support/child.ts';
import { temporaryFolder } from './support/cleanup.ts';
import { cpuSeconds, ownCpuSeconds } from './support/cpu.ts';
import { type BenchDatabase, hasInstalledPostgres, startDatabase } from './support/database.ts';
import { watchDevices } from './support/live-watcher.ts';
import { numberOf } from './support/options.ts';
import { CONNECTED, STORED, waitForMetric } from './support/process-metrics.ts';
import type { Row } from './support/report.ts';

/** The size of one ingest batch, so that each device is in it once. */
const DEVICES = numberOf('devices', 1_000);
/** Reports per device. */
const ROUNDS = 40;
const WARM_UP_ROUNDS = 10;
const SEED = 3;
const WITHIN_SECONDS = 600;
const HOURS_LATER_MS = 2 * 3_600_000;
const SENDER = join(import.meta.dirname, 'support/report-sender.ts');

interface Recording {
  readonly dataDir: string;
  readonly file: string;
  readonly devices: readonly Placed[];
  readonly bytesEach: number;
}

interface Figures {
  readonly perSecond: number;
  /** Microseconds of CPU per report. */
  readonly node: number;
  readonly database: number;
  readonly rollUp: number;
}

/** The same reports sent to a gateway that only reads, and to a console on either database. */
export async function ingest(): Promise<Row[]> {
  const recording = await record(await temporaryFolder());
  const bare = await onBareGateway(recording);
  const { bytesEach } = recording;
  const rows: Row[] = [
    {
      what: `gateway that only reads, ${DEVICES} devices, ${Math.round(bytesEach)} bytes a report on the wire`,
      figures: [`${Math.round(bare.perSecond)} reports/s`, `Node ${Math.round(bare.node)} µs each`],
      ratio: '1×',
    },
  ];
  let first: Figures | undefined;
  for (const kind of ['embedded', 'external'] as const) {
    if (kind === 'external' && !hasInstalledPostgres('taking in reports on an external database')) continue;
    const database = await startDatabase(kind);
    const figures = await onConsole(recording, database);
    first ??= figures;
    rows.push(rowOf(database.name, figures, bare, first));
    await database.stop();
  }
  return rows;
}

/** Records the frames of simulated devices for a minute with a report every second. */
async function record(dataDir: string): Promise<Recording> {
  const file = join(dataDir, 'recording.ndjson');
  const bare = await startBareGateway(dataDir, 'record', { file });
  const { gatewayPort } = bare;
  const fleet = await startFleet({
    devices: DEVICES,
    seed: SEED,
    dataDir,
    tenant: newId(),
    gatewayPort,
    intervalSeconds: 1,
  });
  // Devices do not start in the same second.
  await waitForMetric([bare], STORED, DEVICES * (ROUNDS + WARM_UP_ROUNDS), WITHIN_SECONDS);
  const devices = await devicesOf(fleet);
  await fleet.stop();
  await bare.stop();
  const { size } = await stat(file);
  return { dataDir, file, devices, bytesEach: size / (DEVICES * (ROUNDS + WARM_UP_ROUNDS)) };
}

async function onBareGateway(recording: Recording): Promise<Figures> {
  const bare = await startBareGateway(recording.dataDir, 'forget');
  const sender = await startSender(recording, newId(), bare);
  const figures = await measureIngest(bare, sender, null);
  await sender.stop();
  await bare.stop();
  return { ...figures, rollUp: 0 };
}

async function onConsole(recording: Recording, database: BenchDatabase): Promise<Figures> {
  const { dataDir, devices } = recording;
  const account = await makeAccount(database, 'bench_reports');
  await register(database, account.tenant, devices);
  const page = await startConsole({ DATABASE_URL: database.connectionString, DATA_DIR: dataDir });
  const watcher = await watchDevices(page, database, account);
  const sender = await startSender(recording, account.tenant, page);
  const figures = await measureIngest(page, sender, database);
  if (watcher.messages === 0) throw new Error('The live connection received no report');
  if ((await rulesOf(database, account.tenant)) === 0)
    throw new Error('The account has no enabled alarm rule');
  watcher.close();
  await sender.stop();
  await page.stop();
  return { ...figures, rollUp: await rollingUp(database) };
}

/** Number of enabled alarm rules of a new account. */
async function rulesOf({ owner }: BenchDatabase, tenant: string): Promise<number> {
  const { rows } = await owner.query<{ rules: number }>(
    'select count(*)::int as rules from alarm_rule where tenant_id = $1 and enabled',
    [tenant],
  );
  return rows[0]?.rules ?? 0;
}

function startSender({ dataDir, file }: Recording, tenant: string, { gatewayPort }: Child): Promise<Child> {
  return child(SENDER, [dataDir, tenant, String(gatewayPort), file, String(ROUNDS)]);
}

async function measureIngest(gateway: Child, sender: Child, database: BenchDatabase | null) {
  await waitForMetric([gateway], CONNECTED, DEVICES, WITHIN_SECONDS);
  await send(sender, 0, WARM_UP_ROUNDS);
  await waitForMetric([gateway], STORED, DEVICES * WARM_UP_ROUNDS, WITHIN_SECONDS);
  const used = () => ({
    node: ownCpuSeconds(gateway.pid),
    database: database === null ? 0 : cpuSeconds(database.postmasterPid),
  });
  const before = used();
  await send(sender, WARM_UP_ROUNDS, ROUNDS);
  const seconds = await waitForMetric([gateway], STORED, DEVICES * ROUNDS, WITHIN_SECONDS);
  const after = used();
  const reports = DEVICES * (ROUNDS - WARM_UP_ROUNDS);
  return {
    perSecond: reports / seconds,
    node: ((after.node - before.node) * 1e6) / reports,
    database: ((after.database - before.database) * 1e6) / reports,
  };
}

async function send({ port }: Child, from: number, to: number): Promise<void> {
  await fetch(`http://127.0.0.1:${port}/${from}/${to}`);
}

/** CPU of the rollup of the hour, per report, of Node and PostgreSQL. */
async function rollingUp({ database, postmasterPid }: BenchDatabase): Promise<number> {
  const used = () => ownCpuSeconds(process.pid) + cpuSeconds(postmasterPid);
  const before = used();
  await rollUp({ database, now: () => new Date(Date.now() + HOURS_LATER_MS) });
  return ((used() - before) * 1e6) / (DEVICES * ROUNDS);
}

function total({ node, database, rollUp: later }: Figures): number {
  return node + database + later;
}

function rowOf(name: string, figures: Figures, bare: Figures, first: Figures): Row {
  const { perSecond, node, database, rollUp: later } = figures;
  return {
    what: `console on ${name}, presence, sessions of clients, alarms, live channel and roll-up included`,
    figures: [
      `${Math.round(perSecond)} reports/s`,
      `Node ${Math.round(node)} µs + PostgreSQL ${Math.round(database)} µs + roll-up ${Math.round(later)} µs each`,
      `${Math.round(total(figures))} µs all in`,
    ],
    ratio: `${(total(figures) / total(bare)).toFixed(1)}× only reading, ${(total(figures) / total(first)).toFixed(2)}× embedded`,
  };
}
