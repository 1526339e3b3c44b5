import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { SLOW } from './support/device-steps.ts';
import { test } from './support/fleet.ts';
import { navigateTo } from './support/navigate.ts';
import { callApi, inviteMember, registerWithSite, signInByApi, signInHome } from './support/people.ts';
import { expect } from './support/test.ts';

/** Devices need time to boot and report. */
test.describe.configure({ mode: 'parallel', timeout: 240_000 });

const LIST = '/monitor/onlineUser';
const DRAWER = '[role="dialog"]';
const MAC = /[0-9A-F]{2}(?:-[0-9A-F]{2}){5}/;

function rowsOf(page: Page): Locator {
  return page.getByRole('table', { name: 'Clients' }).getByRole('row').filter({ hasText: MAC });
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

function shownMac(mac: string): string {
  return mac.replaceAll(':', '-').toUpperCase();
}

/** The address of a client that stays connected at any hour. */
async function connectedMac(server: Parameters<typeof callApi>[0], token: string): Promise<string> {
  let mac = '';
  await expect(async () => {
    const { rows } = await callApi(server, 'listOnlineTerminals', { size: 200 }, token);
    mac = rows.find(({ hostname }) => /^(?:sensor|meter|lock|thermostat)/.test(hostname))?.mac ?? '';
    expect(mac).not.toBe('');
  }).toPass(SLOW);
  return mac;
}

/** An account with access points and sensors, which are connected at any hour. */
async function withTerminals(
  page: Page,
  server: Parameters<typeof registerWithSite>[0],
  startDevices: (wanted: { code: string; kinds: string; seed: number }) => Promise<unknown>,
  seed: number,
): Promise<Awaited<ReturnType<typeof registerWithSite>>> {
  const owner = await registerWithSite(server);
  const { userName, siteUUID, token } = owner;
  const { code } = await callApi(server, 'createClaimCode', { siteUUID, uses: 4 }, token);
  await signInByApi(page, userName);
  await navigateTo(page, LIST);
  await expect(page.getByText('No clients connected')).toBeVisible();
  await startDevices({ code, kinds: 'ap=4', seed });
  // The page updates without a reload.
  await expect(rowsOf(page).first()).toBeVisible(SLOW);
  return owner;
}

test('clients appear live, are found, named, viewed, disconnected and blocked', async ({
  page,
  server,
  startDevices,
}) => {
  const { token } = await withTerminals(page, server, startDevices, 41);
  const mac = shownMac(await connectedMac(server, token));

  await test.step('the counts are filters, and an address is found in any notation', async () => {
    await expect(page.getByRole('button', { name: /^\d+ All$/ })).toBeVisible();
    const digits = mac.replaceAll('-', '').toLowerCase();
    const pairs = digits.match(/../g) ?? [];
    for (const notation of [digits, pairs.join(':'), mac, (digits.match(/.{4}/g) ?? []).join('.')]) {
      await page.getByRole('searchbox').fill(notation);
      await expect(rowsOf(page)).toHaveCount(1);
      await expect(rowsOf(page)).toContainText(mac);
    }
    await page.getByRole('button', { name: /Wired$/ }).click();
    await expect(page.getByText(/^No clients found/)).toBeVisible();
    await page.getByRole('button', { name: /All$/ }).click();
    await expect(rowsOf(page)).toHaveCount(1);
    await expectAccessible(page, 'online clients');
  });

  await test.step('the End key reaches the last row of a long list, and every row has its index and the total', async () => {
    await page.getByRole('searchbox').fill('');
    const table = page.getByRole('table', { name: 'Clients' });
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
    await expect(page.locator('.terminal-headline')).toHaveText(/\S/);
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
    const events = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem');
    const before = await events.count();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    const sure = page.getByRole('dialog', { name: 'Disconnect Front door?' });
    await sure.getByRole('button', { name: 'Disconnect' }).click();
    await expect(page.getByText('Disconnecting 1 client')).toBeVisible();
    // It leaves, and may have come again already.
    await expect.poll(() => events.count(), SLOW).toBeGreaterThan(before);
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
  // The client in the first row may leave its device at any time, and be its only one.
  await expect(async () => {
    await navigateTo(page, LIST);
    await rowsOf(page).first().getByRole('link').nth(1).click();
    await page.getByRole('tab', { name: 'Clients' }).click();
    await page.getByRole('table').getByRole('link', { name: MAC }).first().click({ timeout: 10_000 });
  }).toPass(SLOW);
  await expect(page).toHaveURL(/\/monitor\/termDetail\?mac=/);
});

test('an empty result offers wider searches, and the palette opens a client by its MAC address', async ({
  page,
  server,
  startDevices,
}) => {
  const owner = await withTerminals(page, server, startDevices, 43);
  const { token } = owner;
  const mac = await connectedMac(server, token);
  const shown = shownMac(mac);
  const { trees } = await callApi(server, 'getEnterprise', {}, token);
  const enterpriseUUID = trees[0]?.enterpriseuuid ?? '';
  const depot = { enterpriseUUID, name: 'Depot', countryCode: 'PL', timeZone: 'UTC+01:00' };
  const { siteUUID } = await callApi(server, 'createSite', depot, token);

  await test.step('the client is not at the other site, but in all sites', async () => {
    await navigateTo(page, `${LIST}?at=${siteUUID}&search=${mac}`);
    await expect(page.getByText(`No clients found for “${mac}”`)).toBeVisible();
    await expectAccessible(page, 'no clients found');
    await page.getByRole('button', { name: 'Search all sites' }).click();
    await expect(rowsOf(page)).toContainText(shown);
  });

  await test.step('a client that left is found in the last 30 days', async () => {
    await navigateTo(page, `${LIST}?at=account&search=02:ff:ff`);
    await page.getByRole('button', { name: 'Search last 30 days' }).click();
    await expect(page).toHaveURL(/seen=lately/);
    await expect(page.getByText(/^No clients found/)).toBeVisible();
    await page.getByRole('searchbox').fill(mac.slice(0, 16));
    await expect(rowsOf(page).filter({ hasText: shown })).toContainText('Online');
    await expectAccessible(page, 'clients of the last 30 days');
  });

  await test.step('the palette finds it in any notation and opens it by keyboard', async () => {
    for (const notation of [mac.replaceAll(':', ''), shown]) {
      await navigateTo(page, '/home/index');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
      await page.keyboard.insertText(notation);
      // Not waiting for results: the first one opens when it arrives.
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/monitor\/termDetail\?mac=/);
      await expect(page.locator('.terminal-facts')).toContainText(shown);
    }
  });

  await test.step('the palette offers actions on what it found', async () => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await page.keyboard.insertText(mac);
    await expect(page.getByRole('group', { name: 'Clients' }).getByRole('option')).toHaveCount(1);
    await page.keyboard.press('ArrowRight');
    const actions = page.getByRole('group', { name: /^Actions for/ }).getByRole('option');
    await expect(actions).toHaveText([/^Open/, /^Disconnect/]);
    await expectAccessible(page, 'actions in the palette', 'dialog');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: /^Disconnect / })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('an operator of another site finds nothing', async () => {
    const roles = await callApi(server, 'listRoles', {}, token);
    const roleUUID = roles.find(({ key }) => key === 'ROLE_SITE_OPER')?.roleUUID ?? '';
    const operator = await inviteMember(server, { ...owner, siteUUID }, roleUUID);
    await signInHome(page, operator);
    await navigateTo(page, `${LIST}?at=account&seen=lately&search=${mac}`);
    await expect(page.getByText(/^No clients found/)).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await page.keyboard.insertText(mac);
    await expect(page.getByText('No results')).toBeVisible();
  });
});
