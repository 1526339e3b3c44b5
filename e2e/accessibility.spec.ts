import { expectAccessible, expectCleanPage } from './support/axe.ts';
import { navigateTo } from './support/navigate.ts';
import { PUBLIC_PAGES } from './support/pages.ts';
import { callApi, registerWithSite, signInByApi } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** Each test visits many pages, and axe checks every part of them. */
test.describe.configure({ mode: 'parallel', timeout: 240_000 });

const DEVICE_PAGES = [
  '/device/all',
  '/device/ap',
  '/device/group',
  '/device/unclaimed',
  '/device/unclaimed?tab=codes',
  '/device/unclaimed?tab=cas',
  '/device/firmware',
  '/device/firmware?tab=campaigns',
  '/device/firmware?tab=keys',
  '/alarm/logs',
  '/alarm/logs?tab=device',
  '/alarm/logs?tab=upgrade',
  '/alarm/logs?tab=terminal',
];

const ACCOUNT_PAGES = [
  '/home/index',
  '/topnav/org',
  '/topnav/site',
  '/topnav/subaccount',
  '/topnav/role',
  '/usercenter/accountset',
  '/usercenter/accountset?tab=security',
  '/usercenter/accountset?tab=sessions',
  '/usercenter/accountset?tab=apikeys',
  '/usercenter/accountset?tab=company',
];

/** Tabs of a device page, by device kind. */
const DEVICE_TABS = [
  ['ap', 'overview'],
  ['ap', 'radios'],
  ['ap', 'clients'],
  ['ap', 'neighbours'],
  ['ap', 'events'],
  ['ap', 'commands'],
  ['ap', 'configuration'],
  ['gateway', 'ports'],
  ['gateway', 'members'],
] as const;

test('public pages have no axe violations', async ({ page }) => {
  for (const path of PUBLIC_PAGES) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expectAccessible(page, path);
  }
});

for (const [what, paths] of Object.entries({ account: ACCOUNT_PAGES, devices: DEVICE_PAGES })) {
  test(`pages of ${what} have no axe violations`, async ({ page, server }) => {
    const person = await registerWithSite(server);
    await signInByApi(page, person.userName);
    for (const path of paths) await expectCleanPage(page, path);
  });
}

test('pages of one device have no axe violations', async ({ page, server }) => {
  const { userName, token, siteUUID } = await registerWithSite(server);
  const row = { sn: '', name: '', position: '', remark: '' };
  const added = [
    { ...row, kind: 'ap', mac: '90:3c:b3:0d:00:01' },
    { ...row, kind: 'gateway', mac: '90:3c:b3:0d:00:02' },
  ] as const;
  await callApi(server, 'addDevices', { siteUUID, rows: [...added] }, token);
  const { rows } = await callApi(server, 'listDevices', {}, token);
  await signInByApi(page, userName);
  for (const [kind, tab] of DEVICE_TABS) {
    const deviceUUID = rows.find((device) => device.kind === kind)?.deviceUUID ?? '';
    const path = kind === 'ap' ? '/device/capDetail' : '/device/dcmeDetail';
    await expectCleanPage(page, `${path}?deviceUUID=${deviceUUID}&tab=${tab}`);
    await expect(page.getByRole('tab', { selected: true })).toHaveAttribute('data-key', tab);
  }
});

test('drawers, menus and the palette have no axe violations', async ({ page, server }) => {
  const person = await registerWithSite(server);
  await signInByApi(page, person.userName);
  for (const [path, button] of [
    ['/topnav/org', 'New organization'],
    ['/topnav/site', 'New site'],
    ['/topnav/subaccount', 'Invite'],
    ['/topnav/role', 'New role'],
    ['/device/all', 'Add devices'],
    ['/device/all', 'Import'],
    ['/device/group', 'New group'],
    ['/device/unclaimed', 'New claim code'],
    ['/device/firmware', 'Add image'],
    ['/device/firmware?tab=campaigns', 'New campaign'],
    ['/device/firmware?tab=keys', 'Add trusted key'],
  ] as const) {
    await navigateTo(page, path);
    await page.getByRole('button', { name: button }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, button, '[role="dialog"]');
  }
  await navigateTo(page, '/home/index');
  await expect(page.getByRole('heading').first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'palette');
});
