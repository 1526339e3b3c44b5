import { expectAccessible } from './support/axe.ts';
import { registerWithSite, signInByApi, signInHome } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('sections open one at a time, and favorites and recent pages are kept', async ({ page, server }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const person = await registerWithSite(server);
  await signInHome(page, person.userName);
  const menu = page.getByRole('navigation', { name: 'Main navigation' });
  const link = (name: string) => menu.getByRole('link', { name, exact: true });

  await test.step('the whole menu fits a small screen with a section open', async () => {
    await menu.getByRole('button', { name: 'Devices', exact: true }).click();
    await expect(link('Firmware')).toBeVisible();
    expect(await menu.evaluate((nav) => nav.scrollHeight - nav.clientHeight)).toBe(0);
    await expectAccessible(page, 'menu with an open section');
  });

  await test.step('opening another section closes the first; opening a page keeps its section open', async () => {
    await menu.getByRole('button', { name: 'Administration', exact: true }).click();
    await expect(link('Firmware')).toHaveCount(0);
    await link('Sites').click();
    await expect(page).toHaveURL(/\/topnav\/site$/);
    await expect(link('Sites')).toHaveAttribute('aria-current', 'page');
  });

  await test.step('a favorite is listed above the sections, also after a reload', async () => {
    await link('Roles').hover();
    await menu.getByRole('button', { name: 'Add Roles to favorites' }).click();
    await page.reload();
    await expect(menu.getByRole('region', { name: 'Favorites' }).getByRole('link')).toHaveText(['Roles']);
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await page.keyboard.press('o');
    await expect(page).toHaveURL(/\/home\/index$/);
  });

  await test.step('the palette lists favorites and recent pages first', async () => {
    await page.keyboard.press('Control+k');
    const own = page.getByRole('group', { name: 'Favorites and recent' });
    await expect(own.getByRole('option')).toHaveText([/^Roles/, /^Sites/]);
    await page.getByRole('combobox').fill('administration sit');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/topnav\/site$/);
  });

  await test.step('in the collapsed sidebar a section opens beside its icon', async () => {
    await page.getByRole('button', { name: 'Collapse the sidebar' }).click();
    await menu.getByRole('button', { name: 'Devices', exact: true }).click();
    const flyout = page.getByRole('dialog', { name: 'Devices' });
    await expectAccessible(page, 'menu as icons');
    await flyout.getByRole('link', { name: 'Device groups' }).click();
    await expect(page).toHaveURL(/\/device\/group$/);
    await expect(flyout).toBeHidden();
  });
});

test('Ctrl+K opens the palette as soon as the header is in the document', async ({ page, server }) => {
  const person = await registerWithSite(server);
  await signInByApi(page, person.userName);
  // Presses the keys in the task that adds the header, before the browser runs any other task.
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('header')) return;
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.goto('/home/index');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible();
});
