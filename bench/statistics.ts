import { API_BASE } from '@airloom/contract/call';
import { HOUR } from '@airloom/contract/time';
import { sql } from 'kysely';
import { rollUpTerminals } from '../apps/server/src/domains/monitoring/clients/clients.jobs.ts';
import { rollUp, rollUpOpenHours } from '../apps/server/src/domains/monitoring/telemetry/telemetry.jobs.ts';
import { DAYS, FINE_DAYS, fillWithStatistics, PER_SITE } from './rows/statistics-rows.ts';
import { makeAccount, makeSites, numbered } from './support/account.ts';
import { startConsole } from './support/child.ts';
import { cpuSeconds } from './support/cpu.ts';
import { type BenchDatabase, startDatabase } from './support/database.ts';
import { load } from './support/load.ts';
import { numberOf } from './support/options.ts';
import type { Row } from './support/report.ts';

const DEVICES = 10_000;
const ORGANIZATIONS = 20;
const SECONDS = 5;
/** Enough for a p99 below the maximum. */
const P99_LEAST = 100;
const LOOKUPS = 2_000;

/** Tables and their days of data. */
const KEPT: readonly (readonly [table: string, days: number])[] = [
  ['device_1h', FINE_DAYS],
  ['device_1d', DAYS],
  ['site_1h', DAYS],
  ['air_1h', DAYS],
  ['air_1d', DAYS],
  ['wifi_1h', DAYS],
  ['wifi_1d', DAYS],
  ['device_wifi_1h', FINE_DAYS],
  ['device_wifi_1d', DAYS],
  ['terminal_1h', FINE_DAYS],
  ['terminal_1d', DAYS],
  ['terminal_1w', DAYS],
  ['device_away', DAYS],
];
/** Tables with a retention of some days, here filled with one hour. */
const KEPT_SHORTLY: typeof KEPT = [['client_minute', 1 / 24]];

type Asked = readonly [name: string, path: string];

function timed(path: string, ...ranges: string[]): Asked[] {
  return ranges.map((range) => [`${path}, ${range}`, `/statistics/${path}?range=${range}`]);
}

function compared(what: string, range: string): Asked {
  return [`compare ${what}, ${range}`, `/statistics/compare?what=${what}&range=${range}`];
}

function callsOf(siteId: string): readonly Asked[] {
  return [
    ['now', '/statistics/now'],
    ['sites', '/statistics/sites'],
    ['todos', '/statistics/todos'],
    ...timed('network', 'hour', 'sixHours', 'day', 'week', 'twoWeeks', 'month'),
    ...['sites', 'aps', 'ssids'].flatMap((what) =>
      ['hour', 'day', 'week', 'month'].map((range) => compared(what, range)),
    ),
    ...timed('topTerminals', 'hour', 'day', 'week', 'month'),
    ...timed('device', 'day', 'month'),
    ...timed('availability', 'month'),
    ...timed('terminal', 'hour', 'day', 'week', 'month'),
    ['property', '/statistics/property'],
    ['minutes of a client, one hour', '/terminal/timeline?mac=02:00:00:00:00:00&range=hour'],
    ['now, one site', `/statistics/now?siteUUID=${siteId}`],
    ['network, month, one site', `/statistics/network?range=month&siteUUID=${siteId}`],
    ['compare aps, month, one site', `/statistics/compare?what=aps&range=month&siteUUID=${siteId}`],
    ['terminal, month, one site', `/statistics/terminal?range=month&siteUUID=${siteId}`],
  ];
}

/** Cost of a statistics page over many devices, of the rollup, and of storage. */
export async function statistics(): Promise<Row[]> {
  const devices = numberOf('devices', DEVICES);
  const seconds = numberOf('seconds', SECONDS);
  const database = await startDatabase('embedded');
  try {
    const account = await makeAccount(database, 'bench_statistics');
    const sites = numbered('Site', Math.ceil(devices / PER_SITE));
    await makeSites(database, account.tenant, numbered('Organization', ORGANIZATIONS), sites);
    await fillWithStatistics(database, account.tenant);
    const rolled = await rollUps(database);
    await database.owner.query('vacuum analyze');
    const disk = [
      await onDisk(database, devices, 'bytes on disk per device and day, indexes included', KEPT),
      await onDisk(database, devices, 'the same of what is kept for three days', KEPT_SHORTLY),
    ];
    const lookup = await plainLookup(database, account.tenant);
    const rows: Row[] = [
      { what: 'a row of an hour by its key', figures: [`p50 ${lookup.toFixed(2)} ms`], ratio: '1×' },
    ];
    const running = await startConsole({ DATABASE_URL: database.connectionString, GATEWAY_PORT: 'off' });
    try {
      for (const [name, path] of callsOf(await someSite(database, account.tenant))) {
        const options = {
          port: running.port,
          path: `${API_BASE}${path}`,
          headers: { authorization: `Bearer ${account.token}` },
          connections: 1,
        };
        await load({ ...options, seconds: 1 });
        const before = cpuSeconds(database.postmasterPid);
        const { p50Ms, p99Ms, requests } = await load({ ...options, seconds });
        const cpuMs = (1000 * (cpuSeconds(database.postmasterPid) - before)) / requests;
        rows.push({
          what: name,
          figures: [
            `p50 ${p50Ms.toFixed(1)} ms, ${requests < P99_LEAST ? 'longest' : 'p99'} ${p99Ms.toFixed(1)} ms of ${requests}`,
            `CPU each: PostgreSQL ${cpuMs.toFixed(0)} ms`,
          ],
          ratio: `${(p50Ms / lookup).toFixed(0)}× the p50 of a row by its key`,
        });
      }
    } finally {
      await running.stop();
    }
    const size = `${devices} devices in ${sites.length} sites`;
    return [...rows.map((row) => ({ ...row, what: `${size}: ${row.what}` })), ...rolled, ...disk];
  } finally {
    await database.stop();
  }
}

async function someSite({ owner }: BenchDatabase, tenant: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(`select id from site where tenant_id = $1 limit 1`, [
    tenant,
  ]);
  return rows[0]?.id ?? '';
}

/** Duration of the rollup jobs for an hour of all devices. */
async function rollUps({ database, postmasterPid }: BenchDatabase): Promise<Row[]> {
  const hour = Math.floor(Date.now() / HOUR) * HOUR;
  const at = new Date(Math.max(Date.now(), hour + 6 * 60_000));
  const platform = { database, now: () => at };
  const measured = async (what: string, work: () => Promise<void>): Promise<Row> => {
    const [cpu, began] = [cpuSeconds(postmasterPid), performance.now()];
    await work();
    const took = (performance.now() - began) / 1000;
    const used = cpuSeconds(postmasterPid) - cpu;
    return { what, figures: [`${took.toFixed(2)} s, PostgreSQL ${used.toFixed(2)} s of CPU`], ratio: '' };
  };
  return [
    await measured('rolling up an hour of all devices and sites', () => rollUp(platform)),
    await measured('rolling up an hour of all clients', () => rollUpTerminals(platform)),
    await measured('counting the hour that runs, every five minutes', () => rollUpOpenHours(platform)),
  ];
}

async function onDisk(
  { owner }: BenchDatabase,
  devices: number,
  what: string,
  kept: typeof KEPT,
): Promise<Row> {
  let total = 0;
  const figures: string[] = [];
  for (const [table, days] of kept) {
    const { rows } = await owner.query<{ bytes: string }>(
      `select sum(pg_total_relation_size(relid)) as bytes
       from (select $1::regclass as relid union select relid from pg_partition_tree($1)) parts`,
      [table],
    );
    const each = Number(rows[0]?.bytes ?? 0) / devices / days;
    total += each;
    figures.push(`${table} ${each.toFixed(0)}`);
  }
  return { what, figures: [total.toFixed(0), figures.join(', ')], ratio: '' };
}

/** Like every call: in a transaction of the account with row-level security. */
async function plainLookup({ database, owner }: BenchDatabase, tenant: string): Promise<number> {
  const { rows } = await owner.query<{ site_id: string; hour: Date }>(
    `select site_id, hour from site_1h where tenant_id = $1 order by random() limit ${LOOKUPS}`,
    [tenant],
  );
  const times: number[] = [];
  for (const { site_id, hour } of rows) {
    const began = performance.now();
    await database.withTenant({ tenant }, (tx) =>
      tx.first(
        sql`select * from site_1h where tenant_id = ${tenant} and site_id = ${site_id} and hour = ${hour}`,
      ),
    );
    times.push(performance.now() - began);
  }
  times.sort((one, other) => one - other);
  return times[Math.floor(times.length / 2)] ?? 0;
}
