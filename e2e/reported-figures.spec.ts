import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  type ReportedFigures,
  type ReportedHistory,
  reportedBetween,
  SimulatedFleet,
  withOneDayOfHistory,
} from '../apps/server/src/testing/simulated-fleet.ts';
import { SLOW } from './support/device-steps.ts';
import { testWithClock as test } from './support/fleet.ts';
import { navigateTo } from './support/navigate.ts';
import { callApi, PASSWORD, registerWithSite, signInHome } from './support/people.ts';
import { scrollTo } from './support/scroll-to.ts';
import type { TestServer } from './support/server.ts';
import { expect } from './support/test.ts';

test.describe.configure({ timeout: 300_000 });

const KINDS = { gateway: 1, switch: 1, ap: 3 };
const DEVICES = 5;
/** Late reports are counted within two minutes. */
const COUNTED = { timeout: 150_000, intervals: [1_000] };
/** Ends the current hour and the time during which late reports are accepted. */
const NEXT_HOUR_MINUTES = 75;
const figures = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** As pages format bytes: three significant digits in the largest unit with a value of at least 1. */
function inUnits(bytes: number): string {
  const at = bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3);
  return `${figures.format(bytes / 1000 ** at)} ${['B', 'kB', 'MB', 'GB', 'TB'][at]}`;
}

interface DeviceFigures {
  readonly kind: string;
  readonly reported: ReportedHistory;
}

async function readReportedFigures(fleet: SimulatedFleet): Promise<Map<string, DeviceFigures>> {
  const figuresByDevice = new Map<string, DeviceFigures>();
  for (const { serial, name, kind } of await fleet.devices()) {
    figuresByDevice.set(name, { kind, reported: await fleet.figures(serial) });
  }
  return figuresByDevice;
}

/** The clients in the latest reports, without switches: their clients are counted at other devices. */
async function reportedClients(fleet: SimulatedFleet): Promise<number> {
  await fleet.command({ do: 'reportNow' });
  const devices = (await fleet.devices()).filter(({ kind }) => kind !== 'switch');
  const counts = await Promise.all(devices.map(({ serial }) => fleet.clientsAt(serial)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The reported figures for the time range that the server counted, once both are equal. */
async function countedFigures(
  server: TestServer,
  token: string,
  figuresByDevice: ReadonlyMap<string, DeviceFigures>,
  range: 'day' | 'week',
): Promise<{ site: ReportedFigures; aps: Map<string, ReportedFigures> }> {
  const read = async () => {
    const { from, to, ...counted } = await callApi(server, 'networkStatistics', { range }, token);
    const inTime = ({ reported }: DeviceFigures) =>
      reportedBetween(reported, Date.parse(from), Date.parse(to));
    const all = [...figuresByDevice].map(([name, one]) => [name, one.kind, inTime(one)] as const);
    // All traffic of a site passes its gateway.
    const site = all.find(([, kind]) => kind === 'gateway')?.[2];
    if (!site) throw new Error('There is no gateway');
    const aps = new Map(
      all.filter(([, kind]) => kind === 'ap').map(([name, , reported]) => [name, reported]),
    );
    return { counted, site, aps };
  };
  await expect
    .poll(async () => {
      const { counted, site } = await read();
      return [counted.downBytes - site.down, counted.upBytes - site.up];
    }, COUNTED)
    .toEqual([0, 0]);
  return read();
}

async function exported(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Export' }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  return readFile(await (await coming).path(), 'utf8');
}

function parts({ down, up }: ReportedFigures): string {
  return `↓ ${inUnits(down)} ↑ ${inUnits(up)}`;
}

test('home, big screen and statistics show exactly the figures that the devices reported', async ({
  page,
  server,
}) => {
  const { userName, siteUUID, token } = await registerWithSite(server);
  const { code } = await callApi(server, 'createClaimCode', { siteUUID, uses: DEVICES }, token);
  const fleet = new SimulatedFleet({
    ...withOneDayOfHistory(KINDS),
    gateway: server.gateway ?? '',
    code,
  });
  await signInHome(page, userName);

  await test.step('home and big screen show current devices and clients', async () => {
    await expect.poll(() => fleet.live(), SLOW).toBe(DEVICES);
    const clients = await reportedClients(fleet);
    const now = page.getByRole('list', { name: 'Current network status' });
    await expect(now.getByRole('link', { name: `Devices online ${DEVICES} / ${DEVICES}` })).toBeVisible(SLOW);
    await expect(now.getByRole('link', { name: `Clients now ${clients}` })).toBeVisible(SLOW);
    await expect(page.getByRole('row', { name: `Access point ${KINDS.ap} 0` })).toBeVisible();
    await navigateTo(page, '/monitor/bigShow');
    const strip = page.locator('.big-screen-figure');
    await expect(strip.filter({ hasText: 'Devices online' })).toContainText(`${DEVICES} / ${DEVICES}`);
    await expect(strip.filter({ hasText: 'Clients' })).toContainText(String(clients));
  });

  const figuresByDevice = await readReportedFigures(fleet);
  await fleet.stop();
  server.advanceMinutes(NEXT_HOUR_MINUTES);
  // The sessions have expired meanwhile.
  const later = await callApi(server, 'login', { username: userName, password: PASSWORD });
  await signInHome(page, userName);

  await test.step('statistics show the sums of a week and of each access point', async () => {
    const { site, aps } = await countedFigures(server, later.access_token, figuresByDevice, 'week');
    expect(site.down).toBeGreaterThan(0);
    await navigateTo(page, '/statistics/network?range=week&what=aps');
    const figure = (label: string) =>
      page
        .locator('dl > div')
        .filter({ has: page.locator('dt').getByText(label, { exact: true }) })
        .locator('dd');
    await expect(figure('Download')).toHaveText(inUnits(site.down));
    await expect(figure('Upload')).toHaveText(inUnits(site.up));
    const lines = (await exported(page)).split('\r\n');
    expect(lines).toContain(`Download (bytes),${site.down}`);
    expect(lines).toContain(`Upload (bytes),${site.up}`);
    for (const [name, { down, up }] of aps) {
      const row = page.getByRole('table', { name: 'Access points' }).getByRole('row', { name });
      await expect(row).toContainText(inUnits(down));
      await expect(row).toContainText(inUnits(up));
      expect(lines.some((line) => line.startsWith(`${name},Harbour,${down},${up},`))).toBe(true);
    }
  });

  await test.step('home and big screen rank the busiest of a day', async () => {
    const { site, aps } = await countedFigures(server, later.access_token, figuresByDevice, 'day');
    // Sites are only compared where there are several.
    const { trees } = await callApi(server, 'getEnterprise', {}, later.access_token);
    const depot = { name: 'Depot', countryCode: 'PL', timeZone: 'Europe/Warsaw' };
    const enterpriseUUID = trees[0]?.enterpriseuuid ?? '';
    await callApi(server, 'createSite', { ...depot, enterpriseUUID }, later.access_token);
    await page.goto('/home/index?at=account');
    await page.mouse.move(700, 500);
    await scrollTo(page, 'Busiest sites');
    const sites = page.getByRole('region', { name: 'Busiest sites' });
    await expect(sites.getByRole('listitem').filter({ hasText: 'Harbour' })).toContainText(parts(site));
    const busiest = page.getByRole('region', { name: 'Busiest access points' });
    for (const [name, reported] of aps) {
      await expect(busiest.getByRole('listitem').filter({ hasText: name })).toContainText(parts(reported));
    }
    await navigateTo(page, `/monitor/bigShow?at=${siteUUID}`);
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('heading', { name: 'Top traffic in the last 24 hours' })).toBeVisible();
    for (const [name, { down, up }] of aps) {
      const ranked = page.getByRole('listitem').filter({ hasText: name });
      await expect(ranked.first()).toContainText(inUnits(down + up));
    }
  });
});
