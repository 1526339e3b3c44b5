import { expect, type Locator, type Page } from '@playwright/test';

export const BIG_SCREEN = '/monitor/bigShow';

export function panel(page: Page, name: string): Locator {
  return page.getByRole('heading', { level: 2, name, exact: true });
}

export async function expectSignIn(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('The session has timed out. Please log in again.');
  await dialog.getByRole('button').last().click();
  await expect(page).toHaveURL(/\/login/);
}
