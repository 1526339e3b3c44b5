import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { SLOW } from './support/device-steps.ts';
import { test } from './support/fleet.ts';
import { navigateTo } from './support/navigate.ts';
import { callApi, registerWithSite, signInByApi } from './support/people.ts';
import { expect } from './support/test.ts';

/** Devices need time to boot and report. */
test.describe.configure({ mode: 'parallel', timeout: 240_000 });

const LIST = '/monitor/onlineUser';
const DRAWER = '[role="dialog"]';
const MAC = /[0-9a-f]{2}(?::[0-9a-f]{2}){5}/;

function rowsOf(page: Page): Locator {
  return page.getByRole('table', { name: 'Online clients' }).getByRole('row').filter({ hasText: MAC });
}

async function press(button: Locator): Promise<void> {
  await button.focus();
  await button.press('Enter');
}

/** Opens the name editor of the only client in the list, by keyboard. */
async function rename(page: Page): Promise<void> {
  await press(rowsOf(page).getByRole('button', { name: /^Actions for/ }));
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
  await page.keyboard.press('Enter');
}

/** An account with access points and sensors, which are connected at any hour. */
async function withTerminals(
  page: Page,
  server: Parameters<typeof registerWithSite>[0],
  startDevices: (wanted: { code: string; kinds: string; seed: number }) => Promise<unknown>,
  seed: number,
): Promise<string> {
  const { userName, siteUUID, token } = await registerWithSite(server);
  const { code } = await callApi(server, 'createClaimCode', { siteUUID, uses: 4 }, token);
  await signInByApi(page, userName);
  await navigateTo(page, LIST);
  await expect(page.getByText('No clients connected')).toBeVisible();
  await startDevices({ code, kinds: 'ap=4', seed });
  // The page updates without a reload.
  await expect(rowsOf(page).first()).toBeVisible(SLOW);
  return token;
}

test('clients appear live, are found, named, viewed, disconnected and blocked', async ({
  page,
  server,
  startDevices,
}) => {
  await withTerminals(page, server, startDevices, 41);
  const first = rowsOf(page).first();
  const mac = MAC.exec((await first.textContent()) ?? '')?.[0] ?? '';

  await test.step('the counts are filters, and an address is found in any notation', async () => {
    await expect(page.getByRole('button', { name: /^\d+ All$/ })).toBeVisible();
    await page.getByRole('searchbox').fill(mac.replaceAll(':', '').toUpperCase());
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(rowsOf(page)).toContainText(mac);
    await page.getByRole('button', { name: /Wired$/ }).click();
    await expect(page.getByText('Nothing matches')).toBeVisible();
    await page.getByRole('button', { name: /All$/ }).click();
    await expect(rowsOf(page)).toHaveCount(1);
    await expectAccessible(page, 'online clients');
  });

  await test.step('the End key reaches the last row of a long list, and every row has its index and the total', async () => {
    await page.getByRole('searchbox').fill('');
    const table = page.getByRole('table', { name: 'Online clients' });
    await expect(rowsOf(page).nth(1)).toBeVisible();
    await page.setViewportSize({ width: 1440, height: 420 });
    const rows = Number(await table.getAttribute('aria-rowcount'));
    const list = page.locator('.grid-window');
    await list.focus();
    await page.keyboard.press('End');
    // The browser scrolls later; a short list shows its last row before that.
    await expect
      .poll(() => list.evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop))
      .toBeLessThan(1);
    await expect(table.locator(`tr[aria-rowindex="${rows}"]`)).toBeInViewport();
    await page.keyboard.press('Home');
    await expect(table.locator('tr[aria-rowindex="2"]')).toBeInViewport();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('searchbox').fill(mac);
    await expect(rowsOf(page)).toHaveCount(1);
  });

  await test.step('its menu closes by its button, by Escape and by navigation', async () => {
    const dots = rowsOf(page).getByRole('button', { name: /^Actions for/ });
    const menu = page.getByRole('menu', { name: /^Actions for/ });
    await dots.click();
    await expect(menu.getByRole('menuitem')).toHaveText(['Rename', 'Disconnect', 'Block']);
    await dots.click();
    await expect(menu).toBeHidden();
    await press(dots);
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(dots).toBeFocused();
    await dots.click();
    await page.getByRole('heading', { level: 1 }).click();
    await expect(menu).toBeHidden();
  });

  await test.step('it is named by keyboard, and the name can be undone', async () => {
    await rename(page);
    await expect(page.getByRole('textbox', { name: 'Client name' })).toBeFocused();
    await page.keyboard.type('Front door');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: 'Front door' })).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('link', { name: 'Front door' })).toBeHidden();
    await rename(page);
    await page.keyboard.type('Back door');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('link', { name: 'Back door' })).toBeHidden();
    await expect(rowsOf(page).getByRole('link').first()).toBeFocused();
    await rename(page);
    await page.keyboard.type('Front door');
    await page.keyboard.press('Enter');
    await page.getByRole('searchbox').fill('front');
    await expect(rowsOf(page)).toHaveCount(1);
  });

  await test.step('its page shows identity, location, quality and events', async () => {
    const loaded = () => page.evaluate(() => performance.timeOrigin);
    const before = await loaded();
    await page.getByRole('link', { name: 'Front door' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Front door' })).toBeVisible();
    expect(await loaded()).toBe(before);
    await expect(page.getByRole('region', { name: 'Experience' })).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'Timeline' }).getByText('Connected to').first(),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Signal as a table' }).click();
    await expect(page.getByRole('table', { name: 'Signal' })).toContainText('dBm');
    await page.getByRole('button', { name: 'Signal as a chart' }).click();
    await page.getByRole('button', { name: '1 week' }).click();
    await expect(page).toHaveURL(/range=week/);
    await expectAccessible(page, 'one terminal');
  });

  await test.step('a short range has one value per minute, and an event links to the minutes around it', async () => {
    await page.getByRole('button', { name: '1 hour' }).click();
    await page.getByRole('button', { name: 'Downlink rate as a table' }).click();
    await expect(page.getByRole('table', { name: 'Downlink rate' })).toContainText('b/s');
    await page.getByRole('button', { name: 'Traffic per minute as a table' }).click();
    await expect(page.getByRole('table', { name: 'Traffic per minute' })).toContainText(/\d [kM]?B/);
    await expectAccessible(page, 'the minutes of a terminal');
    await page
      .getByRole('region', { name: 'Timeline' })
      .getByTitle('Show surrounding minutes')
      .first()
      .click();
    await expect(page).toHaveURL(/range=own&from=/);
    await expect(page.getByLabel('Until')).not.toHaveValue('');
    await page.getByRole('button', { name: '1 day' }).click();
  });

  await test.step('it is disconnected and its page updates by itself', async () => {
    await page.getByRole('button', { name: 'Disconnect' }).click();
    const sure = page.getByRole('dialog', { name: 'Disconnect Front door?' });
    await sure.getByRole('button', { name: 'Disconnect' }).click();
    await expect(page.getByText('Disconnecting 1 client')).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'Timeline' }).getByText('Disconnected from').first(),
    ).toBeVisible(SLOW);
  });

  await test.step('it is blocked until it is allowed again', async () => {
    await page.getByRole('button', { name: 'Block', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Block Front door' });
    await expect(form.getByText('1 hour')).toBeVisible();
    await expectAccessible(page, 'block a terminal', DRAWER);
    await form.getByRole('button', { name: 'Block' }).click();
    await expect(form).toBeHidden();
    await expect(page.getByText('Blocked', { exact: true })).toBeVisible();
    await navigateTo(page, `${LIST}?tab=blocked`);
    const blocked = page.getByRole('table', { name: 'Blocked' }).getByRole('row', { name: /Front door/ });
    await expect(blocked).toBeVisible();
    await blocked.getByRole('button', { name: 'Actions for Front door' }).click();
    await page.getByRole('menuitem', { name: 'Unblock' }).click();
    await expect(page.getByText('No blocked clients')).toBeVisible();
  });
});

test('several clients are disconnected at once, and every mention of a client links to its page', async ({
  page,
  server,
  startDevices,
}) => {
  await withTerminals(page, server, startDevices, 42);
  await expect(rowsOf(page).nth(1)).toBeVisible(SLOW);
  const boxes = rowsOf(page).getByRole('checkbox');
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
  const sure = page.getByRole('dialog', { name: 'Disconnect 2 clients?' });
  await sure.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('Disconnecting 2 clients')).toBeVisible();

  await navigateTo(page, '/alarm/logs?tab=terminal');
  await page.getByRole('table').getByRole('link', { name: MAC }).first().click();
  await expect(page).toHaveURL(/\/monitor\/termDetail\?mac=/);
  await navigateTo(page, LIST);
  const device = rowsOf(page).first().getByRole('link').nth(1);
  await expect(device).toBeVisible(SLOW);
  await device.click();
  await page.getByRole('tab', { name: 'Clients' }).click();
  await page.getByRole('table').getByRole('link', { name: MAC }).first().click();
  await expect(page).toHaveURL(/\/monitor\/termDetail\?mac=/);
});
