import { signIn } from './support/people.ts';
import type { TestServer } from './support/server.ts';
import { test as base, expect, serverWith } from './support/test.ts';

/** With the demo data; without a device gateway nothing in it changes. */
const test = base.extend<object, { server: TestServer }>({ server: serverWith({}) });

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

test('a demo visitor sees the pages and can change nothing', async ({ page }) => {
  await page.goto('/demo');
  await expect(page).toHaveURL(/\/home\/index/);
  await expect(page.getByText('You are in the demo')).toBeVisible();
  await page.goto('/topnav/site');
  await expect(page.getByRole('row')).toHaveCount(7);
  await expect(page.getByRole('button', { name: 'New site' })).toHaveCount(0);
});
