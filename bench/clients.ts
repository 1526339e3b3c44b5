import { API_BASE } from '@airloom/contract/call';
import { fillWithDevices } from './rows/device-rows.ts';
import { fillWithKnownClients, fillWithTerminals } from './rows/terminal-rows.ts';
import { makeAccount, makeSites, numbered } from './support/account.ts';
import { startConsole } from './support/child.ts';
import { startDatabase } from './support/database.ts';
import { load } from './support/load.ts';
import { numberOf } from './support/options.ts';
import type { Row } from './support/report.ts';

const ONLINE = 100_000;
const KNOWN = 1_000_000;
const DEVICES = 20_000;
const PER_SITE = 100;
const ORGANIZATIONS = 20;
const SECONDS = 4;
const WARM_UP_SECONDS = 1;

/** Addresses of online clients share their first bytes; those of the others are random. */
const SEARCHES = [
  ['a whole address', '02-00-00-00-12-34'],
  ['a whole address that nobody has', '02-00-00-ff-12-34'],
  ['five bytes of one', '02:00:00:00:12'],
  ['two bytes that few begin with', 'a4:83'],
  ['a part or beginning that few have', 'a483e'],
  ['a beginning that nearly all have', '02:00'],
  ['a part that few have', '1234'],
  ['a part of an IP address', '10.1.77.'],
  ['an IP address that all begin with', '10.'],
  ['a host name', 'host-1a2b3'],
  ['a part of every host name', 'host'],
  ['what nobody has', 'no such client'],
] as const;

interface Times {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Searches for clients of a large account, and the search in everything, compared with its device list. */
export async function clients(): Promise<Row[]> {
  const online = numberOf('online', ONLINE);
  const known = numberOf('known', KNOWN);
  const devices = numberOf('devices', DEVICES);
  const seconds = numberOf('seconds', SECONDS);
  const database = await startDatabase('embedded');
  const { tenant, token } = await makeAccount(database, 'bench_clients');
  await makeSites(
    database,
    tenant,
    numbered('Organization', ORGANIZATIONS),
    numbered('Site', Math.ceil(devices / PER_SITE)),
  );
  await fillWithDevices(database, tenant, devices);
  await fillWithTerminals(database, tenant, online);
  await fillWithKnownClients(database, tenant, known - online);
  await database.owner.query('vacuum analyze');
  const running = await startConsole({ DATABASE_URL: database.connectionString, GATEWAY_PORT: 'off' });
  try {
    const measure = async (path: string): Promise<Times> => {
      const headers = { authorization: `Bearer ${token}` };
      const options = { port: running.port, path: `${API_BASE}${path}`, headers, connections: 1 };
      await load({ ...options, seconds: WARM_UP_SECONDS });
      return load({ ...options, seconds });
    };
    const deviceList = await measure('/device/list?page=1&size=20');
    const rowOf = (what: string, { p50Ms, p99Ms }: Times): Row => ({
      what,
      figures: [`p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms at 1 connection`],
      ratio: `${(p50Ms / deviceList.p50Ms).toFixed(2)}× the p50 and ${(p99Ms / deviceList.p99Ms).toFixed(2)}× the p99 of the device list`,
    });
    const rows = [rowOf(`first page of ${devices} devices`, deviceList)];
    const lists = [
      [`${known} known clients`, '/terminal/known?size=20'],
      [`${online} online clients`, '/terminal/online?size=20'],
      ['search in everything', '/search/everything?'],
    ] as const;
    rows.push(rowOf(`${known} known clients: first page`, await measure('/terminal/known?size=20')));
    for (const [list, path] of lists) {
      for (const [what, text] of SEARCHES) {
        const search = `${path}&search=${encodeURIComponent(text)}`;
        rows.push(rowOf(`${list}: ${what} (${text})`, await measure(search)));
      }
    }
    return rows;
  } finally {
    await running.stop();
    await database.stop();
  }
}
