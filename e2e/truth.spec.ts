import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  type ExpectedFigures,
  SimulatedFleet,
  type Told,
  toldADay,
  toldBetween,
} from '../apps/server/src/testing/simulated-fleet.ts';
import { SLOW } from './support/device-steps.ts';
import { testAhead as test } from './support/fleet.ts';
import type { House } from './support/house.ts';
import { callApi, PASSWORD, registerWithSite, signInHome } from './support/people.ts';
import { expect } from './support/test.ts';
import { walkTo } from './support/walk-to.ts';

test.describe.configure({ timeout: 300_000 });

const KINDS = { gateway: 1, switch: 1, ap: 3 };
const DEVICES = 5;
/** What was told late is counted within a minute or two. */
const COUNTED = { timeout: 150_000, intervals: [1_000] };
/** The hour that ran is over, and so is the time that late reports are waited for. */
const OVER_MINUTES = 75;
const figures = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** As pages write it: three figures of the largest unit of which there is one. */
function inUnits(bytes: number): string {
  const at = bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3);
  return `${figures.format(bytes / 1000 ** at)} ${['B', 'kB', 'MB', 'GB', 'TB'][at]}`;
}

interface Books {
  readonly kind: string;
  readonly told: Told;
}

async function readBooks(fleet: SimulatedFleet): Promise<Map<string, Books>> {
  const books = new Map<string, Books>();
  for (const { serial, name, kind } of await fleet.devices()) {
    books.set(name, { kind, told: await fleet.told(serial) });
  }
  return books;
}

/** How many clients the devices have just told of that they serve; those at a switch's ports only pass through it. */
async function clientsTold(fleet: SimulatedFleet): Promise<number> {
  await fleet.order({ do: 'reportNow' });
  const devices = (await fleet.devices()).filter(({ kind }) => kind !== 'switch');
  const counts = await Promise.all(devices.map(({ serial }) => fleet.clientsAt(serial)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The part of the books that an answer of the server says it counted. */
async function countedLately(
  house: House,
  token: string,
  books: ReadonlyMap<string, Books>,
  range: 'day' | 'week',
): Promise<{ site: ExpectedFigures; aps: Map<string, ExpectedFigures> }> {
  const asked = async () => {
    const { from, to, ...said } = await callApi(house, 'networkStatistics', { range }, token);
    const inTime = ({ told }: Books) => toldBetween(told, Date.parse(from), Date.parse(to));
    const all = [...books].map(([name, one]) => [name, one.kind, inTime(one)] as const);
    // What passes a site passes its gateway.
    const site = all.find(([, kind]) => kind === 'gateway')?.[2];
    if (!site) throw new Error('There is no gateway');
    const aps = new Map(all.filter(([, kind]) => kind === 'ap').map(([name, , told]) => [name, told]));
    return { said, site, aps };
  };
  await expect
    .poll(async () => {
      const { said, site } = await asked();
      return [said.downBytes - site.down, said.upBytes - site.up];
    }, COUNTED)
    .toEqual([0, 0]);
  return asked();
}

async function exported(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Export' }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  return readFile(await (await coming).path(), 'utf8');
}

function parts({ down, up }: ExpectedFigures): string {
  return `↓ ${inUnits(down)} ↑ ${inUnits(up)}`;
}

test('home, big screen and statistics say what the devices told, to the byte', async ({ page, house }) => {
  const { userName, siteUUID, token } = await registerWithSite(house);
  const { code } = await callApi(house, 'createClaimCode', { siteUUID, uses: DEVICES }, token);
  const fleet = new SimulatedFleet({
    ...toldADay(KINDS),
    gateway: house.gateway ?? '',
    code,
  });
  await signInHome(page, userName);

  await test.step('home and the wall count what is there now', async () => {
    await expect.poll(() => fleet.live(), SLOW).toBe(DEVICES);
    const seen = await clientsTold(fleet);
    const now = page.getByRole('list', { name: 'The network now' });
    await expect(now.getByRole('link', { name: `Devices online ${DEVICES} / ${DEVICES}` })).toBeVisible(SLOW);
    await expect(now.getByRole('link', { name: `Clients now ${seen}` })).toBeVisible(SLOW);
    await expect(page.getByRole('row', { name: `Access point ${KINDS.ap} 0` })).toBeVisible();
    await walkTo(page, '/monitor/bigShow');
    const strip = page.locator('.wall-figure');
    await expect(strip.filter({ hasText: 'Devices online' })).toContainText(`${DEVICES} / ${DEVICES}`);
    await expect(strip.filter({ hasText: 'Clients' })).toContainText(String(seen));
  });

  const books = await readBooks(fleet);
  await fleet.stop();
  house.passMinutes(OVER_MINUTES);
  // Sessions have ended meanwhile.
  const later = await callApi(house, 'login', { username: userName, password: PASSWORD });
  await signInHome(page, userName);

  await test.step('statistics: the sums of a week, and of each access point', async () => {
    const { site, aps } = await countedLately(house, later.access_token, books, 'week');
    expect(site.down).toBeGreaterThan(0);
    await walkTo(page, '/statistics/network?range=week&what=aps');
    const figure = (label: string) =>
      page
        .locator('dl > div')
        .filter({ has: page.locator('dt').getByText(label, { exact: true }) })
        .locator('dd');
    await expect(figure('Down')).toHaveText(inUnits(site.down));
    await expect(figure('Up')).toHaveText(inUnits(site.up));
    const lines = (await exported(page)).split('\r\n');
    expect(lines).toContain(`Down (bytes),${site.down}`);
    expect(lines).toContain(`Up (bytes),${site.up}`);
    for (const [name, { down, up }] of aps) {
      const row = page.getByRole('table', { name: 'Access points' }).getByRole('row', { name });
      await expect(row).toContainText(inUnits(down));
      await expect(row).toContainText(inUnits(up));
      expect(lines.some((line) => line.startsWith(`${name},Harbour,${down},${up},`))).toBe(true);
    }
  });

  await test.step('home and the wall: who was busiest within a day', async () => {
    const { site, aps } = await countedLately(house, later.access_token, books, 'day');
    await walkTo(page, '/home/index');
    await page.mouse.move(700, 500);
    await page.mouse.wheel(0, 5_000);
    const sites = page.getByRole('region', { name: 'Busiest sites' });
    await expect(sites.getByRole('listitem').filter({ hasText: 'Harbour' })).toContainText(parts(site));
    const busiest = page.getByRole('region', { name: 'Busiest access points' });
    for (const [name, told] of aps) {
      await expect(busiest.getByRole('listitem').filter({ hasText: name })).toContainText(parts(told));
    }
    await walkTo(page, '/monitor/bigShow');
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('heading', { name: 'Busiest in the last 24 hours' })).toBeVisible();
    for (const [name, { down, up }] of aps) {
      const ranked = page.getByRole('listitem').filter({ hasText: name });
      await expect(ranked.first()).toContainText(inUnits(down + up));
    }
  });
});
