import { API_BASE } from '@airloom/contract/call';
import { fillWithDevices } from './rows/device-rows.ts';
import { fillWithNetworks } from './rows/network-rows.ts';
import { fillWithTerminals } from './rows/terminal-rows.ts';
import { makeAccount, makeSites, numbered } from './support/account.ts';
import { callConsole } from './support/call-console.ts';
import { startConsole } from './support/child.ts';
import { cpuSeconds } from './support/cpu.ts';
import { startDatabase } from './support/database.ts';
import { load } from './support/load.ts';
import { numberOf } from './support/options.ts';
import type { Row } from './support/report.ts';

const DEVICES = 10_000;
const DEVICES_PER_SITE = 50;
const CLIENTS_PER_DEVICE = 10;
const NETWORKS = 20;
const SECONDS = 8;
const WARM_UP_SECONDS = 2;

interface Figures {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly databaseMs: number;
}

interface Listed {
  readonly rows: readonly { readonly wantedDevices: number }[];
}

/** The list of wireless networks with where each is on air, compared with the device list. */
export async function networkList(): Promise<Row[]> {
  const devices = numberOf('devices', DEVICES);
  const database = await startDatabase('embedded');
  const account = await makeAccount(database, 'bench_networks');
  const sites = numbered('Site', Math.ceil(devices / DEVICES_PER_SITE));
  await makeSites(database, account.tenant, ['Organization'], sites);
  await fillWithDevices(database, account.tenant, devices);
  await fillWithNetworks(database, account.tenant, [
    'Office',
    'Guests',
    ...numbered('Network', NETWORKS - 2),
  ]);
  const running = await startConsole({ DATABASE_URL: database.connectionString, GATEWAY_PORT: 'off' });
  const measure = async (path: string): Promise<Figures> => {
    const options = {
      port: running.port,
      path: `${API_BASE}${path}`,
      headers: { authorization: `Bearer ${account.token}` },
      connections: 1,
    };
    await load({ ...options, seconds: WARM_UP_SECONDS });
    const before = cpuSeconds(database.postmasterPid);
    const { p50Ms, p99Ms, requests } = await load({ ...options, seconds: SECONDS });
    const used = cpuSeconds(database.postmasterPid) - before;
    return { p50Ms, p99Ms, databaseMs: (used * 1000) / requests };
  };
  const list = `/wireless/networks?page=1&size=${NETWORKS}`;
  const { rows } = await callConsole<Listed>({ console: running, account }, 'GET', list);
  if (rows.length !== NETWORKS || rows.some(({ wantedDevices }) => wantedDevices !== devices))
    throw new Error('The list does not show all networks on all devices');
  const deviceList = await measure('/device/list?page=1&size=20');
  const unused = await measure(list);
  await fillWithTerminals(database, account.tenant, devices * CLIENTS_PER_DEVICE);
  await database.owner.query('vacuum analyze');
  const used = await measure(list);
  await running.stop();
  await database.stop();
  const what = `${NETWORKS} networks of these access points in ${sites.length} sites`;
  return [
    rowOf(`first page of ${devices} access points`, deviceList, deviceList),
    rowOf(`${what}, without clients`, unused, deviceList),
    rowOf(`${what}, with ${CLIENTS_PER_DEVICE} clients each`, used, deviceList),
  ];
}

function rowOf(what: string, { p50Ms, p99Ms, databaseMs }: Figures, deviceList: Figures): Row {
  return {
    what,
    figures: [
      `p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms at 1 connection`,
      `CPU of PostgreSQL each: ${databaseMs.toFixed(0)} ms`,
    ],
    ratio: `${(p50Ms / deviceList.p50Ms).toFixed(1)}× the p50 of the device list`,
  };
}
