import { fillWithDevices } from './rows/device-rows.ts';
import { type Account, makeAccount, makeSites, numbered } from './support/account.ts';
import { inBrowser } from './support/browser.ts';
import { startConsole } from './support/child.ts';
import { type BenchDatabase, startDatabase } from './support/database.ts';
import { numberOf } from './support/options.ts';
import type { Row } from './support/report.ts';

const DEVICES = 10_000;
const SITES = 200;
const ORGANIZATIONS = 10;
const RUNS = 5;

/** Elements to wait for; each counts with the frame of its first appearance. */
const HOME = {
  shell: '.shell',
  page: '.home-board',
  figures: '.home-figure:nth-child(3) .home-figure-value:not(:empty):not(:has(*))',
  map: '.map-lands > path',
} as const;
const ROLES = {
  shell: '.shell',
  page: 'main table',
  figures: 'main tbody tr',
  map: 'main tbody tr',
} as const;

interface Seen {
  /** Milliseconds after the shell was rendered. */
  readonly page: number;
  readonly figures: number;
  readonly map: number;
  /** Cumulative layout shift. */
  readonly shift: number;
}

/** From the shell to the figures and the map of the home page, with an empty browser cache. */
export async function home(): Promise<Row[]> {
  const devices = numberOf('devices', DEVICES);
  const database = await startDatabase('embedded');
  const account = await makeAccount(database, 'bench_home');
  await makeSites(database, account.tenant, numbered('Organization', ORGANIZATIONS), numbered('Site', SITES));
  await fillWithDevices(database, account.tenant, devices);
  await fillSites(database, account);
  await database.owner.query('vacuum analyze');
  const running = await startConsole({ DATABASE_URL: database.connectionString, GATEWAY_PORT: 'off' });
  try {
    const url = `http://127.0.0.1:${running.port}`;
    const look = (path: string, seen: typeof HOME | typeof ROLES) => middle(url, account.token, path, seen);
    const roles = await look('/topnav/role', ROLES);
    const shown = await look('/home/index', HOME);
    return [
      {
        what: `Home of ${SITES} sites and ${devices} devices, after the shell, median of ${RUNS}`,
        figures: [
          `painted after ${shown.page.toFixed(0)} ms`,
          `figures after ${shown.figures.toFixed(0)} ms`,
          `map after ${shown.map.toFixed(0)} ms`,
          `layout shift ${shown.shift.toFixed(3)}`,
        ],
        ratio: `figures ${(shown.figures / roles.figures).toFixed(1)}× the list of roles`,
      },
    ];
  } finally {
    await running.stop();
    await database.stop();
  }
}

/** Gives the sites coordinates and a week of hourly rollups. */
async function fillSites({ owner }: BenchDatabase, { tenant }: Account): Promise<void> {
  await owner.query(
    `update site set latitude = random() * 100 - 40, longitude = random() * 340 - 170 where tenant_id = $1`,
    [tenant],
  );
  await owner.query(
    `insert into site_1h (tenant_id, site_id, hour, rx_bytes, tx_bytes, clients_avg, clients_max, reports)
     select $1, site.id, date_trunc('hour', now()) - hours * interval '1 hour', random() * 1e9, random() * 1e8,
       random() * 40, 50, 3000
     from site, generate_series(1, 8 * 24) hours where site.tenant_id = $1`,
    [tenant],
  );
}

async function middle(
  url: string,
  token: string,
  path: string,
  seen: typeof HOME | typeof ROLES,
): Promise<Seen> {
  const runs: Seen[] = [];
  // The first visit warms up the server only: each visit has its own browser.
  for (let run = 0; run <= RUNS; run += 1) runs.push(await visit(url, token, path, seen));
  const sorted = runs.slice(1).sort((one, other) => one.figures - other.figures);
  const found = sorted[Math.floor(RUNS / 2)];
  if (!found) throw new Error('Nothing was measured');
  return found;
}

function visit(url: string, token: string, path: string, seen: typeof HOME | typeof ROLES): Promise<Seen> {
  return inBrowser(url, token, async (page) => {
    await page.addInitScript((wanted) => {
      const look = (): void => {
        for (const [name, selector] of Object.entries(wanted)) {
          if (performance.getEntriesByName(name).length === 0 && document.querySelector(selector)) {
            performance.mark(name);
          }
        }
        requestAnimationFrame(look);
      };
      look();
      let shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if ('value' in entry) shift += Number(entry.value);
        document.documentElement.dataset['shift'] = String(shift);
      }).observe({ type: 'layout-shift', buffered: true });
    }, seen);
    await page.goto(path);
    await page.locator(seen.map).first().waitFor();
    await page.waitForLoadState('networkidle');
    const { marks, shift } = await page.evaluate(() => ({
      marks: performance.getEntriesByType('mark').map(({ name, startTime }) => [name, startTime] as const),
      shift: Number(document.documentElement.dataset['shift'] ?? 0),
    }));
    const at = new Map(marks);
    const after = (name: string) => (at.get(name) ?? Number.NaN) - (at.get('shell') ?? Number.NaN);
    return { page: after('page'), figures: after('figures'), map: after('map'), shift };
  });
}
