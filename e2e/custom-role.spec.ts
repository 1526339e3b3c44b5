import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { SLOW } from './support/device-steps.ts';
import { test } from './support/fleet.ts';
import { navigateTo } from './support/navigate.ts';
import { callApi, inviteMember, registerWithSite, signInHome, signOut } from './support/people.ts';
import { expect } from './support/test.ts';

// Calls outside the permissions of a role return 404.
test.use({ expectedErrors: [/status of 404/] });

const GROUPS = ['Overview', 'Devices', 'Alarms', 'Organizations and sites', 'People and roles', 'Account'];

async function createRole(page: Page, name: string, ticks: readonly string[]): Promise<void> {
  await navigateTo(page, '/topnav/role');
  await page.getByRole('button', { name: 'New role' }).click();
  const drawer = page.getByRole('dialog', { name: 'New role' });
  await drawer.getByLabel('Name').fill(name);
  for (const tick of ticks) await drawer.getByRole('checkbox', { name: tick, exact: true }).check();
  await expectAccessible(page, 'the rights of a role');
  await drawer.getByRole('button', { name: 'Create role' }).click();
  await expect(drawer).toBeHidden();
}

for (const { name, ticks, sees } of [
  {
    name: 'Everything',
    ticks: GROUPS.map((group) => `View: ${group}`),
    sees: 'all' as const,
  },
  {
    name: 'Radio',
    ticks: ['Statistics', 'Topology', 'Device management', 'Access points', 'Current and past alarms'].map(
      (right) => `View: ${right}`,
    ),
    sees: 'ap' as const,
  },
]) {
  test(`a custom role sees ${sees === 'all' ? 'all devices' : 'one device class'}`, async ({
    page,
    server,
    startDevices,
  }) => {
    const owner = await registerWithSite(server);
    const { siteUUID, token } = owner;
    const { code } = await callApi(server, 'createClaimCode', { siteUUID, uses: 3 }, token);
    await startDevices({ code, kinds: 'ap=2,switch=1', seed: sees === 'all' ? 71 : 72 });
    await signInHome(page, owner.userName);
    await createRole(page, name, ticks);
    const role = (await callApi(server, 'listRoles', {}, token)).find((one) => one.name === name);
    const online = async () =>
      (await callApi(server, 'listDevices', { status: 'online' }, token)).rows
        .map(({ kind }) => kind)
        .toSorted();
    await expect.poll(online, SLOW).toEqual(['ap', 'ap', 'switch']);
    const devices = (await callApi(server, 'listDevices', {}, token)).rows;
    const core = devices.find(({ kind }) => kind === 'switch')?.deviceUUID ?? '';

    await signOut(page);
    await signInHome(page, await inviteMember(server, owner, role?.roleUUID ?? ''));
    const figures = page.getByRole('list', { name: 'Current network status' });
    const menu = page.getByRole('navigation', { name: 'Main navigation' });
    if (sees === 'all') {
      await expect(figures.getByText('3 / 3')).toBeVisible();
      await expect(page.getByText('Only these device types are included')).toBeHidden();
      await navigateTo(page, '/device/all');
      await expect(page.getByRole('table').getByRole('row')).toHaveCount(4);
      await navigateTo(page, `/device/switchDetail?deviceUUID=${core}`);
      await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible();
    } else {
      await expect(figures.getByText('2 / 2')).toBeVisible();
      await expect(
        page.getByRole('heading', { name: 'No problems with the devices you can see' }),
      ).toBeVisible();
      await expect(page.getByText('Only these device types are included: Access point.')).toBeVisible();
      await expectAccessible(page, 'home of a role with one device class');
      await menu.getByRole('button', { name: 'Devices' }).click();
      await expect(menu.getByRole('link', { name: 'Access points' })).toBeVisible();
      await expect(menu.getByRole('link', { name: 'Switches' })).toHaveCount(0);
      await navigateTo(page, '/device/switch');
      await expect(page.getByText('Access denied')).toBeVisible();
      await navigateTo(page, `/device/switchDetail?deviceUUID=${core}`);
      await expect(
        page.getByText('This does not exist, or your role does not have permission to see it.'),
      ).toBeVisible();
      await navigateTo(page, '/alarm/logs');
      await expect(page.getByRole('tab', { name: 'Operation log' })).toHaveCount(0);
      await expect(page.getByRole('tab').first()).toBeVisible();
    }
  });
}
