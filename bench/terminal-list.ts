import { API_BASE } from '@airloom/contract/call';
import { fillWithDevices } from './rows/device-rows.ts';
import { scrollRows } from './rows/scrolled-rows.ts';
import { fillWithTerminals } from './rows/terminal-rows.ts';
import { type Account, makeAccount, makeSites, numbered } from './support/account.ts';
import { inBrowser } from './support/browser.ts';
import { startConsole } from './support/child.ts';
import { type BenchDatabase, startDatabase } from './support/database.ts';
import { post } from './support/live-changes.ts';
import { load } from './support/load.ts';
import { numberOf } from './support/options.ts';
import type { Row } from './support/report.ts';

const TERMINALS = 100_000;
const SCROLLED = 10_000;
const TERMINALS_EACH = 10;
/** More devices than access points: not every device serves clients. */
const DEVICES_EACH = 2;
const PER_SITE = 100;
const ORGANIZATIONS = 20;
const SECONDS = 5;
const WARM_UP_SECONDS = 2;
/** At the speed of a mouse wheel, and from the first row to the last. */
const SCROLLS = [
  { step: 40, during: 10_000, passes: 1, how: 'by 40 px a frame' },
  { step: 120, during: 180_000, passes: 1, how: 'by 120 px a frame, to the end' },
];
const BOX = '.grid-window';
/** Copies of about thirty rows: more than the measurement scrolls through. */
const COPIES = 30;

const CALLS = [
  ['first page', ''],
  ['last page', '&page=500'],
  ['of a network', '&ssid=Guests'],
  ['of a band', '&band=2G'],
  ['with a weak signal', '&signalMost=-75'],
  ['sorted by signal', '&sort=signal'],
  ['sorted by name', '&sort=name'],
  ['sorted by traffic', '&sort=-downBytes'],
  ['searched by MAC address', '&search=02:00:00:00:12:34'],
  ['searched by a part of one', '&search=00:12'],
  ['searched by name', '&search=Terminal%20500'],
  ['searched by what nobody has', '&search=no%20such%20terminal'],
] as const;

/** The online clients of a large account, and scrolling through ten thousand of them in a browser. */
export async function terminalList(): Promise<Row[]> {
  const terminals = numberOf('terminals', TERMINALS);
  const seconds = numberOf('seconds', SECONDS);
  const database = await startDatabase('embedded');
  const large = await accountWith(database, 'bench_large', terminals);
  const passed = await accountWith(database, 'bench_scrolled', SCROLLED);
  await database.owner.query('vacuum analyze');
  const running = await startConsole({ DATABASE_URL: database.connectionString, GATEWAY_PORT: 'off' });
  try {
    const headers = { authorization: `Bearer ${large.token}` };
    const measure = async (path: string) => {
      const options = { port: running.port, path: `${API_BASE}${path}`, headers, connections: 1 };
      await load({ ...options, seconds: WARM_UP_SECONDS });
      return load({ ...options, seconds });
    };
    const baseline = await measure('/role/list');
    const rowOf = (what: string, { p50Ms, p99Ms }: { p50Ms: number; p99Ms: number }): Row => ({
      what,
      figures: [`p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms at 1 connection`],
      ratio: `${(p50Ms / baseline.p50Ms).toFixed(1)}× the p50 of the list of roles`,
    });
    const rows = [rowOf('the list of roles', baseline)];
    for (const [name, query] of CALLS) {
      rows.push(rowOf(`${terminals} terminals: ${name}`, await measure(`/terminal/online?size=100${query}`)));
    }
    rows.push(rowOf(`${terminals} terminals: counts`, await measure('/terminal/onlineCounts')));
    rows.push(...(await scroll(`http://127.0.0.1:${running.port}`, passed.token)));
    return rows;
  } finally {
    await running.stop();
    await database.stop();
  }
}

async function accountWith(database: BenchDatabase, name: string, terminals: number): Promise<Account> {
  const account = await makeAccount(database, name);
  const devices = Math.ceil((terminals / TERMINALS_EACH) * DEVICES_EACH);
  const sites = numbered('Site', Math.ceil(devices / PER_SITE));
  await makeSites(database, account.tenant, numbered('Organization', ORGANIZATIONS), sites);
  await fillWithDevices(database, account.tenant, devices);
  await fillWithTerminals(database, account.tenant, terminals);
  return account;
}

function scroll(url: string, token: string): Promise<Row[]> {
  const rename = (turn: number) =>
    post(url, token, '/terminal/rename', { mac: macOf(turn), name: `Renamed ${turn}` });
  return inBrowser(url, token, async (page) => {
    await page.goto('/monitor/onlineUser?at=account');
    await page.getByRole('table').getByRole('row').nth(5).waitFor();
    await page.waitForLoadState('networkidle');
    const listed = Number(await page.getByRole('table').getAttribute('aria-rowcount')) - 1;
    return scrollRows(page, {
      what: `${listed} terminals`,
      box: BOX,
      list: BOX,
      copies: COPIES,
      scrolls: SCROLLS,
      change: rename,
    });
  });
}

function macOf(number: number): string {
  return `02${number.toString(16).padStart(10, '0').replace(/../g, ':$&')}`;
}
