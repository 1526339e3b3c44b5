import { expectAccessible } from './support/axe.ts';
import { navigateTo } from './support/navigate.ts';
import { registerWithSite, signInByApi } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('drawers, menus and the palette have no axe violations', async ({ page, server }) => {
  const person = await registerWithSite(server);
  await signInByApi(page, person.userName);
  for (const [path, button] of [
    ['/topnav/org', 'New organization'],
    ['/topnav/site', 'New site'],
    ['/topnav/subaccount', 'Invite'],
    ['/topnav/role', 'New role'],
    ['/device/group', 'New group'],
    ['/device/firmware', 'Add image'],
    ['/device/firmware?tab=campaigns', 'New campaign'],
    ['/device/firmware?tab=keys', 'Add trusted key'],
  ] as const) {
    await navigateTo(page, path);
    await page.getByRole('button', { name: button }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, button, '[role="dialog"]');
  }
  await navigateTo(page, '/home/index');
  await expect(page.getByRole('heading').first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'palette');
});
