import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { PUBLIC_PAGES } from './pages.ts';
import { registerWithSite, signInHome } from './people.ts';
import { expect, test } from './test.ts';

/** Each walk goes through many pages, and axe looks at every part of them. */
test.describe.configure({ timeout: 240_000 });

const PROTECTED = [
  '/home/index',
  '/device/all',
  '/device/ap',
  '/device/group',
  '/device/unclaimed',
  '/device/unclaimed?tab=codes',
  '/device/unclaimed?tab=cas',
  '/topnav/org',
  '/topnav/site',
  '/topnav/subaccount',
  '/topnav/role',
  '/usercenter/accountset',
  '/usercenter/accountset?tab=security',
  '/usercenter/accountset?tab=sessions',
  '/usercenter/accountset?tab=apikeys',
  '/usercenter/accountset?tab=company',
];

async function expectClean(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const { violations } = await new AxeBuilder({ page }).analyze();
  const told = violations.map(
    ({ id, nodes }) => `${path}: ${id} at ${nodes.map((node) => node.target).join(', ')}`,
  );
  expect(told).toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('public pages have nothing for axe to complain about', async ({ page }) => {
      for (const path of PUBLIC_PAGES) await expectClean(page, path);
    });

    test('pages of the console have nothing for axe to complain about', async ({ page, house }) => {
      const person = await registerWithSite(house);
      await signInHome(page, person.userName);
      for (const path of PROTECTED) await expectClean(page, path);
    });

    test('drawers, menus and the palette have nothing for axe to complain about', async ({ page, house }) => {
      const person = await registerWithSite(house);
      await signInHome(page, person.userName);
      for (const [path, button] of [
        ['/topnav/org', 'New organization'],
        ['/topnav/site', 'New site'],
        ['/topnav/subaccount', 'Invite'],
        ['/topnav/role', 'New role'],
        ['/device/all', 'Add devices'],
        ['/device/all', 'Import'],
        ['/device/group', 'New group'],
        ['/device/unclaimed', 'New claim code'],
      ] as const) {
        await page.goto(path);
        await page.getByRole('button', { name: button }).first().click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await page.waitForLoadState('networkidle');
        const { violations } = await new AxeBuilder({ page }).include('[role="dialog"]').analyze();
        expect(violations.map(({ id, nodes }) => `${button}: ${id} ${nodes[0]?.html}`)).toEqual([]);
      }
      await page.goto('/home/index');
      await expect(page.getByRole('heading').first()).toBeVisible();
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog')).toBeVisible();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `palette: ${id} ${nodes[0]?.html}`)).toEqual([]);
    });
  });
}
