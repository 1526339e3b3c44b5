import { PASSWORD, registerWithSite, signInByApi } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('without a session every page redirects to sign-in and back afterwards', async ({ page, server }) => {
  const person = await registerWithSite(server);
  await page.goto('/topnav/site');
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('User name, phone or e-mail').fill(person.userName);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/topnav\/site/);
  await expect(page).toHaveTitle(/^Sites.*Airloom/);
});

test('with a session / and /login redirect to home, sections to their first page, unknown paths to /404', async ({
  page,
  server,
}) => {
  const person = await registerWithSite(server);
  await signInByApi(page, person.userName);
  for (const [from, to] of [
    ['/', '/home/index'],
    ['/login', '/home/index'],
    ['/home', '/home/index'],
    ['/device', '/device/all'],
    ['/topnav', '/topnav/org'],
    ['/usercenter', '/usercenter/accountset'],
    ['/no/such/page', '/404'],
    ['/redirect?to=/topnav/role', '/topnav/role'],
    ['/redirect?to=//evil.example/x', '/home/index'],
  ] as const) {
    await page.goto(from);
    await expect(page, from).toHaveURL((url) => url.pathname === to);
  }
});

test('a list page beyond the end redirects to the last page', async ({ page, server }) => {
  const person = await registerWithSite(server);
  await signInByApi(page, person.userName);
  await page.goto('/topnav/site?page=7');
  await expect(page.getByRole('cell', { name: 'Harbour', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/topnav\/site$/);
});

test('a delayed search does not undo a later navigation', async ({ page, server }) => {
  const person = await registerWithSite(server);
  await signInByApi(page, person.userName);
  await page.goto('/topnav/site');
  await expect(page.getByRole('cell', { name: 'Harbour', exact: true })).toBeVisible();
  await page.getByRole('searchbox').fill('harb');
  // The search timer fires while the browser still handles the click.
  await page
    .getByRole('navigation')
    .getByRole('link', { name: 'Organizations' })
    .evaluate((link: HTMLElement) => {
      link.click();
      const until = performance.now() + 400;
      while (performance.now() < until);
    });
  await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible();
  await expect(page).toHaveURL(/\/topnav\/org$/);
});
