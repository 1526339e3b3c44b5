import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { SLOW } from './support/device-steps.ts';
import { test } from './support/fleet.ts';
import { navigateTo } from './support/navigate.ts';
import { callApi, inviteMember, registerWithSite, signInByApi } from './support/people.ts';
import { scopeControl, selectScope } from './support/scope.ts';
import { expect } from './support/test.ts';

const PAGES = {
  network: '/statistics/network',
  device: '/statistics/device',
  terminal: '/statistics/terminal',
  property: '/statistics/property',
} as const;
/** Devices need time to boot and report. */
test.describe.configure({ mode: 'parallel', timeout: 240_000 });

function figure(page: Page, label: string): Locator {
  return page
    .locator('dl > div')
    .filter({ has: page.locator('dt').getByText(label, { exact: true }) })
    .locator('dd');
}

function tableOf(page: Page, name: string): Locator {
  return page.getByRole('table', { name, exact: true });
}

async function keep(page: Page, format: string): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: 'Export' }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: format }).click();
  const download = await coming;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test('four statistics pages count a new fleet, work by keyboard and are exported', async ({
  page,
  server,
  startDevices,
}) => {
  const { userName, siteUUID, token } = await registerWithSite(server);
  // A second organization, so that there is a scope to select.
  await callApi(server, 'createEnterprise', { name: 'Southwind' }, token);
  await signInByApi(page, userName);

  await test.step('without devices a page shows the first step', async () => {
    await navigateTo(page, '/statistics');
    await expect(page).toHaveURL(/\/statistics\/property\?at=account$/);
    await expect(page.getByText('No data yet')).toBeVisible();
    await page.getByRole('button', { name: 'Go to devices' }).click();
    await expect(page).toHaveURL(/\/device\/all/);
    await navigateTo(page, '/statistics/asset');
    await expect(page).toHaveURL(/\/statistics\/property\?at=account$/);
  });

  await test.step('assets update by themselves and each figure links to its list', async () => {
    const { code } = await callApi(server, 'createClaimCode', { siteUUID, uses: 5 }, token);
    await startDevices({ code, kinds: 'ap=4,switch=1', seed: 61 });
    await expect(figure(page, 'Devices')).toHaveText('5', SLOW);
    await expect(figure(page, 'Online')).toHaveText('5', SLOW);
    await expect(tableOf(page, 'Device types').getByRole('row', { name: /Access point/ })).toContainText('4');
    await expectAccessible(page, 'assets');
    await tableOf(page, 'Device types').getByRole('link', { name: 'Access point' }).click();
    await expect(page).toHaveURL(/\/device\/all\?kind=ap&at=account$/);
    await expect(page.getByText('1–4 of 4')).toBeVisible();
  });

  await test.step('availability: figures, a chart with its table, and every device', async () => {
    await navigateTo(page, `${PAGES.device}?range=hour`);
    await expect(figure(page, 'Availability')).toHaveText('100%');
    await expect(figure(page, 'Devices')).toHaveText('5');
    await page.getByRole('button', { name: 'Availability as a table' }).press('Enter');
    await expect(tableOf(page, 'Availability')).toContainText('100%');
    const rows = tableOf(page, 'Availability by device').getByRole('row').filter({ hasText: 'Harbour' });
    await expect(rows).toHaveCount(5);
    await expectAccessible(page, 'availability');
    await rows.first().getByRole('link').first().click();
    await expect(page).toHaveURL(/Detail\?deviceUUID=/);
  });

  await test.step('a custom range is limited to two days', async () => {
    await navigateTo(page, PAGES.device);
    await page.getByRole('button', { name: 'Custom range' }).press('Enter');
    await expect(page.getByText('At most two days, in the time zone')).toBeVisible();
    const from = page.getByLabel('From');
    const before = await from.inputValue();
    await from.fill('2026-01-01T00:00');
    await expect(page.getByRole('alert')).toHaveText('At most two days.');
    await from.fill(before);
    await expect(page.getByText('At most two days, in the time zone')).toBeVisible();
    await expect(figure(page, 'Devices')).toHaveText('5');
    await page.getByRole('button', { name: '1 month' }).click();
    await expect(page).toHaveURL(/[?&]range=month$/);
    await page.goBack();
  });

  await test.step('clients: types and session durations', async () => {
    await navigateTo(page, PAGES.terminal);
    await expect(figure(page, 'Clients')).not.toHaveText('0', SLOW);
    await expect(tableOf(page, 'Time online').getByRole('row')).toHaveCount(5);
    for (const band of ['Under 30 minutes', '30 minutes to 2 hours', '2 to 8 hours', 'Over 8 hours']) {
      await expect(tableOf(page, 'Time online')).toContainText(band);
    }
    await expectAccessible(page, 'terminals');
    await tableOf(page, 'Clients with the most traffic').getByRole('link').first().click();
    await expect(page).toHaveURL(/\/monitor\/termDetail\?mac=/);
  });

  await test.step('network: signal, retries, and access points side by side', async () => {
    await navigateTo(page, PAGES.network);
    await expect(tableOf(page, 'Client signal')).toContainText('Excellent (from -55 dBm)');
    await page.getByRole('button', { name: 'Access points', exact: true }).click();
    await expect(page).toHaveURL(/what=aps/);
    await expect(tableOf(page, 'Access points').getByRole('row').nth(1)).toContainText('Harbour');
    await page.getByRole('button', { name: 'Wireless networks' }).click();
    await expect(tableOf(page, 'Wireless networks').getByRole('row').nth(1)).toBeVisible();
    await expect(page).toHaveURL(/at=account/);
    await expectAccessible(page, 'network');
    await figure(page, 'Peak clients').getByRole('link').click();
    await expect(page).toHaveURL(/\/alarm\/logs\?tab=terminal&from=[^&]+&to=[^&]+&at=account$/);
    await page.goBack();
    await expect(figure(page, 'Download')).toHaveText(/B$/);
    await expect(figure(page, 'Download').getByRole('link')).toBeHidden();
    await page.getByRole('button', { name: 'Sites', exact: true }).click();
    await tableOf(page, 'Sites').getByRole('link', { name: 'Harbour' }).click();
    await expect(page).toHaveURL(new RegExp(`at=${siteUUID}`));
  });

  await test.step('figures follow the selected site and link to its lists', async () => {
    await navigateTo(page, PAGES.device);
    await expect(figure(page, 'Devices')).toHaveText('5');
    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    await page.route(/\/statistics\/device\?/, async (route) => {
      await held;
      await route.continue();
    });
    await selectScope(page, 'Northwind');
    await expect(figure(page, 'Devices')).toBeHidden();
    answer();
    await expect(figure(page, 'Devices')).toHaveText('5');
    await expect(figure(page, 'Outages')).toHaveText('0');
    await figure(page, 'Devices').getByRole('link').click();
    await expect(scopeControl(page)).toContainText('Northwind');
    await expect(page.getByText('1–5 of 5')).toBeVisible();
  });

  await test.step('it is exported as workbook, CSV, image and PDF', async () => {
    await navigateTo(page, PAGES.device);
    await expect(figure(page, 'Devices')).toHaveText('5');
    const book = await keep(page, 'Excel (xlsx)');
    expect(book.name).toMatch(/\.xlsx$/);
    expect(book.bytes.subarray(0, 2).toString()).toBe('PK');
    const text = await keep(page, 'CSV');
    expect(text.bytes.toString()).toMatch(/Availability \(%\)/);
    // The print contains the whole table, not only the visible rows.
    const whole = page.waitForRequest(/\/statistics\/availability\?.*size=200/);
    const picture = await keep(page, 'Image (PNG)');
    await whole;
    expect(picture.name).toBe('statistics-device.png');
    expect(picture.bytes.subarray(1, 4).toString()).toBe('PNG');
    const document = await keep(page, 'Document (PDF)');
    expect(document.name).toBe('statistics-device.pdf');
    expect(document.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    // The server makes it: its fonts are embedded, so that the text can be selected.
    expect(document.bytes.includes('/FontFile2')).toBe(true);
    expect(document.bytes.includes('/Subtype /Image')).toBe(false);
    await page.getByRole('button', { name: /^Messages:/ }).click();
    const centre = page.getByRole('dialog', { name: 'Messages and tasks' });
    await centre.getByRole('tab', { name: 'Tasks' }).click();
    await expect(centre.getByRole('listitem').filter({ hasText: 'Export: statistics' })).toHaveCount(3);
  });
});

test('an observer sees the figures and cannot schedule reports', async ({ page, server }) => {
  const owner = await registerWithSite(server);
  const roles = await callApi(server, 'listRoles', {}, owner.token);
  const observer = roles.find(({ key }) => key === 'ROLE_SITE_OBSERVER');
  const userName = await inviteMember(server, owner, observer?.roleUUID ?? '');
  await signInByApi(page, userName);
  await navigateTo(page, PAGES.property);
  await expect(page.getByText('No data yet')).toBeVisible();
  await page.getByRole('button', { name: 'Scheduled reports' }).click();
  const list = page.getByRole('dialog', { name: 'Scheduled reports' });
  await expect(list.getByText('No scheduled reports yet')).toBeVisible();
  await expect(list.getByRole('button', { name: 'New report' })).toBeHidden();
});
