import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { navigateTo } from './support/navigate.ts';
import { callApi, registerWithSite, signInByApi, signInHome } from './support/people.ts';
import { scopeControl, selectScope } from './support/scope.ts';
import type { TestServer } from './support/server.ts';
import { expect, test } from './support/test.ts';

/** Two organizations; Harbour and Hill with a device each, Mill without any. */
async function furnish(server: TestServer) {
  const person = await registerWithSite(server);
  const { token } = person;
  const place = { countryCode: 'PL', timeZone: 'Europe/Warsaw' } as const;
  const [north] = (await callApi(server, 'listEnterprises', {}, token)).rows;
  const northwind = north?.enterpriseUUID ?? '';
  const { enterpriseUUID: southwind } = await callApi(
    server,
    'createEnterprise',
    { name: 'Southwind' },
    token,
  );
  const make = async (enterpriseUUID: string, name: string) =>
    (await callApi(server, 'createSite', { ...place, enterpriseUUID, name }, token)).siteUUID;
  const sites = {
    Harbour: person.siteUUID,
    Hill: await make(northwind, 'Hill'),
    Mill: await make(southwind, 'Mill'),
  };
  const device = { kind: 'ap', sn: '', position: '', remark: '' } as const;
  await callApi(
    server,
    'addDevices',
    { siteUUID: sites.Harbour, rows: [{ ...device, mac: '90:3c:b3:0e:0a:01', name: 'Harbour AP' }] },
    token,
  );
  await callApi(
    server,
    'addDevices',
    { siteUUID: sites.Hill, rows: [{ ...device, mac: '90:3c:b3:0e:0a:02', name: 'Hill AP' }] },
    token,
  );
  return { person, sites, southwind };
}

function rows(page: Page, name: string) {
  return page.getByRole('main').getByRole('row', { name: new RegExp(name) });
}

test('one scope applies to all pages, is in the address and follows the person', async ({
  page,
  server,
  browser,
}) => {
  const { person, sites, southwind } = await furnish(server);
  await signInHome(page, person.userName);

  await test.step('everything is selected at first', async () => {
    await expect(scopeControl(page)).toContainText('All sites');
    await expect(page).toHaveURL(/\/home\/index\?at=account$/);
    await navigateTo(page, '/device/all');
    await expect(rows(page, 'Harbour AP')).toBeVisible();
    await expect(rows(page, 'Hill AP')).toBeVisible();
  });

  await test.step('a site is found by keyboard and shown on the open page', async () => {
    await scopeControl(page).click();
    await expectAccessible(page, 'scope control', '.picker-panel');
    await page.getByRole('combobox', { name: 'Organization or site' }).fill('harb');
    await page.keyboard.press('Enter');
    await expect(scopeControl(page)).toContainText('Harbour');
    await expect(page).toHaveURL(new RegExp(`/device/all\\?at=${sites.Harbour}$`));
    await expect(rows(page, 'Harbour AP')).toBeVisible();
    await expect(rows(page, 'Hill AP')).toHaveCount(0);
  });

  await test.step('other pages show the same site', async () => {
    await navigateTo(page, '/topnav/site');
    await expect(rows(page, 'Harbour')).toBeVisible();
    await expect(rows(page, 'Hill|Mill')).toHaveCount(0);
    await navigateTo(page, '/topnav/org');
    await expect(rows(page, 'Northwind')).toBeVisible();
    await expect(rows(page, 'Southwind')).toHaveCount(0);
    for (const path of [
      '/alarm/list',
      '/monitor/onlineUser',
      '/statistics/device',
      '/device/firmware',
      '/alarm/logs',
    ]) {
      const read = page.waitForRequest((request) => request.url().includes(`siteUUID=${sites.Harbour}`));
      await navigateTo(page, path);
      await read;
      await expect(page).toHaveURL(new RegExp(`at=${sites.Harbour}`));
    }
  });

  await test.step('a page of the whole account says why nothing can be selected', async () => {
    await navigateTo(page, '/topnav/role');
    await expect(scopeControl(page)).toHaveAttribute('aria-disabled', 'true');
    await expect(scopeControl(page)).toHaveAccessibleDescription('This page covers the whole account.');
    await expect(page).toHaveURL(/\/topnav\/role$/);
  });

  await test.step('a device of another site selects that site', async () => {
    const { rows: devices } = await callApi(server, 'listDevices', { search: 'Hill AP' }, person.token);
    await navigateTo(page, `/device/capDetail?deviceUUID=${devices[0]?.deviceUUID}`);
    await expect(scopeControl(page)).toContainText('Hill');
    await navigateTo(page, '/device/all');
    await expect(rows(page, 'Hill AP')).toBeVisible();
    await expect(rows(page, 'Harbour AP')).toHaveCount(0);
  });

  await test.step('a link with a scope selects it, and earlier ones are offered', async () => {
    await navigateTo(page, `/topnav/site?at=${southwind}`);
    await expect(scopeControl(page)).toContainText('Southwind');
    await expect(rows(page, 'Mill')).toBeVisible();
    await expect(rows(page, 'Harbour')).toHaveCount(0);
    await scopeControl(page).click();
    const tree = page.getByRole('tree', { name: 'Organization or site' });
    await expect(tree.getByRole('treeitem').nth(1)).toContainText('Hill');
    await page.keyboard.press('Escape');
  });

  await test.step('another browser opens with the same scope', async () => {
    const stored = page.waitForResponse((response) => response.url().includes('/user/setCurrentSite'));
    await selectScope(page, 'Mill');
    await stored;
    const context = await browser.newContext();
    const other = await context.newPage();
    await signInByApi(other, person.userName);
    await other.goto('/device/all');
    await expect(scopeControl(other)).toContainText('Mill');
    await expect(other).toHaveURL(new RegExp(`at=${sites.Mill}`));
    await context.close();
  });
});

test('with one site its name is shown instead of a control', async ({ page, server }) => {
  const person = await registerWithSite(server);
  await signInHome(page, person.userName);
  await expect(page.getByRole('banner').getByText('Harbour')).toBeVisible();
  await expect(scopeControl(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/home\/index$/);
});

test('sites are listed worst first with the reason, and sorted by figures', async ({ page, server }) => {
  const { person } = await furnish(server);
  await signInByApi(page, person.userName);
  await page.goto('/topnav/site');
  const names = page
    .getByRole('main')
    .getByRole('row')
    .getByRole('button', { name: /^(Harbour|Hill|Mill)$/ });
  await expect(names).toHaveText(['Harbour', 'Hill', 'Mill']);
  await expect(rows(page, 'Mill')).toContainText('No devices');
  const byName = page.getByRole('columnheader', { name: 'Name' });
  await byName.getByRole('button').click();
  await expect(byName).toHaveAttribute('aria-sort', 'ascending');
  await byName.getByRole('button').click();
  await expect(names).toHaveText(['Mill', 'Hill', 'Harbour']);
  await page.getByRole('searchbox').fill('ill');
  await expect(names).toHaveText(['Mill', 'Hill']);
  await expectAccessible(page, 'health of sites');
  await navigateTo(page, '/topnav/org');
  await expect(rows(page, 'Northwind')).toContainText('2');
  await expectAccessible(page, 'health of organizations');
});
