import type { Page } from '@playwright/test';
import { navigateTo } from './support/navigate.ts';
import { callApi, registerWithSite, signInByApi } from './support/people.ts';
import { expect, test } from './support/test.ts';

const PHONE = { width: 390, height: 844 };

/** The place in the history of the tab. */
function entry(page: Page): Promise<number> {
  return page.evaluate(() => window.navigation.currentEntry?.index ?? -1);
}

function rowsOf(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    kind: 'ap' as const,
    mac: `90:3c:b3:0f:00:0${index}`,
    sn: '',
    name: `Corridor ${index + 1}`,
    position: '',
    remark: '',
  }));
}

test('dates are typed as the region writes them, or chosen by keyboard', async ({ page, server }) => {
  const { userName } = await registerWithSite(server);
  await signInByApi(page, userName);
  await navigateTo(page, '/alarm/logs');
  const from = page.getByLabel('From', { exact: true });

  await test.step('typed in the order of the region', async () => {
    await from.fill('3.11.2026 9');
    await from.press('Enter');
    await expect(from).toHaveValue('03/11/2026, 9:00');
    await expect(page).toHaveURL(/from=2026-11-03T08%3A00/);
  });

  await test.step('chosen in the calendar, whose week begins on Monday', async () => {
    await from.press('Alt+ArrowDown');
    const calendar = page.getByRole('dialog', { name: 'Open calendar' }).first();
    await expect(calendar.getByRole('columnheader').first()).toHaveText('Mon');
    await expect(calendar.getByRole('button', { name: 'Tuesday, 3 November 2026' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('PageDown');
    await page.keyboard.press('Enter');
    await expect(from).toHaveValue('04/12/2026, 9:00');
    await calendar.getByRole('option', { name: '14:30' }).click();
    await expect(from).toHaveValue('04/12/2026, 14:30');
    await expect(calendar).toBeHidden();
  });

  await test.step('an invalid date is reported and does not filter', async () => {
    await from.fill('yesterday');
    await from.press('Tab');
    await expect(page.getByRole('alert')).toHaveText('Not a valid value. Example: 31/12/2026, 14:30');
    await expect(page).not.toHaveURL(/from=/);
  });

  await test.step('Escape closes the calendar, not the drawer around it', async () => {
    await navigateTo(page, '/alarm/alarmSetting?tab=maintenance');
    await page.getByRole('tabpanel').getByRole('button', { name: 'Schedule maintenance' }).click();
    const drawer = page.getByRole('dialog', { name: 'Schedule maintenance' });
    await drawer.getByRole('button', { name: 'Open calendar' }).first().click();
    await expect(drawer.getByRole('grid').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer.getByRole('grid')).toHaveCount(0);
    await expect(drawer).toBeVisible();
  });
});

test('a click with Shift chooses all rows from the last one', async ({ page, server }) => {
  const { userName, siteUUID, token } = await registerWithSite(server);
  await callApi(server, 'addDevices', { siteUUID, rows: rowsOf(6) }, token);
  await signInByApi(page, userName);
  await navigateTo(page, '/device/all');
  const box = (number: number) => page.getByRole('checkbox', { name: `Select Corridor ${number}` });
  await box(2).click();
  await box(5).click({ modifiers: ['Shift'] });
  await expect(page.getByText('4 selected')).toBeVisible();
  await expect(box(3)).toBeChecked();
  await expect(box(6)).not.toBeChecked();
  await box(4).click({ modifiers: ['Shift'] });
  await expect(page.getByText('2 selected')).toBeVisible();
  await expect(box(4)).not.toBeChecked();
});

test('on a phone lists are cards, filters open in a sheet, and Back closes what is open', async ({
  page,
  server,
}) => {
  const { userName, siteUUID, token } = await registerWithSite(server);
  await callApi(server, 'addDevices', { siteUUID, rows: rowsOf(3) }, token);
  await signInByApi(page, userName);
  await page.setViewportSize(PHONE);
  await navigateTo(page, '/device/all');
  const card = page.getByRole('row', { name: /Corridor 1/ });

  await test.step('a card shows the state first, then the name, then the other values with their labels', async () => {
    const cells = card.getByRole('cell');
    await expect(cells.nth(1)).toContainText('Pending first connection');
    await expect(cells.nth(2)).toHaveText('Corridor 1');
    await expect(cells.nth(3)).toContainText(/^Kind/);
    const [state, name] = [await cells.nth(1).boundingBox(), await cells.nth(2).boundingBox()];
    expect(state?.y).toBeLessThan(name?.y ?? 0);
  });

  await test.step('filters and order in a sheet, which Back closes with the filters kept', async () => {
    await page.getByRole('button', { name: 'Filters' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByRole('button', { name: 'Sort by' }).click();
    await page.getByRole('menuitemradio', { name: 'Name, descending' }).click();
    await expect(page).toHaveURL(/sort=-name/);
    await page.goBack();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(/\/device\/all\?.*sort=-name/);
    await expect(page.getByRole('row').nth(1)).toContainText('Corridor 3');
  });

  await test.step('Back closes a drawer', async () => {
    await page.getByRole('button', { name: 'Actions for Corridor 1' }).click();
    await page.getByRole('menuitem', { name: 'Quick view' }).click();
    const drawer = page.getByRole('dialog', { name: 'Corridor 1' });
    await expect(drawer).toBeVisible();
    await page.goBack();
    await expect(drawer).toBeHidden();
    await expect(page).toHaveURL(/\/device\/all/);
  });

  await test.step('Back asks before it discards a form, and closes the question first', async () => {
    const before = await entry(page);
    await page.getByRole('button', { name: 'Edit: Corridor 1' }).click();
    const drawer = page.getByRole('dialog', { name: /Corridor 1/ });
    await drawer.getByLabel('Name', { exact: true }).fill('Corridor 9');
    await page.goBack();
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    await expect(question).toBeVisible();
    await page.goBack();
    await expect(question).toBeHidden();
    await expect(drawer).toBeVisible();
    await page.goBack();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(drawer).toBeHidden();
    await expect.poll(() => entry(page)).toBe(before);
    await expect(page).toHaveURL(/\/device\/all/);
  });

  await test.step('after closing by hand, Back leaves the page', async () => {
    await navigateTo(page, '/home/index');
    await navigateTo(page, '/device/all');
    const before = await entry(page);
    await page.getByRole('button', { name: 'Edit: Corridor 1' }).click();
    await expect.poll(() => entry(page)).toBe(before + 1);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => entry(page)).toBe(before);
    await page.goBack();
    await expect(page).toHaveURL(/\/home\/index/);
  });
});
