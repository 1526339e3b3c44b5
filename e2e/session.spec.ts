import {
  callApi,
  inviteMember,
  registerPerson,
  registerWithSite,
  signIn,
  signInBeside,
  signInHome,
  signOut,
} from './support/people.ts';
import { expect, test } from './support/test.ts';

/** The browser itself reports every refused request. */
test.use({
  expectedErrors: [/status of 401|net::ERR_(FAILED|INTERNET_DISCONNECTED)|HTTP Authentication failed/],
});

const THIRTY_ONE_MINUTES = 31 * 60 * 1000;

test('thirty minutes without doing anything end the session', async ({ page, house }) => {
  const person = await registerWithSite(house);
  await page.clock.install();
  await signInHome(page, person.userName);
  await page.clock.fastForward(THIRTY_ONE_MINUTES);
  await expect(page.getByRole('dialog')).toContainText('The session has timed out. Please log in again.');
  await page.getByRole('dialog').getByRole('button').last().click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto('/home/index');
  await expect(page).toHaveURL(/\/login/);
});

test('signing out in one tab signs out the other', async ({ context, page, house }) => {
  const person = await registerWithSite(house);
  await signInHome(page, person.userName);
  const other = await context.newPage();
  await other.goto('/topnav/site');
  await expect(other.getByRole('cell', { name: 'Harbour', exact: true })).toBeVisible();
  await signOut(page);
  await expect(other.getByRole('dialog')).toContainText('Sign in again to go on');
});

test('whoever accepts an invitation as the first thing on a page has a line to the server from then on', async ({
  context,
  page,
  house,
}) => {
  const [owner, invited] = [await registerWithSite(house), await registerPerson(house)];
  const roles = await callApi(house, 'listRoles', {}, owner.token);
  const roleUUID = roles.find(({ key }) => key === 'ROLE_SITE_OBSERVER')?.roleUUID ?? '';
  const invitation = { targets: [invited.email], roleUUID, reach: { siteUUIDs: [owner.siteUUID] } };
  await callApi(house, 'invite', invitation, owner.token);
  const { body } = await house.messageTo(invited.email, /register\?/);
  await signInBeside(page, invited.userName);
  await page.goto(/\/register\?\S+/.exec(body)?.[0] ?? '');
  await page.getByRole('button', { name: `Accept as ${invited.userName}` }).click();
  await expect(page).toHaveURL(/\/home/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/home/index');
  await signOut(other);
  await expect(page.getByRole('dialog')).toContainText('Sign in again to go on');
});

test('a person removed while signed in reads that their access data was deleted', async ({ page, house }) => {
  const owner = await registerWithSite(house);
  const roles = await callApi(house, 'listRoles', {}, owner.token);
  const roleUUID = roles.find(({ key }) => key === 'ROLE_SITE_OBSERVER')?.roleUUID ?? '';
  const userName = await inviteMember(house, owner, roleUUID);
  await signInHome(page, userName);
  const { rows } = await callApi(house, 'listSubAccounts', { search: userName }, owner.token);
  await callApi(house, 'removeSubAccount', { subAccountUUID: rows[0]?.subAccountUUID ?? '' }, owner.token);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Access data deleted, please login again.');
  await dialog.getByRole('button').last().click();
  await expect(page).toHaveURL(/\/login/);
});

test('signing out at home leaves no key of an unknown person in the browser', async ({ page, house }) => {
  const person = await registerWithSite(house);
  await signInHome(page, person.userName);
  await expect(page.getByRole('region', { name: 'Next steps' })).toBeVisible();
  await signOut(page);
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContainEqual(
    expect.stringContaining('undefined'),
  );
});

test('a network error is an alert that is closed by hand', async ({ page, house }) => {
  const person = await registerWithSite(house);
  await signInBeside(page, person.userName);
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

test('saving while the browser is offline fails with that alert at once', async ({
  page,
  context,
  house,
}) => {
  const person = await registerWithSite(house);
  await signInBeside(page, person.userName);
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

test('what breaks off because the page is left ends no session', async ({ page, house }) => {
  const person = await registerWithSite(house);
  await signInBeside(page, person.userName);
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

test('a wrong password is refused and says so', async ({ page, house }) => {
  const person = await registerWithSite(house);
  await signIn(page, person.userName, 'Wrong-Harbour-43');
  await expect(page.getByRole('alert')).toContainText('wrong');
  await expect(page).toHaveURL(/\/login/);
});
