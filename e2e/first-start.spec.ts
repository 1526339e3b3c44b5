import { PASSWORD } from './support/people.ts';
import { startServer } from './support/server.ts';
import { expect, test } from './support/test.ts';

test('from the first start to an operator who sees only one site', async ({ browser }) => {
  const server = await startServer();
  try {
    const administrator = await browser.newContext({ baseURL: server.url, locale: 'en-GB' });
    const page = await administrator.newPage();
    await page.goto('/');
    await expect(page).toHaveURL(/\/login/);
    await page.getByLabel('User name, phone or e-mail').fill(` ${server.administrator.userName} `);
    await page.getByLabel('Password', { exact: true }).fill(server.administrator.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/home\/index/);
    await expect(page.getByText('Set up your network')).toBeVisible();

    const drawer = page.getByRole('dialog');
    await page.getByLabel('Company name').fill('Northwind');
    await page.getByLabel('First site').fill('Harbour');
    // The country of the browser's language.
    await expect(page.getByText('United Kingdom')).toBeVisible();
    await page.getByRole('button', { name: 'Create and add a device' }).click();
    await expect(page).toHaveURL(/\/device\/add/);

    await page.goto('/topnav/site');
    await expect(page.getByRole('cell', { name: 'Harbour', exact: true })).toBeVisible();
    for (const name of ['Airport']) {
      await page.getByRole('button', { name: 'New site' }).first().click();
      await drawer.getByLabel('Organization').click();
      await page.getByTitle('Northwind').last().click();
      await drawer.getByLabel('Name', { exact: true }).fill(name);
      await drawer.getByLabel('Country or region').fill('Poland');
      await page.getByTitle('Poland').last().click();
      await drawer.getByRole('button', { name: 'Create site' }).click();
      await expect(page.getByRole('cell', { name, exact: true })).toBeVisible();
    }

    await page.goto('/topnav/subaccount');
    await page.getByRole('button', { name: 'Invite' }).first().click();
    await drawer.getByLabel('E-mail addresses or phone numbers').fill('ola@example.org');
    await drawer.getByLabel('E-mail addresses or phone numbers').press('Enter');
    await drawer.getByLabel('Role').click();
    await page.getByTitle('Site operator').last().click();
    await drawer.getByRole('treeitem', { name: 'Harbour' }).click();
    await drawer.getByRole('button', { name: 'Send invitation' }).click();
    await expect(page.getByText('Invitation sent')).toBeVisible();

    const invitation = await server.messageTo('ola@example.org');
    expect(invitation.body).toContain('Northwind');
    const link = /http\S+invitation=\S+/.exec(invitation.body)?.[0] ?? '';
    const operator = await browser.newContext({ baseURL: server.url, locale: 'en-GB' });
    const guest = await operator.newPage();
    await guest.goto(link);
    await guest.getByLabel('User name').fill('ola');
    await guest.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await guest.getByLabel('Repeat the password').fill(PASSWORD);
    await guest.getByRole('button', { name: 'Create login and join' }).click();
    await expect(guest).toHaveURL(/\/home\/index/);
    await expect(guest.getByText('Harbour').first()).toBeVisible();
    await expect(guest.getByText('Airport')).toHaveCount(0);
    await guest.goto('/topnav/site');
    await expect(guest.getByRole('cell', { name: 'Harbour', exact: true })).toBeVisible();
    await expect(guest.getByRole('cell', { name: 'Airport', exact: true })).toHaveCount(0);
    await expect(guest.getByRole('button', { name: 'New site' })).toHaveCount(0);
    await guest.goto('/topnav/subaccount');
    await expect(guest.getByText('Administrators and invitations')).toBeVisible();

    // The administrator sees the reply without reloading.
    await expect(page.getByRole('cell', { name: 'Accepted' })).toBeVisible();
    await page.getByRole('tab', { name: 'People' }).click();
    await expect(page.getByRole('cell', { name: 'ola@example.org' })).toBeVisible();
  } finally {
    await server.stop();
  }
});
