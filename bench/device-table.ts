import { API_BASE, CLIENT_HEADER } from '@airloom/contract/call';
import { PAGE_SIZES } from '@airloom/contract/paging';
import type { Page } from '@playwright/test';
import { fillWithDevices } from './rows/device-rows.ts';
import { scrollRows } from './rows/scrolled-rows.ts';
import { type Account, makeAccount, makeSites, numbered } from './support/account.ts';
import { inBrowser } from './support/browser.ts';
import { startConsole } from './support/child.ts';
import { type BenchDatabase, startDatabase } from './support/database.ts';
import { post, withNews } from './support/news.ts';
import { numberOf } from './support/options.ts';
import { drawPlainly, saidOfTimes, timesOf, untilPainted } from './support/painted.ts';
import type { Row } from './support/report.ts';

const DEVICES = 10_000;
const PER_SITE = 100;
const ORGANIZATIONS = 20;
const [USUAL] = PAGE_SIZES;
const LONGEST = Math.max(...PAGE_SIZES);
/** A page has an end, so it is scrolled again and again. */
const SCROLLS = [
  { step: 40, during: 10_000, passes: 3, how: 'by 40 px a frame' },
  { step: 120, during: 10_000, passes: 6, how: 'by 120 px a frame' },
];
/** Each begins with nothing kept in the browser. */
const VISITS = 2;
const NEXT_PAGES = 10;
const SORTED = ['Clients', 'Model', 'Version', 'IP', 'Status'];
const MODELS = 8;

type Deed = () => Promise<unknown>;

/** What somebody does with the table: each deed brings other rows, none of which was there before. */
const WAYS: Readonly<Record<string, (page: Page) => Deed[]>> = {
  'the next page': (page) => {
    const next = page.getByRole('button', { name: 'Next page' });
    return Array.from({ length: NEXT_PAGES }, () => () => next.click());
  },
  'another order': (page) =>
    SORTED.flatMap((column) => {
      const head = page.getByRole('columnheader', { name: column, exact: true }).getByRole('button');
      return [() => head.click(), () => head.click()];
    }),
  'a filter': (page) => {
    const state = (name: string) => () =>
      page
        .getByRole('group', { name: 'Status' })
        .getByRole('button', { name: new RegExp(`${name}$`) })
        .click();
    const models = page.getByLabel('Model', { exact: true });
    const ofModel = (model: string) => async () => {
      if (!(await models.isVisible())) await page.getByRole('button', { name: 'Filters' }).click();
      await models.selectOption(model);
    };
    return [state('Offline'), state('Online'), ...numbered('Model', MODELS).toReversed().map(ofModel)];
  },
};

/** Ten thousand devices in the table of all devices, as somebody sees them in a browser. */
export async function deviceTable(): Promise<Row[]> {
  const devices = numberOf('devices', DEVICES);
  const database = await startDatabase('embedded');
  const account = await makeAccount(database, 'bench_table');
  const sites = numbered('Site', Math.ceil(devices / PER_SITE));
  await makeSites(database, account.tenant, numbered('Organization', ORGANIZATIONS), sites);
  await fillWithDevices(database, account.tenant, devices);
  await database.owner.query('vacuum analyze');
  const running = await startConsole({ DATABASE_URL: database.connectionString, GATEWAY_PORT: 'off' });
  try {
    const url = `http://127.0.0.1:${running.port}`;
    const table: Table = { url, token: account.token, devices, news: await renaming(database, account, url) };
    const rows = await scrolling(table);
    for (const size of [USUAL, LONGEST]) rows.push(...(await clicking(table, size)));
    return rows;
  } finally {
    await running.stop();
    await database.stop();
  }
}

interface Table {
  readonly url: string;
  readonly token: string;
  readonly devices: number;
  readonly news: (turn: number) => Promise<void>;
}

/** Gives a device of the first page another name, under which it stays where it is. */
async function renaming({ owner }: BenchDatabase, { tenant, token }: Account, url: string) {
  const { rows } = await owner.query<{ id: string; name: string }>(
    'select id, name from device where tenant_id = $1 order by sort_name limit $2',
    [tenant, USUAL],
  );
  return async (turn: number): Promise<void> => {
    const device = rows[turn % rows.length];
    if (device === undefined) throw new Error('There are no devices');
    await post(url, token, '/device/update', { deviceUUID: device.id, name: `${device.name} ${turn}` });
  };
}

async function open(page: Page, devices: number, size: number): Promise<void> {
  await page.goto(`/device/all?at=account&size=${size}`);
  const shown = `1–${size.toLocaleString('en')} of ${devices.toLocaleString('en')}`;
  await page.locator('.pager-range', { hasText: shown }).waitFor();
  await page.waitForLoadState('networkidle');
}

function scrolling({ url, token, devices, news }: Table): Promise<Row[]> {
  return inBrowser(url, token, async (page) => {
    await open(page, devices, LONGEST);
    const what = `${LONGEST} of ${devices} devices`;
    return scrollRows(page, { what, box: 'html', list: '.grid', copies: 1, scrolls: SCROLLS, news });
  });
}

async function clicking(table: Table, size: number): Promise<Row[]> {
  const plain = timesOf(await plainly(table, size));
  const rows: Row[] = [
    {
      what: `${size} rows asked for by the page and written into a plain table, browser`,
      figures: [saidOfTimes(plain)],
      ratio: '1×',
    },
  ];
  for (const [what, deedsOn] of Object.entries(WAYS)) {
    const took: number[] = [];
    for (let visit = 0; visit < VISITS; visit += 1) took.push(...(await visited(table, size, deedsOn)));
    const times = timesOf(took);
    rows.push({
      what: `From a click to ${what}, ${size} rows of ${table.devices} devices, browser`,
      figures: [saidOfTimes(times)],
      ratio: `${(times.p50Ms / plain.p50Ms).toFixed(2)}× the p50 of a plain table, ${(times.p95Ms / plain.p95Ms).toFixed(2)}× its p95`,
    });
  }
  return rows;
}

function visited({ url, token, devices, news }: Table, size: number, deedsOn: (page: Page) => Deed[]) {
  return inBrowser(url, token, async (page) => {
    await open(page, devices, size);
    return withNews(news, async () => {
      const took: number[] = [];
      for (const deed of deedsOn(page)) {
        const painted = page.evaluate(untilPainted);
        await deed();
        took.push(await painted);
      }
      return took;
    });
  });
}

function plainly({ url, token, news }: Table, size: number): Promise<number[]> {
  return inBrowser(url, token, async (page) => {
    await page.goto('/topnav/role');
    await page.waitForLoadState('networkidle');
    return withNews(news, async () => {
      const took: number[] = [];
      for (let turn = 1; turn <= VISITS * NEXT_PAGES; turn += 1) {
        const path = `${API_BASE}/device/list?page=${turn}&size=${size}`;
        took.push(await page.evaluate(drawPlainly, { path, client: CLIENT_HEADER }));
      }
      return took;
    });
  });
}
