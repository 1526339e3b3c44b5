import { API_BASE } from '@airloom/contract/call';
import { fillWithDevices } from './rows/device-rows.ts';
import { type Account, makeAccount, makeSites, numbered } from './support/account.ts';
import { type Child, startConsole } from './support/child.ts';
import { cpuSeconds, ownCpuSeconds } from './support/cpu.ts';
import { type BenchDatabase, startDatabase } from './support/database.ts';
import { load } from './support/load.ts';
import { numberOf } from './support/options.ts';
import type { Row } from './support/report.ts';

const DEVICES = 100_000;
const PER_SITE = 100;
const ORGANIZATIONS = 50;
const SMALL_DEVICES = 1_000;
const CONNECTIONS = 2;
const SECONDS = 8;
const WARM_UP_SECONDS = 2;

interface Call {
  readonly name: string;
  readonly query: string;
}

interface Sample {
  readonly siteId: string;
  readonly name: string;
  readonly sn: string;
  readonly mac: string;
}

/** The device list of a large account, compared with the first page in a small one. */
export async function deviceList(): Promise<Row[]> {
  const devices = numberOf('devices', DEVICES);
  const seconds = numberOf('seconds', SECONDS);
  const database = await startDatabase('embedded');
  const small = await accountWith(database, 'bench_small', SMALL_DEVICES);
  const large = await accountWith(database, 'bench_large', devices);
  await database.owner.query('vacuum analyze');
  const running = await startConsole({ DATABASE_URL: database.connectionString, GATEWAY_PORT: 'off' });
  try {
    const measure = async (account: Account, path: string) => {
      const options = {
        port: running.port,
        path: `${API_BASE}${path}`,
        headers: { authorization: `Bearer ${account.token}` },
        connections: CONNECTIONS,
      };
      await load({ ...options, seconds: WARM_UP_SECONDS });
      const before = usedBy(running, database);
      const result = await load({ ...options, seconds });
      const after = usedBy(running, database);
      const each = (from: number, to: number) => ((to - from) * 1000) / result.requests;
      return {
        ...result,
        nodeMs: each(before.node, after.node),
        databaseMs: each(before.database, after.database),
      };
    };
    const first = '/device/list?page=1&size=20';
    const baseline = await measure(small, first);
    const rows = [rowOf(`first page of ${SMALL_DEVICES} devices`, baseline, baseline)];
    for (const { name, query } of callsOf(await sampleOf(database, large.tenant), devices)) {
      rows.push(rowOf(`${devices} devices: ${name}`, await measure(large, query), baseline));
    }
    return rows;
  } finally {
    await running.stop();
    await database.stop();
  }
}

function callsOf({ siteId, name, sn, mac }: Sample, devices: number): Call[] {
  return [
    list('first page', ''),
    { name: 'last page', query: `/device/list?page=${Math.ceil(devices / 20)}&size=20` },
    list('of a site', `&siteUUID=${siteId}`),
    list('of a kind', '&kind=switch'),
    list('of a state', '&status=offline'),
    list('of a kind and a state', '&kind=ap&status=online'),
    list('searched by name', search(name)),
    list('searched by a part of a serial number', search(sn.slice(4, 12))),
    list('searched by MAC address', search(mac)),
    list('searched by what nobody has', search('no such device')),
    list('sorted by CPU', '&sort=-cpuPercent'),
    list('sorted by CPU, of a state', '&sort=-cpuPercent&status=online'),
    { name: 'counts of kinds, states and models', query: '/device/counts' },
  ];
}

function list(name: string, more: string): Call {
  return { name, query: `/device/list?page=1&size=20${more}` };
}

function search(text: string): string {
  return `&search=${encodeURIComponent(text)}`;
}

async function accountWith(database: BenchDatabase, name: string, devices: number): Promise<Account> {
  const account = await makeAccount(database, name);
  const sites = numbered('Site', Math.ceil(devices / PER_SITE));
  await makeSites(database, account.tenant, numbered('Organization', ORGANIZATIONS), sites);
  await fillWithDevices(database, account.tenant, devices);
  return account;
}

/** A device from the middle of the list. */
async function sampleOf({ owner }: BenchDatabase, tenant: string): Promise<Sample> {
  const { rows } = await owner.query<Sample>(
    `select site_id as "siteId", name, sn, regexp_replace(upper(serial), '(..)(?=.)', '\\1-', 'g') as mac
     from device where tenant_id = $1 order by sort_name
     offset (select count(*) / 2 from device where tenant_id = $1) limit 1`,
    [tenant],
  );
  const [sample] = rows;
  if (sample === undefined) throw new Error('There are no devices');
  return sample;
}

function usedBy(running: Child, { postmasterPid }: BenchDatabase): { node: number; database: number } {
  return { node: ownCpuSeconds(running.pid), database: cpuSeconds(postmasterPid) };
}

interface Figures {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly nodeMs: number;
  readonly databaseMs: number;
}

function rowOf(what: string, figures: Figures, baseline: Figures): Row {
  return {
    what,
    figures: [
      `p50 ${figures.p50Ms.toFixed(1)} ms, p99 ${figures.p99Ms.toFixed(1)} ms at ${CONNECTIONS} connections`,
      `CPU each: Node ${figures.nodeMs.toFixed(2)} ms, PostgreSQL ${figures.databaseMs.toFixed(2)} ms`,
    ],
    ratio: `${(figures.p50Ms / baseline.p50Ms).toFixed(1)}× the p50 of the first page of ${SMALL_DEVICES}`,
  };
}
