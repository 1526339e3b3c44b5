import {
  callApi,
  codeIn,
  PASSWORD,
  registerWithSite,
  signIn,
  signInByApi,
  signInHome,
} from './support/people.ts';
import { expect, test } from './support/test.ts';

const NEW_PASSWORD = 'Brighter-Lantern-77';

test('a new person registers an account and sees the first steps', async ({ page, server }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Create one' }).click();
  await page.getByLabel('E-mail or phone').fill('newcomer@example.org');
  await page.getByRole('button', { name: 'Send code' }).click();
  await page
    .getByLabel('Verification code')
    .fill(codeIn((await server.messageTo('newcomer@example.org')).body));
  await page.getByLabel('User name').fill('newcomer');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repeat the password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/home\/index/);
  await expect(page.getByText('Set up your network')).toBeVisible();
});

test('a forgotten password is reset by a code, and the old one is refused', async ({ page, server }) => {
  const person = await registerWithSite(server);
  const { body: before } = await server.messageTo(person.email);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByLabel('E-mail or phone').fill(person.email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByLabel('New password')).toBeVisible();
  await expect.poll(async () => (await server.messageTo(person.email)).body).not.toBe(before);
  await page.getByLabel('Verification code').fill(codeIn((await server.messageTo(person.email)).body));
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.getByLabel('Repeat the password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, person.userName, PASSWORD);
  await expect(page.getByRole('alert')).toBeVisible();
  await signIn(page, person.userName, NEW_PASSWORD);
  await expect(page).toHaveURL(/\/home\/index/);
});

test('a signed-in phone signs in another browser', async ({ browser, page, server }) => {
  const person = await registerWithSite(server);
  await page.goto('/applogin');
  await expect(page.getByRole('img', { name: 'QR code for signing in' })).toBeVisible();
  const shown = await page.waitForResponse((response) => response.url().includes('getAppLoginInfo'));
  const qr = new URL(shown.url()).searchParams.get('qrUUID');
  const phone = await browser.newContext({
    baseURL: server.url,
    locale: 'en-GB',
    viewport: { width: 390, height: 800 },
  });
  const handset = await phone.newPage();
  await signInByApi(handset, person.userName);
  await handset.goto(`/applogin?qr=${qr}`);
  await handset.getByRole('button', { name: 'Allow' }).click();
  await expect(handset.getByText('The other device is signed in.')).toBeVisible();
  await expect(page).toHaveURL(/\/home\/index/);
  await phone.close();
});

test('site picker and palette find one site among many', async ({ page, server }) => {
  const person = await registerWithSite(server);
  const { enterpriseUUID } = await callApi(server, 'createEnterprise', { name: 'Chain' }, person.token);
  for (let index = 1; index <= 60; index += 1) {
    await callApi(
      server,
      'createSite',
      { enterpriseUUID, name: `Shop ${index}`, countryCode: 'ES', timeZone: 'UTC+01:00' },
      person.token,
    );
  }
  await signInHome(page, person.userName);
  await page.getByRole('button', { name: 'Organization or site' }).click();
  await page.getByRole('combobox', { name: 'Organization or site' }).fill('shop 47');
  await expect(page.getByRole('treeitem', { name: 'Shop 47' })).toBeVisible();
  const stored = page.waitForResponse((response) => response.url().endsWith('/user/setCurrentSite'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Organization or site' })).toContainText('Shop 47');
  await stored;
  await expect(page).not.toHaveURL(/at=account/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Organization or site' })).toContainText('Shop 47');
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(/^Search pages, sites, devices/).fill('roles');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/topnav\/role/);
});
