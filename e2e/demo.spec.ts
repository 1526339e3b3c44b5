import type { House } from './support/house.ts';
import { signIn } from './support/people.ts';
import { test as base, expect, houseWith } from './support/test.ts';

/** As it comes: with the demo, of which nothing moves without a door for devices. */
const test = base.extend<object, { house: House }>({ house: houseWith({}) });

test('switching the role switches what is seen', async ({ page, house }) => {
  await signIn(page, house.administrator.userName, house.administrator.password);
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

test('a visitor looks around in the demo and can change nothing', async ({ page }) => {
  await page.goto('/demo');
  await expect(page).toHaveURL(/\/home\/index/);
  await expect(page.getByText('You are in the demo')).toBeVisible();
  await page.goto('/topnav/site');
  await expect(page.getByRole('row')).toHaveCount(7);
  await expect(page.getByRole('button', { name: 'New site' })).toHaveCount(0);
});
