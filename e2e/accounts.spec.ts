import { callTable } from '@airloom/contract/all-calls';
import { API_BASE, CLIENT_HEADER } from '@airloom/contract/call';
import { ERRORS } from '@airloom/contract/errors';
import { callApi, PASSWORD, registerWithSite, signInByApi, signInHome } from './support/people.ts';
import { selectScope } from './support/scope.ts';
import { expect, test } from './support/test.ts';

test('the profile validates nickname and alias separately', async ({ page, server }) => {
  const person = await registerWithSite(server);
  await signInByApi(page, person.userName);
  await page.goto('/usercenter/accountset');
  await page.getByLabel('Nickname').fill('Łucja Kowalska');
  await page.getByLabel('Alias').fill('12345');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Use letters, digits and underscores, not only digits.')).toBeVisible();
  await page.getByLabel('Alias').fill('lucja_k');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved').last()).toBeVisible();
  await page.goto('/topnav/subaccount');
  await expect(page.getByRole('cell', { name: 'Łucja Kowalska' })).toBeVisible();
  await page.getByRole('button', { name: person.userName, exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('lucja_k');
});

test('a role shows its alias and its main account', async ({ page, server }) => {
  const person = await registerWithSite(server);
  await signInByApi(page, person.userName);
  await page.goto('/topnav/role?new=1');
  const form = page.getByRole('dialog', { name: 'New role' });
  await form.getByLabel('Name').fill('Night shift');
  await form.getByLabel('Alias').fill('night_1');
  await form.getByRole('checkbox').first().check();
  await form.getByRole('button', { name: 'Create role' }).click();
  const row = page.getByRole('row', { name: /Night shift/ });
  await expect(row).toContainText('night_1');
  await expect(row).toContainText(person.userName);
  await row.getByRole('button', { name: 'Night shift', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText(`Main account${person.userName}`);
});

test('an unchanged e-mail address is saved without a code', async ({ page, server }) => {
  const person = await registerWithSite(server);
  await signInByApi(page, person.userName);
  await page.goto('/usercenter/accountset?tab=security');
  await page.getByRole('button', { name: 'Change' }).last().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('New e-mail address').fill('someone-else@example.org');
  await expect(drawer.getByLabel('Code')).toBeVisible();
  await drawer.getByLabel('New e-mail address').fill(person.email.toUpperCase());
  await expect(drawer.getByLabel('Code')).toBeHidden();
  await drawer.getByLabel('Your password').fill(PASSWORD);
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer).toBeHidden();
});

test('the site form shows the valid range of coordinates', async ({ page, server }) => {
  const person = await registerWithSite(server);
  await signInByApi(page, person.userName);
  await page.goto('/topnav/site?new=1');
  const form = page.getByRole('dialog');
  await form.getByLabel('Latitude').fill('91');
  await form.getByLabel('Longitude').fill('18');
  await form.getByRole('button', { name: 'Create site' }).click();
  await expect(form.getByText('Enter a number from -90 to 90.')).toBeVisible();
});

test('the site form starts in the time zone of the browser and finds others by city and offset', async ({
  page,
  server,
}) => {
  const person = await registerWithSite(server);
  await signInByApi(page, person.userName);
  await page.goto('/topnav/site');
  const form = page.getByRole('dialog');
  async function expectZone(site: string, zone: string | RegExp): Promise<void> {
    await page.getByRole('button', { name: `Actions for ${site}` }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await expect(form.getByText(zone)).toBeVisible();
    await form.getByRole('button', { name: 'Close' }).click();
  }
  await expectZone('Harbour', 'UTC+01:00, no daylight saving time');
  await page.getByRole('button', { name: 'New site' }).first().click();
  await expect(form.getByText(/^Warsaw \(UTC\+0[12]:00\)$/)).toBeVisible();
  const option = (name: string | RegExp) => page.locator('.ant-select-item-option').filter({ hasText: name });
  const zone = form.getByLabel('Time zone');
  await zone.fill('UTC+5:45');
  await expect(page.locator('.ant-select-item-group')).toHaveText(/^UTC\+05:45 · /);
  await option('Kathmandu').click();
  await expect(form.getByText('Kathmandu (UTC+05:45)').last()).toBeVisible();
  await zone.fill('sao paulo');
  // Browsers differ in the accents.
  await option(/^S[aã]o Paulo$/).click();
  await form.getByLabel('Organization').click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
  await form.getByLabel('Name', { exact: true }).fill('Paulista');
  await form.getByLabel('Country or region').fill('Brazil');
  await page.getByTitle('Brazil').last().click();
  await form.getByRole('button', { name: 'Create site' }).click();
  await expectZone('Paulista', /S[aã]o Paulo \(UTC−03:00\)/);
});

test('the alarm rule form rejects overlapping holidays', async ({ page, server }) => {
  const person = await registerWithSite(server);
  await signInByApi(page, person.userName);
  await page.goto('/alarm/alarmSetting');
  await page.getByRole('button', { name: 'New rule' }).click();
  const form = page.getByRole('dialog', { name: 'New rule' });
  await form.getByLabel('Type').click();
  await page.locator('.ant-select-item-option').filter({ hasText: 'High CPU load' }).click();
  const holidays = form.getByRole('group', { name: 'Holidays' });
  for (const [from, to] of [
    ['2026-12-24', '2026-12-26'],
    ['2026-12-26', '2026-12-27'],
  ] as const) {
    await form.getByRole('button', { name: 'Add holiday' }).click();
    await holidays.getByLabel('From').last().fill(from);
    await holidays.getByLabel('Until').last().fill(to);
  }
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Two holidays overlap. List each day once.')).toBeVisible();
});

test('the server refuses to delete the selected organization', async ({ page, server }) => {
  const person = await registerWithSite(server);
  await signInHome(page, person.userName);
  const { enterpriseUUID } = await callApi(server, 'createEnterprise', { name: 'Southwind' }, person.token);
  const shown = page.waitForResponse((response) => response.url().includes(callTable.setCurrentSite.path));
  await selectScope(page, 'Southwind');
  await shown;
  const answer = await page.request.delete(`${API_BASE}${callTable.deleteEnterprise.path}`, {
    headers: { [CLIENT_HEADER]: 'e2e' },
    data: { enterpriseUUID },
  });
  expect(await answer.json()).toMatchObject({ code: ERRORS.organizationInView.code });
});
