import { expectAccessibleAsIs } from './support/axe.ts';
import { panel } from './support/big-screen-steps.ts';
import { navigateTo } from './support/navigate.ts';
import { callApi, registerWithSite, signInHome } from './support/people.ts';
import { expect, test } from './support/test.ts';
import { countPendingCalls } from './support/wait-until-idle.ts';

const LINKS = '/monitor/screenLinks';

test('a link opens the big screen without a sign-in until it is revoked', async ({
  page,
  server,
  browser,
}) => {
  const { userName, token } = await registerWithSite(server);
  await signInHome(page, userName);
  await navigateTo(page, LINKS);
  await page.getByRole('button', { name: 'Create link' }).click();
  const form = page.getByRole('dialog', { name: 'Create link' });
  await form.getByLabel('Name').fill('Lobby');
  await form.getByLabel('Allowed addresses').fill('10.0.0.300');
  await form.getByLabel('Allowed addresses').press('Enter');
  await form.getByRole('button', { name: 'Create link' }).click();
  await expect(form).toContainText('Enter an IP address or a network');
  const refused = form.getByTitle('10.0.0.300');
  await refused.locator('.ant-select-selection-item-remove').click();
  await expect(refused).toHaveCount(0);
  await form.getByLabel('Allowed addresses').fill('127.0.0.0/8, ::1');
  await form.getByRole('button', { name: 'Create link' }).click();
  const created = page.getByRole('dialog', { name: 'Link created' });
  const address = (await created.locator('code').textContent()) ?? '';
  await created.getByRole('button', { name: 'I have saved it' }).click();
  const row = page.getByRole('row', { name: /Lobby/ });
  await expect(row).toContainText('Active');
  await expectAccessibleAsIs(page, LINKS);

  const elsewhere = await browser.newContext({ locale: 'en-US' });
  countPendingCalls(elsewhere);
  const display = await elsewhere.newPage();
  await display.goto(address);
  await expect(panel(display, 'Site distribution')).toBeVisible();
  expect(new URL(display.url()).hash).toBe('');
  await expect(display.getByRole('link')).toHaveCount(0);
  await expectAccessibleAsIs(display, '/screen');
  await display.reload();
  await expect(panel(display, 'Site distribution')).toBeVisible();
  await expect(row).toContainText('1 display connected', { timeout: 30_000 });

  // The cookie opens nothing else.
  const other = await elsewhere.newPage();
  await other.goto('/home/index');
  await expect(other).toHaveURL(/\/login/);

  await row.getByRole('button', { name: 'Actions for Lobby' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(display.getByRole('heading', { name: 'This screen is closed' })).toBeVisible();
  expect(await callApi(server, 'listScreenLinks', {}, token)).toEqual([]);
  await display.goto(address);
  await expect(display.getByText('The link was revoked or has expired.')).toBeVisible();
  await elsewhere.close();
});
