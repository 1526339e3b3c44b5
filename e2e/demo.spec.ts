import { signIn } from './support/people.ts';
import { test as base, consoleWith, expect } from './support/test.ts';

/** With the demo data; without a device gateway nothing in it changes. */
const OWN = consoleWith();
// oxlint-disable-next-line no-empty-pattern -- Playwright reads the required fixtures from this pattern
const test = base.extend({ wantedConsole: async ({}, use) => use(OWN) });

test('switching the role changes the visible sites', async ({ page, server }) => {
  await signIn(page, server.administrator.userName, server.administrator.password);
  await page.getByRole('button', { name: 'Account and role' }).click();
  await page.getByRole('menuitemradio', { name: /Airloom Demo/ }).click();
  await expect(page.getByText('You are in the demo')).toBeVisible();
  await page.goto('/topnav/site');
  await expect(page.getByRole('row')).toHaveCount(7);
  await page.getByRole('button', { name: 'Account and role' }).click();
  await page
    .getByRole('menuitemradio')
    .filter({ hasNotText: /Airloom Demo/ })
    .first()
    .click();
  await expect(page.getByText('You are in the demo')).toHaveCount(0);
});

test('its owner enters the demo with all permissions', async ({ page, server }) => {
  await signIn(page, server.administrator.userName, server.administrator.password);
  await expect(page.getByRole('button', { name: 'Account and role' })).toBeVisible();
  await page.goto('/demo');
  await expect(page.getByText('You are in the demo')).toBeVisible();
  await page.goto('/topnav/site');
  await expect(page.getByRole('button', { name: 'New site' })).toBeVisible();
});

test('a demo visitor sees the pages and can change nothing', async ({ page }) => {
  await page.goto('/demo');
  await expect(page).toHaveURL(/\/home\/index/);
  await expect(page.getByText('You are in the demo')).toBeVisible();
  await page.goto('/topnav/site');
  await expect(page.getByRole('row')).toHaveCount(7);
  await expect(page.getByRole('button', { name: 'New site' })).toHaveCount(0);
});
