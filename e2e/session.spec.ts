import {
  callApi,
  registerPerson,
  registerWithSite,
  signIn,
  signInBeside,
  signInHome,
  signOut,
} from './people.ts';
import { expect, test } from './test.ts';

/** The browser itself reports every refused request. */
test.use({ expectedErrors: [/status of 401|net::ERR_FAILED|HTTP Authentication failed/] });

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
