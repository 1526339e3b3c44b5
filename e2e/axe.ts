import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What may differ between light and dark. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Nothing for axe to complain about, light and dark: on what is shown, or on the part of it that is named. */
export async function expectAccessible(page: Page, where: string, part?: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  const look = () => {
    // A blank page to gather what several frames say takes as long as looking does, and there are no frames.
    const builder = new AxeBuilder({ page }).setLegacyMode();
    return part === undefined ? builder : builder.include(part);
  };
  const light = await look().analyze();
  await turn(page, 'dark');
  const dark = await look().withRules(OF_COLOURS).analyze();
  await turn(page, 'light');
  const told = [...light.violations, ...dark.violations].map(
    ({ id, nodes }) => `${where}: ${id} at ${nodes.map((node) => node.html).join(', ')}`,
  );
  expect(told).toEqual([]);
}

/** Pages follow the system; colours that still change are waited for. */
async function turn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
  await page.evaluate(async () => {
    const changes = document.getAnimations().filter((change) => change instanceof CSSTransition);
    await Promise.allSettled(changes.map(({ finished }) => finished));
  });
}

export async function expectCleanPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expectAccessible(page, path);
}
