import { API_BASE } from '@airloom/contract/call';
import { fillWithAlarms } from './rows/alarm-rows.ts';
import { fillWithDevices } from './rows/device-rows.ts';
import { makeAccount, makeSites, numbered } from './support/account.ts';
import { startConsole } from './support/child.ts';
import { cpuSeconds, ownCpuSeconds } from './support/cpu.ts';
import { type BenchDatabase, startDatabase } from './support/database.ts';
import { load } from './support/load.ts';
import { numberOf } from './support/options.ts';
import type { Row } from './support/report.ts';

const DEVICES = 10_000;
const SITES = 200;
const ORGANIZATIONS = 20;
const CURRENT = 10_000;
const PAST = 300_000;
const CONNECTIONS = 1;
const SECONDS = 5;
const WARM_UP_SECONDS = 1;

interface Call {
  readonly name: string;
  readonly path: string;
  readonly input: Readonly<Record<string, string | number>>;
}

/** Pages of active alarms and of a long history. */
export async function alarmList(): Promise<Row[]> {
  const seconds = numberOf('seconds', SECONDS);
  const database = await startDatabase('embedded');
  const { tenant, token } = await makeAccount(database, 'bench_alarm_list');
  await makeSites(database, tenant, numbered('Organization', ORGANIZATIONS), numbered('Site', SITES));
  await fillWithDevices(database, tenant, numberOf('devices', DEVICES));
  await fillWithAlarms(database, tenant, { current: CURRENT, past: PAST });
  await database.owner.query('vacuum analyze');
  const running = await startConsole({ DATABASE_URL: database.connectionString, GATEWAY_PORT: 'off' });
  const used = () => ({
    node: ownCpuSeconds(running.pid),
    database: cpuSeconds(database.postmasterPid),
  });
  const rows: Row[] = [];
  let first: number | undefined;
  for (const { name, path, input } of callsOf(await nameOf(database, tenant))) {
    const options = {
      port: running.port,
      path: `${API_BASE}${path}`,
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(input),
      connections: CONNECTIONS,
    };
    await load({ ...options, seconds: WARM_UP_SECONDS });
    const before = used();
    const { p50Ms, p99Ms, requests } = await load({ ...options, seconds });
    const after = used();
    first ??= p50Ms;
    const each = (from: number, to: number) => (((to - from) * 1000) / requests).toFixed(2);
    rows.push({
      what: name,
      figures: [
        `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`,
        `CPU each: Node ${each(before.node, after.node)} ms, PostgreSQL ${each(before.database, after.database)} ms`,
      ],
      ratio: `${(p50Ms / first).toFixed(1)}× the p50 of the first page`,
    });
  }
  await running.stop();
  await database.stop();
  return rows;
}

function callsOf(deviceName: string): Call[] {
  const list = (what: string, path: string) => (how: string, input: Call['input']) => ({
    name: `${what}: ${how}`,
    path,
    input: { page: 1, size: 20, ...input },
  });
  const current = list(`${CURRENT} alarms that go on`, '/alarm/queryAlarm');
  const past = list(`history of ${PAST}`, '/alarm/queryHisAlarm');
  return [
    current('first page', {}),
    current('sorted by level', { sort: 'level' }),
    current('searched by device', { search: deviceName }),
    past('first page', {}),
    past('sorted by level', { sort: 'level' }),
    past('of a level', { level: 'notice' }),
    past('of a type nobody has', { type: 'rogueAp' }),
    past('searched by device', { search: deviceName }),
    past('searched by site', { search: 'Site 17' }),
    past('searched by a part, sorted by level', { search: 'ge-0/0/8', sort: 'level' }),
    past('searched by what all are called', { search: 'device' }),
    past('searched by what nothing is called', { search: 'no such thing' }),
  ];
}

/** Name of a device from the middle of the list. */
async function nameOf({ owner }: BenchDatabase, tenant: string): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(
    `select name from device where tenant_id = $1 order by sort_name
     offset (select count(*) / 2 from device where tenant_id = $1) limit 1`,
    [tenant],
  );
  return rows[0]?.name ?? '';
}
