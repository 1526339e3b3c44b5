import { expect, type Locator, type Page } from '@playwright/test';
import { walkTo } from './walk-to.ts';

/** Devices boot, scan, record and restart for a while. */
export const SLOW = { timeout: 90_000 };

/** Makes a claim code as a person does, and reads it from the screen. */
export async function makeCode(page: Page, { into, uses }: { into: string; uses: number }): Promise<string> {
  await walkTo(page, '/device/unclaimed?tab=codes');
  await page.getByRole('button', { name: 'New claim code' }).first().click();
  const form = page.getByRole('dialog', { name: 'New claim code' });
  await form.getByLabel('Devices come into').click();
  await page.locator('.ant-select-item-option').filter({ hasText: into }).click();
  await form.getByLabel('How many devices may use it').fill(String(uses));
  await form.getByRole('button', { name: 'Create the code' }).click();
  const shown = page.getByRole('dialog', { name: 'Your claim code' });
  const code = await shown.locator('.devices-code code').textContent();
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  return code ?? '';
}

/** The drawer that follows an order, once it says how it went. */
export async function outcomeOf(page: Page, order: string, result = 'Success'): Promise<Locator> {
  const drawer = page.getByRole('dialog', { name: new RegExp(`^${order}`) });
  await expect(drawer.locator('.commands-line .status', { hasText: result })).toBeVisible(SLOW);
  return drawer;
}

export async function closeDrawer(drawer: Locator): Promise<void> {
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(drawer).toBeHidden();
}

/** What runs or ended lately, in the message centre. */
export async function openTasks(page: Page): Promise<Locator> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Messages:/ })
    .click();
  const centre = page.getByRole('dialog', { name: 'Messages and tasks' });
  await centre.getByRole('tab', { name: 'Tasks' }).click();
  return centre;
}
