import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expectStage } from './support/device-steps.ts';
import { test } from './support/fleet.ts';
import { navigateTo } from './support/navigate.ts';
import { callApi, registerWithSite, signInByApi, signInHome } from './support/people.ts';
import { selectScope } from './support/scope.ts';
import { connectOnce, takeOver } from './support/take-over.ts';
import { expect } from './support/test.ts';

const MAC = '90-3C-B3-0A-0B-0C';
const SHEET = [
  'Kind,MAC,Name,Position',
  'Access point,90:3c:b3:0a:0b:0d,Canteen,Ceiling',
  'Access point,90:3c:b3:0a:0b,Broken,',
  'Switch,903c.b30a.0b0e,Core,Rack 2',
].join('\n');

async function choose(scope: Locator, label: RegExp, option: string): Promise<void> {
  await scope.getByLabel(label).click();
  await scope.page().locator('.ant-select-item-option').filter({ hasText: option }).click();
}

async function select(page: Page, name: string): Promise<void> {
  await page.getByRole('checkbox', { name: `Select ${name}` }).check();
}

test('a device is added, found, moved, grouped, exported and deleted, only in its account', async ({
  page,
  server,
  browser,
}) => {
  const ada = await registerWithSite(server);
  const eve = await registerWithSite(server);
  const { trees } = await callApi(server, 'getEnterprise', {}, ada.token);
  const enterpriseUUID = trees[0]?.enterpriseuuid ?? '';
  const { siteUUID } = await callApi(
    server,
    'createSite',
    { enterpriseUUID, name: 'Depot', countryCode: 'PL', timeZone: 'UTC+01:00' },
    ada.token,
  );
  await callApi(server, 'createGroup', { siteUUID, name: 'Racks' }, ada.token);

  await signInHome(page, ada.userName);
  await selectScope(page, 'Harbour');
  const menu = page.getByRole('navigation', { name: 'Main navigation' });
  await menu.getByRole('button', { name: 'Devices' }).click();
  await menu.getByRole('link', { name: 'All devices' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'All devices' })).toBeVisible();
  await expect(page.getByText('No devices yet')).toBeVisible();

  await test.step('add one', async () => {
    await page.getByRole('button', { name: 'Add device', exact: true }).first().click();
    await page.getByRole('link', { name: /With a manufacturer certificate/ }).click();
    const form = page.getByRole('region', { name: 'Which devices' });
    await form.getByLabel(/^MAC/).fill('90:3c:b3:0a:0b');
    await form.getByRole('button', { name: 'Add device' }).click();
    await expect(form.getByText(/Enter a MAC address/)).toBeVisible();
    await form.getByLabel(/^MAC/).fill(MAC);
    await form.getByLabel(/^Name/).fill('Lobby');
    await form.getByRole('button', { name: 'Add device' }).click();
    await expectStage(page, 'Waiting');
    await navigateTo(page, '/device/all');
    await expect(page.getByRole('row', { name: /Lobby/ })).toContainText(MAC);
  });

  await test.step('import a file with an invalid row', async () => {
    await page.getByRole('button', { name: 'Import' }).click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'devices.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(SHEET),
    });
    const added = page.getByText('2 devices added');
    await expect(added).toBeVisible();
    const refused = page.getByRole('table', { name: 'Rejected rows' });
    await expect(refused.getByRole('row', { name: /Broken/ })).toContainText(/^3.*MAC: Enter a MAC address/);
    await expectStage(page, 'Waiting', 2);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download rejected rows' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text).toContain('3,Access point,,90:3c:b3:0a:0b,Broken,,,"MAC: Enter a MAC address');
    await navigateTo(page, '/device/all');
    await expect(page.getByRole('button', { name: '3 All' })).toBeVisible();
  });

  await test.step('find it by its MAC in the palette', async () => {
    await navigateTo(page, '/home/index');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(/Search pages, sites, devices/).fill('903cb30a0b0c');
    await page.getByRole('option', { name: /Lobby/ }).click();
    await expect(page).toHaveURL(/\/device\/capDetail\?deviceUUID=/);
    await expect(page.getByText(MAC).first()).toBeVisible();
  });

  await test.step('move it to another site', async () => {
    await navigateTo(page, '/device/all');
    await select(page, 'Lobby');
    await page.getByRole('button', { name: 'Move' }).click();
    const drawer = page.getByRole('dialog', { name: /Move 1 device/ });
    await choose(drawer, /^Site/, 'Depot');
    await drawer.getByRole('button', { name: 'Move' }).click();
    await expect(drawer).toBeHidden();
    await expect(page.getByRole('row', { name: /Lobby/ })).toBeHidden();
    await selectScope(page, 'Depot');
    await expect(page.getByRole('row', { name: /Lobby/ })).toBeVisible();
  });

  await test.step('group it', async () => {
    await select(page, 'Lobby');
    await page.getByRole('button', { name: 'Set group' }).click();
    const drawer = page.getByRole('dialog', { name: /Set group of 1 device/ });
    await choose(drawer, /^Group/, 'Racks');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await expect(drawer).toBeHidden();
    await page.getByRole('link', { name: 'Device groups' }).click();
    await expect(page.getByRole('row', { name: /Racks/ })).toContainText('0 / 1 online, 1 pending');
  });

  await test.step('a device that never connected cannot be taken over', async () => {
    await navigateTo(page, '/device/all');
    await page.getByRole('button', { name: 'Actions for Lobby' }).click();
    const takeOverItem = page.getByRole('menuitem', { name: 'Take over configuration' });
    await expect(takeOverItem).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(takeOverItem).toBeHidden();
  });

  await test.step('export it', async () => {
    await navigateTo(page, '/device/all');
    await page.getByRole('button', { name: 'Export' }).click();
    const drawer = page.getByRole('dialog', { name: /Export 1 device/ });
    await drawer.getByRole('radio', { name: 'CSV' }).check();
    await drawer.getByRole('checkbox', { name: 'Group' }).check();
    const download = page.waitForEvent('download');
    await drawer.getByRole('button', { name: 'Download' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text.split('\r\n')[1]).toMatch(/Lobby.*Pending first connection.*90-3C-B3-0A-0B-0C.*Racks/);
  });

  await test.step('another account does not see it and can add the same device', async () => {
    const context = await browser.newContext({ baseURL: server.url, locale: 'en-GB' });
    const other = await context.newPage();
    await signInByApi(other, eve.userName);
    await navigateTo(other, '/device/all');
    await expect(other.getByText('No devices yet')).toBeVisible();
    await other.keyboard.press('Control+k');
    await other.getByPlaceholder(/Search pages, sites, devices/).fill('903cb30a0b0c');
    await expect(other.getByText('No results')).toBeVisible();
    await other.keyboard.press('Escape');
    await navigateTo(other, '/device/add?way=certificate&add=list');
    await other.getByLabel('Devices, one per line').fill(`${MAC}; ; Twin`);
    await other.getByRole('button', { name: 'Add 1 device' }).click();
    await expectStage(other, 'Waiting');
    await navigateTo(other, '/device/all');
    await expect(other.getByRole('row', { name: /Twin/ })).toBeVisible();
    await context.close();
  });

  await test.step('delete it', async () => {
    await navigateTo(page, '/device/ap');
    await page.getByRole('button', { name: 'Actions for Lobby' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete Lobby?' }).getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No devices yet')).toBeVisible();
    const left = await callApi(server, 'listDevices', {}, eve.token);
    expect(left.rows.map(({ name }) => name)).toEqual(['Twin']);
  });
});

test('several devices are taken over with a preview of each, and devices without a preview are listed', async ({
  page,
  server,
  startDevices,
}) => {
  const ada = await registerWithSite(server);
  await connectOnce({ server, startDevices, person: ada }, ['Lobby', 'Stairs']);
  const rack = { kind: 'switch', mac: '90-3C-B3-BB-1D-AA', name: 'Rack' } as const;
  const rows = [{ ...rack, sn: '', position: '', remark: '' }];
  await callApi(server, 'addDevices', { siteUUID: ada.siteUUID, rows }, ada.token);
  await signInHome(page, ada.userName);
  await navigateTo(page, '/device/all');
  for (const name of ['Lobby', 'Stairs', 'Rack']) await select(page, name);
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Take over configuration' }).click();
  const drawer = page.getByRole('dialog', { name: 'Take over the configuration of 3 devices' });
  await expect(drawer.getByRole('alert')).toContainText('Rack: These devices have not reported yet');
  for (const name of ['Lobby', 'Stairs']) {
    await drawer.getByText(name, { exact: true }).click();
    await expect(drawer.getByLabel(`Configuration to be sent to ${name}`)).toContainText(`"name": "${name}"`);
  }
  await expectAccessible(page, 'the take over drawer', '[role="dialog"]');
  await drawer.getByRole('checkbox', { name: /replace the configuration/ }).check();
  await drawer.getByRole('button', { name: 'Take over' }).click();
  await expect(drawer).toBeHidden();
  const listed = await callApi(server, 'listDevices', { sort: 'name' }, ada.token);
  expect(Object.fromEntries(listed.rows.map((row) => [row.name, row.configurationState]))).toEqual({
    Lobby: 'pending',
    Stairs: 'pending',
    Rack: 'unmanaged',
  });
});

test('the management VLAN of a managed device is reviewed and applied', async ({
  page,
  server,
  startDevices,
}) => {
  const ada = await registerWithSite(server);
  await takeOver(server, ada, await connectOnce({ server, startDevices, person: ada }, ['Lobby']));
  await signInHome(page, ada.userName);
  await navigateTo(page, '/device/all');
  // A full load with only the texts of this page.
  await page.reload();
  await select(page, 'Lobby');
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Set VLAN' }).click();
  const drawer = page.getByRole('dialog', { name: 'Management VLAN of 1 access point' });
  await drawer.getByLabel(/^Management VLAN/).fill('20');
  await drawer.getByRole('button', { name: 'Review' }).click();
  const review = page.getByRole('dialog', { name: 'Review the change' });
  await expect(review.getByText('1 device in 1 site will change.')).toBeVisible();
  await expectAccessible(page, 'the review of a VLAN', '[role="dialog"]');
  await review.getByRole('button', { name: 'Apply' }).click();
  await expect(review).toBeHidden();
  await page.getByRole('link', { name: 'Lobby' }).click();
  await page.getByRole('tab', { name: 'Effective settings' }).click();
  await expect(page.getByRole('row', { name: /Management VLAN/ })).toContainText('20');
});

test('a device password is set and removed', async ({ page, server, startDevices }) => {
  const ada = await registerWithSite(server);
  await takeOver(server, ada, await connectOnce({ server, startDevices, person: ada }, ['Lobby']));
  await signInHome(page, ada.userName);
  await navigateTo(page, '/device/all');
  // A full load with only the texts of this page.
  await page.reload();
  const drawer = page.getByRole('dialog', { name: 'Password of 1 device' });
  const field = drawer.getByLabel(/^New password/);
  const facts = page.locator('.device-facts');

  await test.step('set the password', async () => {
    await select(page, 'Lobby');
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Device password' }).click();
    await expect(drawer.getByRole('radio')).toHaveCount(0);
    await field.fill('My-Root-77');
    await drawer.getByRole('button', { name: 'Set password' }).click();
    await expect(drawer.getByRole('alert')).toHaveText('The password must not contain “root”.');
    await field.fill('Zebra-Quay-77');
    await expect(field).toHaveAttribute('type', 'password');
    await drawer.getByRole('img', { name: 'eye-invisible' }).click();
    await expect(field).toHaveAttribute('type', 'text');
    await expectAccessible(page, 'the password drawer', '[role="dialog"]');
    await drawer.getByRole('button', { name: 'Set password' }).click();
    await expect(drawer).toBeHidden();
    await page.getByRole('link', { name: 'Lobby' }).click();
    await expect(facts).toContainText('Device passwordSet');
  });

  await test.step('remove the password', async () => {
    await navigateTo(page, '/device/all');
    await page.getByRole('button', { name: 'Actions for Lobby' }).click();
    await page.getByRole('menuitem', { name: 'Device password' }).click();
    await field.fill('short');
    await drawer.getByRole('radio', { name: 'Stop sending a password' }).check();
    await expect(drawer.getByRole('alert')).toHaveCount(0);
    await expect(drawer.getByText(/keeps its current password/)).toBeVisible();
    await expect(field).toBeHidden();
    await drawer.getByRole('button', { name: 'Stop sending' }).click();
    await expect(drawer).toBeHidden();
    await page.getByRole('link', { name: 'Lobby' }).click();
    await expect(facts).toBeVisible();
    await expect(facts).not.toContainText('Device password');
  });
});

test('filters, columns and sorting are saved as a view', async ({ page, server }) => {
  const ada = await registerWithSite(server);
  const row = { sn: '', position: '', remark: '' };
  await callApi(
    server,
    'addDevices',
    {
      siteUUID: ada.siteUUID,
      rows: [
        { ...row, kind: 'ap', mac: '90:3c:b3:0c:00:01', name: 'One' },
        { ...row, kind: 'switch', mac: '90:3c:b3:0c:00:02', name: 'Two' },
        { ...row, kind: 'ap', mac: '90:3c:b3:0c:00:03', name: 'Three' },
      ],
    },
    ada.token,
  );
  await signInByApi(page, ada.userName);
  await navigateTo(page, '/device/all');
  await expect(page.getByRole('row', { name: /Two/ })).toBeVisible();
  await test.step('a row menu closes with its row', async () => {
    const { rows } = await callApi(server, 'listDevices', { search: 'Three' }, ada.token);
    await page.getByRole('button', { name: 'Actions for Three' }).click();
    const menu = page.getByRole('menu', { name: 'Actions for Three' });
    await expect(menu).toBeVisible();
    await callApi(
      server,
      'deleteDevices',
      { deviceUUIDs: rows.map(({ deviceUUID }) => deviceUUID) },
      ada.token,
    );
    await expect(menu).toBeHidden();
    await expect(page.locator('.grid-scroll')).toBeFocused();
  });
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('button', { name: /^Kind / }).click();
  await page.getByRole('menuitemradio', { name: 'Switch' }).click();
  await expect(page.getByRole('row', { name: /One/ })).toBeHidden();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Remark' }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByLabel('View name').fill('Switches with remarks');
  await page.getByRole('button', { name: 'Save this view' }).click();
  await expect(page.getByText('View “Switches with remarks” saved')).toBeVisible();

  await page.evaluate(() => localStorage.removeItem('columns.allDevices'));
  await navigateTo(page, '/device/all');
  await expect(page.getByRole('row', { name: /One/ })).toBeVisible();
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('button', { name: 'Switches with remarks', exact: true }).click();
  await expect(page.getByRole('row', { name: /One/ })).toBeHidden();
  await expect(page.getByRole('columnheader', { name: 'Remark' })).toBeVisible();
});
