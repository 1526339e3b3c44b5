import { API_BASE } from '@airloom/contract/call';
import { fillWithDevices } from './rows/device-rows.ts';
import { makeAccount, makeSites, numbered } from './support/account.ts';
import { startConsole } from './support/child.ts';
import { type BenchDatabase, startDatabase } from './support/database.ts';
import { load } from './support/load.ts';
import { numberOf } from './support/options.ts';
import type { Row } from './support/report.ts';

const SITES = 10_000;
const ORGANIZATIONS = 200;
const DEVICES = 50_000;
const ALARMS = 5_000;
const CONNECTIONS = 2;
const SECONDS = 8;
const WARM_UP_SECONDS = 3;

const DEVICE_LIST = '/device/list?page=1&size=20';

const CALLS: readonly (readonly [name: string, path: string])[] = [
  ['sites, worst first', '/statistics/siteList?size=20'],
  ['sites, last page', `/statistics/siteList?size=20&page=${SITES / 20}`],
  ['sites by traffic', '/statistics/siteList?size=20&sort=-traffic'],
  ['sites by outdated firmware', '/statistics/siteList?size=20&sort=-outdated'],
  ['sites by clients', '/statistics/siteList?size=20&sort=-clients'],
  ['sites by name', '/statistics/siteList?size=20&sort=name'],
  ['sites, searched', '/statistics/siteList?size=20&search=Site%20777'],
  ['organizations, worst first', '/statistics/organizationList?size=20'],
  ['organizations by traffic', '/statistics/organizationList?size=20&sort=-traffic'],
];

/** Health of ten thousand sites and their organizations, compared with the device list of the same account. */
export async function siteHealth(): Promise<Row[]> {
  const devices = numberOf('devices', DEVICES);
  const seconds = numberOf('seconds', SECONDS);
  const database = await startDatabase('embedded');
  const account = await makeAccount(database, 'bench_health');
  await makeSites(database, account.tenant, numbered('Organization', ORGANIZATIONS), numbered('Site', SITES));
  await fillWithDevices(database, account.tenant, devices);
  await fillFigures(database, account.tenant);
  await database.owner.query('vacuum analyze');
  const running = await startConsole({ DATABASE_URL: database.connectionString, GATEWAY_PORT: 'off' });
  try {
    const headers = { authorization: `Bearer ${account.token}` };
    const began = performance.now();
    const first = await fetch(`http://127.0.0.1:${running.port}${API_BASE}/statistics/siteList`, { headers });
    await first.arrayBuffer();
    const countMs = performance.now() - began;
    const measure = async (path: string) => {
      const options = { port: running.port, path: `${API_BASE}${path}`, headers, connections: CONNECTIONS };
      await load({ ...options, seconds: WARM_UP_SECONDS });
      return load({ ...options, seconds });
    };
    const baseline = await measure(DEVICE_LIST);
    const lastPage = await measure(`/device/list?page=${Math.ceil(devices / 20)}&size=20`);
    const rows: Row[] = [
      {
        what: `last page of these devices`,
        figures: [`p50 ${lastPage.p50Ms.toFixed(1)} ms, p99 ${lastPage.p99Ms.toFixed(1)} ms`],
        ratio: `${(lastPage.p50Ms / baseline.p50Ms).toFixed(1)}× the p50 of the first page`,
      },
      {
        what: `first page of ${devices} devices in ${SITES} sites`,
        figures: [`p50 ${baseline.p50Ms.toFixed(1)} ms, p99 ${baseline.p99Ms.toFixed(1)} ms`],
        ratio: '1×',
      },
      {
        what: `the first read after the start, which counts all sites`,
        figures: [`${countMs.toFixed(0)} ms`],
        ratio: `${(countMs / baseline.p50Ms).toFixed(0)}× the p50 of the device list`,
      },
    ];
    for (const [name, path] of CALLS) {
      const result = await measure(path);
      rows.push({
        what: name,
        figures: [`p50 ${result.p50Ms.toFixed(1)} ms, p99 ${result.p99Ms.toFixed(1)} ms`],
        ratio: `${(result.p50Ms / baseline.p50Ms).toFixed(1)}× the p50, ${(result.p99Ms / baseline.p99Ms).toFixed(1)}× the p99 of the device list`,
      });
    }
    return rows;
  } finally {
    await running.stop();
    await database.stop();
  }
}

/** Alarms and a day of traffic. */
async function fillFigures({ owner }: BenchDatabase, tenant: string): Promise<void> {
  await owner.query(
    `insert into alarm (tenant_id, id, rule_id, rule_name, shipped, type, level, state, site_id, site_name, device_name,
       part, cause, value, threshold, raised_at)
     select tenant_id, gen_random_uuid(), gen_random_uuid(), '', 'highCpu', 'highCpu',
       (array['urgent', 'important', 'secondary', 'notice'])[1 + floor(random() * 4)], 'unconfirmed', id, name, '', '', '',
       97, 95, now()
     from site where tenant_id = $1 order by random() limit $2`,
    [tenant, ALARMS],
  );
  await owner.query(
    `insert into site_1h (tenant_id, site_id, hour, rx_bytes, tx_bytes, clients_avg, clients_max, reports)
     select $1, site.id, date_trunc('hour', now()) - hours * interval '1 hour', random() * 1e9, random() * 1e8,
       random() * 40, 50, 3000
     from site, generate_series(1, 24) hours where site.tenant_id = $1`,
    [tenant],
  );
}
