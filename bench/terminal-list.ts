import { API_BASE } from '@airloom/contract/call';
import type { Page } from '@playwright/test';
import { type Account, makeAccount, makeSites, numbered } from './account.ts';
import { type Frames, frames, inBrowser, saidOf } from './browser.ts';
import { startConsole } from './child.ts';
import { type BenchDatabase, startDatabase } from './database.ts';
import { fillWithDevices } from './device-rows.ts';
import { load } from './load.ts';
import { numberOf } from './options.ts';
import type { Row } from './report.ts';
import { fillWithTerminals } from './terminal-rows.ts';

const TERMINALS = 100_000;
const SCROLLED = 10_000;
const TERMINALS_EACH = 10;
/** Not every device is an access point. */
const DEVICES_EACH = 2;
const PER_SITE = 100;
const ORGANIZATIONS = 20;
const SECONDS = 5;
const WARM_UP_SECONDS = 2;
/** How far the list moves in a frame, and for how long: as a wheel turns, and from the first row to the last. */
const SCROLLS = [
  { step: 40, during: 10_000, how: 'by 40 px a frame' },
  { step: 120, during: 180_000, how: 'by 120 px a frame, to the end' },
];
/** Somebody is given another name this often, which whoever looks is told of and reads again. */
const NEWS_MS = 1_000;
const BOX = '.grid-window';
/** Of some thirty rows: more than are passed while frames are counted. */
const STILL_TIMES = 30;

const CALLS = [
  ['first page', ''],
  ['last page', '&page=500'],
  ['of a network', '&ssid=Guests'],
  ['of a band', '&band=2G'],
  ['heard badly', '&signalMost=-75'],
  ['sorted by signal', '&sort=signal'],
  ['sorted by name', '&sort=name'],
  ['sorted by traffic', '&sort=-downBytes'],
  ['searched by MAC address', '&search=02:00:00:00:12:34'],
  ['searched by a part of one', '&search=00:12'],
  ['searched by name', '&search=Terminal%20500'],
  ['searched by what nobody has', '&search=no%20such%20terminal'],
] as const;

/** The online terminals of one large account, and scrolling through ten thousand of them in a browser. */
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
  return inBrowser(url, token, async (page) => {
    await page.goto('/monitor/onlineUser?at=account');
    await page.getByRole('table').getByRole('row').nth(5).waitFor();
    await page.waitForLoadState('networkidle');
    const listed = Number(await page.getByRole('table').getAttribute('aria-rowcount')) - 1;
    const drawn = (await page.getByRole('table').getByRole('row').count()) - 1;
    const moving = await withNews(url, token, scrolled(page));
    await page.evaluate(stayAsTheyAre, { box: BOX, times: STILL_TIMES });
    const still = await scrolled(page);
    return SCROLLS.map(({ how }, place) => {
      const [own, plain] = [moving[place], still[place]];
      if (own === undefined || plain === undefined) throw new Error('a way of scrolling was not measured');
      return {
        what: `Scrolling ${listed} terminals ${how}, with news every second, browser`,
        figures: [saidOf(own), `${drawn} rows in the page`, `the same rows as they stand: ${saidOf(plain)}`],
        ratio: `${(own.framesPerSecond / plain.framesPerSecond).toFixed(2)}× the frame rate of rows that are there already`,
      };
    });
  });
}

async function scrolled(page: Page): Promise<Frames[]> {
  const counted: Frames[] = [];
  for (const { step, during } of SCROLLS) {
    await page.locator(BOX).evaluate((box) => box.scrollTo(0, 0));
    await page.getByRole('row', { name: /.+/ }).nth(5).waitFor();
    counted.push(await frames(page, BOX, step, during));
  }
  return counted;
}

/** As long as something is done, terminals are renamed one after the other. */
async function withNews<T>(url: string, token: string, done: Promise<T>): Promise<T> {
  let renamed = 0;
  const rename = async () => {
    renamed += 1;
    const answer = await fetch(`${url}${API_BASE}/terminal/rename`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ mac: MAC_OF(renamed), name: `Renamed ${renamed}` }),
    });
    if (!answer.ok) throw new Error(`a terminal could not be renamed: ${await answer.text()}`);
  };
  const timer = setInterval(() => void rename(), NEWS_MS);
  try {
    return await done;
  } finally {
    clearInterval(timer);
  }
}

const MAC_OF = (number: number): string => `02${number.toString(16).padStart(10, '0').replace(/../g, ':$&')}`;

/** In the page: puts plain copies of the rows in place of the list, enough of them to scroll through. */
function stayAsTheyAre({ box, times }: { box: string; times: number }): void {
  const list = document.querySelector(box);
  const copy = list?.cloneNode(true);
  if (!list || !(copy instanceof HTMLElement)) throw new Error('there is no list');
  const rows = copy.querySelector('tbody');
  if (rows === null) throw new Error('there are no rows');
  rows.style.height = 'auto';
  rows.innerHTML = rows.innerHTML.repeat(times);
  list.replaceWith(copy);
}
