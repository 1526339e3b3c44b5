import {
  callApi,
  inviteMember,
  registerPerson,
  registerWithSite,
  signIn,
  signInByApi,
  signInHome,
  signOut,
} from './support/people.ts';
import { expect, test } from './support/test.ts';

/** The browser logs every refused request as an error. */
test.use({
  expectedErrors: [/status of 401|net::ERR_(FAILED|INTERNET_DISCONNECTED)|HTTP Authentication failed/],
});

const THIRTY_ONE_MINUTES = 31 * 60 * 1000;

test('the session ends after thirty minutes without input', async ({ page, server }) => {
  const person = await registerWithSite(server);
  await page.clock.install();
  await signInHome(page, person.userName);
  await page.clock.fastForward(THIRTY_ONE_MINUTES);
  await expect(page.getByRole('dialog')).toContainText('The session has timed out. Please log in again.');
  await page.getByRole('dialog').getByRole('button').last().click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto('/home/index');
  await expect(page).toHaveURL(/\/login/);
});

test('signing out in one tab signs out the other', async ({ context, page, server }) => {
  const person = await registerWithSite(server);
  await signInHome(page, person.userName);
  const other = await context.newPage();
  await other.goto('/topnav/site');
  await expect(other.getByRole('cell', { name: 'Harbour', exact: true })).toBeVisible();
  await signOut(page);
  await expect(other.getByRole('dialog')).toContainText('Sign in again to continue');
});

test('accepting an invitation on a fresh page opens the live connection', async ({
  context,
  page,
  server,
}) => {
  const [owner, invited] = [await registerWithSite(server), await registerPerson(server)];
  const roles = await callApi(server, 'listRoles', {}, owner.token);
  const roleUUID = roles.find(({ key }) => key === 'ROLE_SITE_OBSERVER')?.roleUUID ?? '';
  const invitation = { targets: [invited.email], roleUUID, reach: { siteUUIDs: [owner.siteUUID] } };
  await callApi(server, 'invite', invitation, owner.token);
  const { body } = await server.messageTo(invited.email, /register\?/);
  await signInByApi(page, invited.userName);
  await page.goto(/\/register\?\S+/.exec(body)?.[0] ?? '');
  await page.getByRole('button', { name: `Accept as ${invited.userName}` }).click();
  await expect(page).toHaveURL(/\/home/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/home/index');
  await signOut(other);
  await expect(page.getByRole('dialog')).toContainText('Sign in again to continue');
});

test('a person removed while signed in sees that their access data was deleted', async ({ page, server }) => {
  const owner = await registerWithSite(server);
  const roles = await callApi(server, 'listRoles', {}, owner.token);
  const roleUUID = roles.find(({ key }) => key === 'ROLE_SITE_OBSERVER')?.roleUUID ?? '';
  const userName = await inviteMember(server, owner, roleUUID);
  await signInHome(page, userName);
  const { rows } = await callApi(server, 'listSubAccounts', { search: userName }, owner.token);
  await callApi(server, 'removeSubAccount', { subAccountUUID: rows[0]?.subAccountUUID ?? '' }, owner.token);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Access data deleted, please login again.');
  await dialog.getByRole('button').last().click();
  await expect(page).toHaveURL(/\/login/);
});

test('signing out on the home page leaves no local storage key without a person', async ({
  page,
  server,
}) => {
  const person = await registerWithSite(server);
  await signInHome(page, person.userName);
  await expect(page.getByRole('region', { name: 'Next steps' })).toBeVisible();
  await signOut(page);
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContainEqual(
    expect.stringContaining('undefined'),
  );
});

test('a network error shows an alert that has to be closed', async ({ page, server }) => {
  const person = await registerWithSite(server);
  await signInByApi(page, person.userName);
  await page.goto('/topnav/org');
  await page.route('**/enterprise/create', (route) => route.abort());
  await page.getByRole('button', { name: 'New organization' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Southwind');
  await page.getByRole('button', { name: 'Create organization' }).click();
  const alert = page.getByRole('dialog', { name: 'Network error' });
  await expect(alert).toContainText('The network request failed. It is recommended to try again later.');
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect(alert).toBeHidden();
});

test('saving while offline shows that alert at once', async ({ page, context, server }) => {
  const person = await registerWithSite(server);
  await signInByApi(page, person.userName);
  await page.goto('/topnav/org?new=1');
  await page.getByRole('dialog').getByLabel('Name').fill('Southwind');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Create organization' }).click();
  const alert = page.getByRole('dialog', { name: 'Network error' });
  await alert.getByRole('button', { name: 'OK' }).click();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Create organization' }).click();
  await expect(page.getByRole('cell', { name: 'Southwind', exact: true })).toBeVisible();
});

test('requests aborted by leaving the page do not end the session', async ({ page, server }) => {
  const person = await registerWithSite(server);
  await signInByApi(page, person.userName);
  const loggedOut: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/user/logout')) loggedOut.push(request.url());
  });
  const brokenOff = Promise.withResolvers<void>();
  await page.route('**/user/initPage', async (route) => {
    await page.evaluate(() => window.dispatchEvent(new Event('beforeunload')));
    await route.abort();
    brokenOff.resolve();
  });
  await page.goto('/topnav/site', { waitUntil: 'commit' });
  await brokenOff.promise;
  await page.unroute('**/user/initPage');
  await page.goto('/topnav/org');
  await expect(page.getByRole('table')).toContainText('Northwind');
  expect(loggedOut).toEqual([]);
});

test('a wrong password shows an error', async ({ page, server }) => {
  const person = await registerWithSite(server);
  await signIn(page, person.userName, 'Wrong-Harbour-43');
  await expect(page.getByRole('alert')).toContainText('Incorrect user name or password');
  await expect(page).toHaveURL(/\/login/);
});
