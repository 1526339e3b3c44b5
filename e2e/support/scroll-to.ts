import { expect, type Page } from '@playwright/test';

/** Scrolls on until a region that is loaded near the window is shown; the page grows meanwhile. */
export async function scrollTo(page: Page, name: string): Promise<void> {
  await expect(async () => {
    await page.mouse.wheel(0, 5_000);
    await expect(page.getByRole('region', { name })).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
}
