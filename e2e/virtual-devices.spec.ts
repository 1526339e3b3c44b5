import { expectAccessible } from './support/axe.ts';
import { navigateTo } from './support/navigate.ts';
import { callApi, registerWithSite, signInByApi } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** A process starts, and its devices enrol and connect. */
const SLOW = { timeout: 90_000 };
test.describe.configure({ timeout: 240_000 });

test('an empty site gets virtual devices that are online, live and tagged, and loses them again', async ({
  page,
  server,
}) => {
  const person = await registerWithSite(server);
  await signInByApi(page, person.userName);
  await navigateTo(page, '/device/all');
  await expect(page.getByText('No devices yet')).toBeVisible();

  await test.step('they connect while the page watches', async () => {
    await page.getByRole('button', { name: 'Try with virtual devices' }).click();
    const drawer = page.getByRole('main');
    await expect(drawer.getByLabel('Gateways')).toHaveValue('1');
    await expect(drawer.getByLabel('Switches')).toHaveValue('1');
    await expect(drawer.getByLabel('Access points')).toHaveValue('2');
    await expectAccessible(page, 'virtual devices');
    await drawer.getByLabel('Access points').fill('20');
    await expect(drawer.getByRole('alert')).toHaveText('Only 10 more virtual devices fit.');
    await expect(drawer.getByRole('button', { name: 'Start virtual devices' })).toBeDisabled();
    await drawer.getByLabel('Access points').fill('2');
    await drawer.getByRole('button', { name: 'Start virtual devices' }).click();
    await expect(drawer.getByRole('status')).toContainText('4 of 4 online', SLOW);
    await expect(drawer.getByRole('status')).toContainText('The virtual devices are running');
    await drawer.getByRole('button', { name: 'Show the devices' }).click();
  });

  await test.step('the list shows them online and tagged, and filters them', async () => {
    const rows = page.getByRole('table').getByRole('row', { name: /Virtual.*Online|Online.*Virtual/ });
    await expect(rows).toHaveCount(4, SLOW);
    await expect(page.getByText('4 of these devices are virtual.')).toBeVisible();
    await navigateTo(page, '/device/all?virtual=false');
    await expect(page.getByRole('row', { name: /SW-Core/ })).toHaveCount(0);
    await navigateTo(page, '/device/all?virtual=true');
    await expect(page.getByRole('row', { name: /SW-Core/ })).toBeVisible();
  });

  await test.step('their pages, clients and topology are tagged', async () => {
    await page.getByRole('link', { name: 'SW-Core' }).click();
    await expect(page.locator('.device-lead')).toContainText('Virtual');
    await navigateTo(page, '/monitor/onlineUser');
    await expect(page.getByText('Virtual').first()).toBeVisible(SLOW);
    await navigateTo(page, '/monitor/topo?view=list');
    await expect(page.getByRole('row', { name: /SW-Core/ })).toContainText('Virtual');
  });

  await test.step('they are removed with their clients', async () => {
    await navigateTo(page, '/device/all');
    await page.getByRole('button', { name: 'Remove virtual devices' }).click();
    await page
      .getByRole('dialog', { name: 'Remove the virtual devices of Harbour?' })
      .getByRole('button', { name: 'Remove virtual devices' })
      .click();
    await expect(page.getByText('4 virtual devices removed')).toBeVisible();
    await expect(page.getByText('No devices yet')).toBeVisible();
    await expect
      .poll(async () => (await callApi(server, 'listOnlineTerminals', {}, person.token)).total, SLOW)
      .toBe(0);
  });
});

test('a device that never connected is pending, with steps to connect and no commands', async ({
  page,
  server,
}) => {
  const person = await registerWithSite(server);
  const rows = [{ kind: 'ap' as const, mac: '90-3C-B3-0A-0B-0F', name: 'Pier' }];
  await callApi(server, 'addDevices', { siteUUID: person.siteUUID, rows }, person.token);
  await signInByApi(page, person.userName);

  await navigateTo(page, '/device/all');
  await expect(page.getByRole('row', { name: /Pier/ })).toContainText('Pending first connection');
  const filter = page.getByRole('group', { name: 'Status' });
  await expect(filter.getByRole('button', { name: '0 Offline' })).toBeVisible();
  await filter.getByRole('button', { name: '1 Pending first connection' }).click();
  await expect(page.getByRole('row', { name: /Pier/ })).toBeVisible();

  await page.getByRole('link', { name: 'Pier' }).click();
  await expect(page.getByRole('heading', { name: 'This device has not connected yet' })).toBeVisible();
  await expect(page.getByText('The device must report the MAC address 90-3C-B3-0A-0B-0F.')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Radios' })).toHaveCount(0);
  await expectAccessible(page, 'pending device');
  const reboot = page.getByRole('button', { name: 'Reboot' });
  await expect(reboot).toBeDisabled();
  await reboot.hover({ force: true });
  await expect(page.getByRole('tooltip')).toHaveText('The device has never connected.');
  await page.getByRole('link', { name: 'Show how to point the device here' }).click();
  await expect(page.getByRole('region', { name: 'Connection' })).toContainText('Waiting');
});
