import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientSample, Report } from '@airloom/device-protocol/model';
import pg from 'pg';
import { Ingest, type ReportingDevice } from '../apps/server/src/domains/telemetry/index.ts';
import { rollUp } from '../apps/server/src/domains/telemetry/telemetry.jobs.ts';
import { ClientFolder } from '../apps/server/src/domains/terminals/client-folder.ts';
import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import { startEmbedded } from '../apps/server/src/platform/database/embedded/index.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { newId } from '../apps/server/src/platform/ids.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { createMetrics } from '../apps/server/src/platform/metrics.ts';
import { cpuSeconds } from './cpu.ts';
import type { Row } from './report.ts';

const DEVICES = 10_000;
const CLIENTS = 6;
/** Reports of each device, a minute apart by their own clock. */
const ROUNDS = Number(process.env.ROUNDS ?? 8);
const MINUTE_MS = 60_000;

/** A report of an access point with two radios and a handful of clients, 2 to 3 KB as JSON. */
function reportOf(device: number, minute: number, at: number): Report {
  const traffic = (per: number) => ({ rxBytes: minute * per, txBytes: minute * per * 3 });
  const client = (index: number): ClientSample => ({
    mac: `02:00:${hex(device >> 8)}:${hex(device)}:00:${hex(index)}`,
    ip: `10.0.${device % 256}.${index}`,
    hostname: `laptop-${index}`,
    wireless: {
      ssid: 'Office',
      bssid: '90:3c:b3:bb:1d:a9',
      band: index % 2 === 0 ? '5G' : '2G',
      channel: 36,
      signal: -50 - index,
      rxRateKbps: 300_000,
      txRateKbps: 400_000,
      txPackets: minute * 1000,
      txRetries: minute * 10,
      txFailed: minute,
    },
    port: null,
    connectedSeconds: 600 + minute * 60,
    traffic: traffic(100_000 + index),
  });
  return {
    serial: device.toString(16).padStart(12, '0'),
    at,
    sequence: minute,
    configVersion: 1_731_600_000,
    requestId: null,
    unit: {
      uptimeSeconds: 86_400 + minute * 60,
      cpuPercent: (device + minute) % 100,
      memoryPercent: 43.5,
      temperature: 51,
    },
    uplink: traffic(1_000_000),
    addresses: [`10.0.0.${device % 256}`],
    radios: [0, 1].map((index) => ({
      index,
      band: index === 0 ? '2G' : '5G',
      channel: index === 0 ? 6 : 36,
      widthMhz: 80,
      txPower: 20,
      utilisationPercent: (device + minute) % 60,
      noise: -95,
      temperature: 50,
      clients: CLIENTS / 2,
      traffic: traffic(400_000),
      txRetries: minute * 100,
      txFailed: minute,
    })),
    clients: Array.from({ length: CLIENTS }, (_, index) => client(index)),
    ports: [],
    links: [],
    power: null,
    members: [],
    pair: null,
    mesh: null,
  };
}

function hex(value: number): string {
  return (value & 0xff).toString(16).padStart(2, '0');
}

/** Taking in reports alone, without sockets: batches, sessions of clients, the database, and then the roll-up. */
export async function ingestDomain(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'airloom-bench-'));
  const cluster = await startEmbedded({ dataDir: folder, log: () => undefined });
  const { connectionString } = cluster;
  await migrate(connectionString, () => undefined);
  const owner = new pg.Client({ connectionString });
  await owner.connect();
  const database = openDatabase({
    connectionString,
    max: 4,
    onError: (error) => {
      throw error;
    },
  });
  try {
    const pidFile = await owner.query<{ text: string }>("select pg_read_file('postmaster.pid') as text");
    const postmaster = Number(pidFile.rows[0]?.text.split('\n')[0]);
    const devices = await fleet(owner);
    const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
    let now = hour;
    const platform = {
      database,
      log: createLog('error'),
      metrics: createMetrics(),
      now: () => new Date(now),
    };
    const rows: Row[] = [];
    for (const withClients of [true, false]) {
      const ingest = new Ingest(platform);
      if (withClients) ingest.join(new ClientFolder(platform).take);
      // The first round finds everything empty: memory is filled, rows are made.
      const base = hour - (withClients ? 2 : 1) * 3_600_000;
      const round = async (minute: number): Promise<void> => {
        now = base + minute * MINUTE_MS;
        for (const [index, device] of devices.entries()) {
          ingest.add(device, reportOf(index, minute, now), now);
          if (ingest.full) await ingest.flush();
        }
        await ingest.flush();
      };
      await round(0);
      const made = timeToMake(base);
      const before = {
        node: cpuSeconds(process.pid) - cpuSeconds(postmaster),
        database: cpuSeconds(postmaster),
      };
      const began = performance.now();
      for (let minute = 1; minute <= ROUNDS; minute += 1) await round(minute);
      const seconds = (performance.now() - began) / 1000;
      const node = cpuSeconds(process.pid) - cpuSeconds(postmaster) - before.node;
      const inDatabase = cpuSeconds(postmaster) - before.database;
      const reports = DEVICES * ROUNDS;
      await ingest.stop();
      rows.push({
        what: `${reports} reports of ${DEVICES} devices, ${Buffer.byteLength(JSON.stringify(reportOf(1, 1, hour)))} bytes each, ${withClients ? `${CLIENTS} clients each` : 'clients not folded'}`,
        figures: [
          `${Math.round(reports / seconds)} reports/s`,
          `Node ${micro(node - made * ROUNDS, reports)} µs each (making them left out)`,
          `PostgreSQL ${micro(inDatabase, reports)} µs each`,
        ],
        ratio: '',
      });
    }
    now = hour + 10 * MINUTE_MS;
    const before = cpuSeconds(postmaster);
    const began = performance.now();
    await rollUp(platform);
    rows.push({
      what: `roll-up of ${2 * DEVICES} hours of devices with ${ROUNDS + 1} reports each`,
      figures: [
        `${((performance.now() - began) / 1000).toFixed(1)} s`,
        `PostgreSQL ${micro(cpuSeconds(postmaster) - before, 2 * DEVICES)} µs per hour of a device`,
      ],
      ratio: '',
    });
    return rows;
  } finally {
    await database.end();
    await owner.end();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Seconds of CPU it takes to make one round of reports, which is not the product's work. */
function timeToMake(base: number): number {
  const before = process.cpuUsage();
  for (let device = 0; device < DEVICES; device += 1) reportOf(device, 1, base);
  const used = process.cpuUsage(before);
  return (used.user + used.system) / 1e6;
}

function micro(seconds: number, count: number): number {
  return Math.round((seconds * 1e6) / count);
}

async function fleet(owner: pg.Client): Promise<ReportingDevice[]> {
  const [tenant, enterprise, site] = [newId(), newId(), newId()];
  await owner.query("insert into account (id, name) values ($1, 'Bench')", [tenant]);
  await owner.query("insert into enterprise (tenant_id, id, name) values ($1, $2, 'Bench')", [
    tenant,
    enterprise,
  ]);
  await owner.query(
    `insert into site (tenant_id, id, enterprise_id, name, country_code, time_zone)
     values ($1, $2, $3, 'Site', 'PL', 'UTC+01:00')`,
    [tenant, site, enterprise],
  );
  const ids = Array.from({ length: DEVICES }, () => newId());
  await owner.query(
    `insert into device (tenant_id, id, site_id, kind, serial, sn, name)
     select $1, id, $2, 'ap', lpad(to_hex(n), 12, '0'), 'SN' || n, 'AP ' || n
     from unnest($3::uuid[]) with ordinality as given (id, n)`,
    [tenant, site, ids],
  );
  await owner.query('analyze');
  return ids.map((deviceId) => ({ tenant, deviceId, siteId: site, kind: 'ap' }));
}
