import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Nothing for axe to complain about: on what is shown, or on the part of it that is named. */
export async function expectAccessible(page: Page, where: string, part?: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  const builder = new AxeBuilder({ page });
  const { violations } = await (part === undefined ? builder : builder.include(part)).analyze();
  const told = violations.map(
    ({ id, nodes }) => `${where}: ${id} at ${nodes.map((node) => node.html).join(', ')}`,
  );
  expect(told).toEqual([]);
}

export async function expectCleanPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expectAccessible(page, path);
}
