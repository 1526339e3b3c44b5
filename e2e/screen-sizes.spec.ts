import { LANGUAGES } from '@airloom/contract/languages';
import type { Page } from '@playwright/test';
import { SLOW } from './support/device-steps.ts';
import { test } from './support/fleet.ts';
import { navigateTo, setLanguage } from './support/navigate.ts';
import { callApi, registerWithSite, signInByApi } from './support/people.ts';
import { expect } from './support/test.ts';
import { waitUntilIdle } from './support/wait-until-idle.ts';

/** Devices need time to boot and report. */
test.describe.configure({ mode: 'parallel', timeout: 240_000 });

const SIZES = [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
  { width: 390, height: 844 },
];
const PHONE = { width: 390, height: 844 };
const PAGES = [
  '/home/index',
  '/monitor/bigShow',
  '/monitor/onlineUser',
  '/monitor/topo',
  '/statistics/network',
  '/statistics/device',
  '/statistics/terminal',
  '/statistics/property',
  '/device/all',
  '/alarm/list',
];

const TABS = ['overview', 'radios', 'clients', 'ports', 'neighbours', 'events', 'commands', 'configuration'];

/** Horizontal overflow of a page, in pixels. */
async function beyond(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/** Signs in to an account with an access point that has reported; returns the path of its page. */
async function withDevice(
  page: Page,
  server: Parameters<typeof registerWithSite>[0],
  startDevices: (wanted: { code: string; kinds: string; seed: number }) => Promise<unknown>,
  seed: number,
): Promise<string> {
  const { userName, siteUUID, token } = await registerWithSite(server);
  const { code } = await callApi(server, 'createClaimCode', { siteUUID, uses: 2 }, token);
  await startDevices({ code, kinds: 'ap=1,switch=1', seed });
  await signInByApi(page, userName);
  await navigateTo(page, '/device/ap');
  const row = page.getByRole('table').getByRole('row', { name: /Online/ });
  await row.getByRole('link').first().click(SLOW);
  await expect(page.getByRole('button', { name: 'CPU and memory as a table' })).toBeVisible(SLOW);
  return new URL(page.url()).pathname + new URL(page.url()).search;
}

test('network pages fit laptop, desktop, big screen and phone', async ({ page, server, startDevices }) => {
  const device = await withDevice(page, server, startDevices, 61);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const path of [...PAGES, device]) {
      await navigateTo(page, path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await waitUntilIdle(page);
      expect(await beyond(page), `${path} at ${size.width}`).toBeLessThanOrEqual(0);
    }
  }
});

test('the tabs of a device that reports fit a phone in every language', async ({
  page,
  server,
  startDevices,
}) => {
  const device = await withDevice(page, server, startDevices, 62);
  await page.setViewportSize(PHONE);
  for (const language of LANGUAGES) {
    await setLanguage(page, language);
    for (const tab of TABS) {
      await navigateTo(page, `${device}&tab=${tab}`);
      await expect(page.getByRole('tab', { selected: true })).toBeVisible();
      expect(await beyond(page), `${language} ${tab}`).toBeLessThanOrEqual(0);
    }
  }
});
