import type { Page } from '@playwright/test';
import { SLOW } from './support/device-steps.ts';
import { test } from './support/fleet.ts';
import { TESTED_LANGUAGES } from './support/languages.ts';
import { navigateTo, setLanguage } from './support/navigate.ts';
import { callApi, registerWithSite, signInByApi } from './support/people.ts';
import { expect } from './support/test.ts';
import { waitUntilIdle } from './support/wait-until-idle.ts';

/** Devices need time to boot and report. */
test.describe.configure({ timeout: 240_000 });

const SIZES = [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
  { width: 390, height: 844 },
];
const PHONE = { width: 390, height: 844 };
const CLIENTS = '/monitor/onlineUser';
const MAC = /[0-9A-F]{2}(?:-[0-9A-F]{2}){5}/;
const PAGES = [
  '/home/index',
  '/monitor/bigShow',
  CLIENTS,
  '/monitor/topo',
  '/statistics/network',
  '/statistics/device',
  '/statistics/terminal',
  '/statistics/property',
  '/device/all',
  '/alarm/list',
];

const TABS = ['overview', 'radios', 'clients', 'ports', 'neighbours', 'events', 'commands', 'configuration'];

async function expectFits(page: Page, where: string): Promise<void> {
  await waitUntilIdle(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, where).toBeLessThanOrEqual(0);
}

/** The address of the first page linked from a table. */
async function firstLinked(page: Page, table: string, row: RegExp): Promise<string> {
  await navigateTo(page, table);
  await page
    .getByRole('table')
    .getByRole('row')
    .filter({ hasText: row })
    .getByRole('link')
    .first()
    .click(SLOW);
  await expect(page).toHaveURL(/Detail\?/);
  return new URL(page.url()).pathname + new URL(page.url()).search;
}

test('pages of a network that reports fit laptop, desktop, big screen and, in each language, a phone', async ({
  page,
  server,
  startDevices,
}) => {
  const { userName, siteUUID, token } = await registerWithSite(server);
  const { code } = await callApi(server, 'createClaimCode', { siteUUID, uses: 5 }, token);
  // Sensors at some of the access points are connected at any hour.
  await startDevices({ code, kinds: 'ap=4,switch=1', seed: 61 });
  await signInByApi(page, userName);
  const client = await firstLinked(page, CLIENTS, MAC);
  const device = await firstLinked(page, '/device/ap', /Online/);
  await expect(page.getByRole('button', { name: 'CPU and memory as a table' })).toBeVisible(SLOW);

  for (const path of [...PAGES, device, client]) {
    await navigateTo(page, path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expectFits(page, `${path} at ${size.width}`);
    }
  }

  await page.setViewportSize(PHONE);
  for (const language of TESTED_LANGUAGES) {
    await setLanguage(page, language);
    for (const path of [CLIENTS, client, ...TABS.map((tab) => `${device}&tab=${tab}`)]) {
      await navigateTo(page, path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expectFits(page, `${language} ${path}`);
    }
  }
});
