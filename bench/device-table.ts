import { API_BASE, CLIENT_HEADER } from '@airloom/contract/call';
import { PAGE_SIZES } from '@airloom/contract/paging';
import type { Page } from '@playwright/test';
import { fillWithDevices } from './rows/device-rows.ts';
import { scrollRows } from './rows/scrolled-rows.ts';
import { type Account, makeAccount, makeSites, numbered } from './support/account.ts';
import { inBrowser } from './support/browser.ts';
import { startConsole } from './support/child.ts';
import { type BenchDatabase, startDatabase } from './support/database.ts';
import { post, withLiveChanges } from './support/live-changes.ts';
import { numberOf } from './support/options.ts';
import { paintTime, plainTableTime, timesOf, timesText } from './support/paint-time.ts';
import type { Row } from './support/report.ts';

const DEVICES = 10_000;
const PER_SITE = 100;
const ORGANIZATIONS = 20;
const [USUAL] = PAGE_SIZES;
const LONGEST = Math.max(...PAGE_SIZES);
/** A page is short, so it is scrolled several times. */
const SCROLLS = [
  { step: 40, during: 10_000, passes: 3, how: 'by 40 px a frame' },
  { step: 120, during: 10_000, passes: 6, how: 'by 120 px a frame' },
];
/** Each visit starts with an empty browser cache. */
const VISITS = 2;
const NEXT_PAGES = 10;
const SORTED = ['Clients', 'Model', 'Version', 'IP', 'Status'];
const MODELS = 8;

type TableAction = () => Promise<unknown>;

/** Actions on the table: each shows rows that were not loaded before. */
const ACTIONS: Readonly<Record<string, (page: Page) => TableAction[]>> = {
  'the next page': (page) => {
    const next = page.getByRole('button', { name: 'Next page' });
    return Array.from({ length: NEXT_PAGES }, () => () => next.click());
  },
  'another sort order': (page) =>
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

/** Ten thousand devices in the device table, measured in a browser. */
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
    const table: Table = {
      url,
      token: account.token,
      devices,
      change: await renaming(database, account, url),
    };
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
  readonly change: (turn: number) => Promise<void>;
}

/** Renames a device of the first page without changing its position. */
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

function scrolling({ url, token, devices, change }: Table): Promise<Row[]> {
  return inBrowser(url, token, async (page) => {
    await open(page, devices, LONGEST);
    const what = `${LONGEST} of ${devices} devices`;
    return scrollRows(page, { what, box: 'html', list: '.grid', copies: 1, scrolls: SCROLLS, change });
  });
}

async function clicking(table: Table, size: number): Promise<Row[]> {
  const plain = timesOf(await plainTimes(table, size));
  const rows: Row[] = [
    {
      what: `${size} rows requested by the page and written into a plain table, browser`,
      figures: [timesText(plain)],
      ratio: '1×',
    },
  ];
  for (const [what, actionsOn] of Object.entries(ACTIONS)) {
    const took: number[] = [];
    for (let visit = 0; visit < VISITS; visit += 1) took.push(...(await actionTimes(table, size, actionsOn)));
    const times = timesOf(took);
    rows.push({
      what: `From a click to ${what}, ${size} rows of ${table.devices} devices, browser`,
      figures: [timesText(times)],
      ratio: `${(times.p50Ms / plain.p50Ms).toFixed(2)}× the p50 of a plain table, ${(times.p95Ms / plain.p95Ms).toFixed(2)}× its p95`,
    });
  }
  return rows;
}

function actionTimes(
  { url, token, devices, change }: Table,
  size: number,
  actionsOn: (page: Page) => TableAction[],
) {
  return inBrowser(url, token, async (page) => {
    await open(page, devices, size);
    return withLiveChanges(change, async () => {
      const took: number[] = [];
      for (const act of actionsOn(page)) {
        const painted = page.evaluate(paintTime);
        await act();
        took.push(await painted);
      }
      return took;
    });
  });
}

function plainTimes({ url, token, change }: Table, size: number): Promise<number[]> {
  return inBrowser(url, token, async (page) => {
    await page.goto('/topnav/role');
    await page.waitForLoadState('networkidle');
    return withLiveChanges(change, async () => {
      const took: number[] = [];
      for (let turn = 1; turn <= VISITS * NEXT_PAGES; turn += 1) {
        const path = `${API_BASE}/device/list?page=${turn}&size=${size}`;
        took.push(await page.evaluate(plainTableTime, { path, client: CLIENT_HEADER }));
      }
      return took;
    });
  });
}
