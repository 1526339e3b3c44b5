import { expect, type Locator, type Page } from '@playwright/test';
import { navigateTo } from './navigate.ts';

/** Devices need time to boot, scan, capture and restart. */
export const SLOW = { timeout: 90_000 };

/** Creates a claim code in the wizard and reads it from the page. */
export async function makeCode(page: Page, { into, uses }: { into: string; uses: number }): Promise<string> {
  await navigateTo(page, '/device/add?way=code');
  await page.getByLabel('Assign devices to').click();
  await page.locator('.ant-select-item-option').filter({ hasText: into }).click();
  await page.getByLabel('Maximum number of devices').fill(String(uses));
  await page.getByRole('button', { name: 'Create code' }).click();
  const shown = page.getByRole('region', { name: 'Your claim code' });
  return (await shown.locator('.devices-code code').textContent()) ?? '';
}

/** The stages of a device in the wizard, once it has reached this one. */
export async function expectStage(page: Page, stage: string, count = 1): Promise<void> {
  const panel = page.getByRole('region', { name: 'Connection' });
  await expect(panel.locator('.adding-stages > [aria-current="step"]', { hasText: stage })).toHaveCount(
    count,
    SLOW,
  );
}

export async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Waits for the only unclaimed device and returns its name. */
export async function waitingDevice(page: Page): Promise<string> {
  const waiting = page.getByRole('table', { name: 'Waiting' }).getByRole('row', { name: /Online/ });
  await expect(waiting).toBeVisible(SLOW);
  return (await waiting.getByRole('cell').nth(1).textContent()) ?? '';
}

export async function claim(page: Page, name: string, { into }: { into: string }): Promise<void> {
  await choose(page, name, 'Claim');
  const form = page.getByRole('dialog', { name: 'Claim 1 device' });
  await form.getByLabel('Site').click();
  await page.locator('.ant-select-item-option').filter({ hasText: into }).click();
  await form.getByRole('button', { name: 'Claim', exact: true }).click();
  await expect(page.getByText('No devices waiting')).toBeVisible();
}

/** The drawer of a command, once it shows this result. */
export async function outcomeOf(page: Page, command: string, result = 'Success'): Promise<Locator> {
  const drawer = page.getByRole('dialog', { name: new RegExp(`^${command}`) });
  await expect(drawer.locator('.commands-line .status', { hasText: result })).toBeVisible(SLOW);
  return drawer;
}

export async function closeDrawer(drawer: Locator): Promise<void> {
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(drawer).toBeHidden();
}

/** Opens the tasks in the message centre. */
export async function openTasks(page: Page): Promise<Locator> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Messages:/ })
    .click();
  const centre = page.getByRole('dialog', { name: 'Messages and tasks' });
  await centre.getByRole('tab', { name: 'Tasks' }).click();
  return centre;
}
