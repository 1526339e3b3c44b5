import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { SLOW } from './support/device-steps.ts';
import { test } from './support/fleet.ts';
import { navigateTo } from './support/navigate.ts';
import { callApi, inviteMember, registerPerson, registerWithSite, signInHome } from './support/people.ts';
import { selectScope } from './support/scope.ts';
import { scrollTo } from './support/scroll-to.ts';
import { expect } from './support/test.ts';

/** Devices need time to boot and report. */
test.describe.configure({ mode: 'parallel', timeout: 240_000 });

function figures(page: Page): Locator {
  return page.getByRole('list', { name: 'Current network status' });
}

function map(page: Page): Locator {
  return page.getByRole('application', { name: 'Site distribution' });
}

test('a new account is guided to create its first site and puts it on the map', async ({ page, server }) => {
  const { userName } = await registerPerson(server);
  await signInHome(page, userName);
  await expect(page.getByRole('heading', { name: 'Set up your network' })).toBeVisible();
  await page.getByLabel('Company name').fill('Northwind');
  await page.getByLabel('First site').fill('Harbour');
  await page.getByLabel('Country or region').fill('Poland');
  await page.getByTitle('Poland').last().click();
  await page.getByRole('button', { name: 'Create and add a device' }).click();
  await expect(page).toHaveURL(/\/device\/add/);
  const steps = page.getByRole('region', { name: 'Next steps' });
  const drawer = page.getByRole('dialog');

  await navigateTo(page, '/home/index');
  await expect(page.getByRole('heading', { name: 'No devices yet' })).toBeVisible();
  await expect(steps.getByRole('link', { name: 'Add a device' })).toHaveAttribute('href', /\/device\/add$/);
  await expectAccessible(page, 'home without devices');
  await expect(map(page)).toHaveCount(0);
  await page.getByRole('link', { name: '1 site is not on the map' }).click();
  await drawer.getByLabel('Latitude').fill('54.35');
  await drawer.getByLabel('Longitude').fill('18.65');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer).toBeHidden();

  await navigateTo(page, '/home/index');
  await expect(page.getByText('Nothing to do.')).toBeVisible();
});

test('home shows nothing outside the permissions of a role', async ({ page, server }) => {
  const owner = await registerWithSite(server);
  const permissions = ['statistics', 'device_manage', 'ap_device'] as const;
  const role = await callApi(
    server,
    'createRole',
    { name: 'Figures', permissions: [...permissions] },
    owner.token,
  );
  await signInHome(page, await inviteMember(server, owner, role.roleUUID));
  await expect(page.getByText('Your role does not include alarms.')).toBeVisible();
  await expect(figures(page).getByText('Devices online')).toBeVisible();
  await expect(figures(page).getByText('Alarms')).toBeHidden();
  await expect(figures(page).getByRole('link')).toHaveCount(2);
  await expect(figures(page).getByRole('link', { name: /Download now|Upload now/ })).toHaveCount(2);
  await expectAccessible(page, 'home of a narrow role');
  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, 5_000);
  await expect(page.getByRole('region', { name: 'Busiest access points' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Busiest clients' })).toBeHidden();
});

test('home shows the live network state and each figure links to its list', async ({
  page,
  server,
  startDevices,
}) => {
  const { userName, siteUUID, token } = await registerWithSite(server);
  const { code } = await callApi(server, 'createClaimCode', { siteUUID, uses: 3 }, token);
  await callApi(
    server,
    'createAlarmRule',
    { name: 'Too busy', type: 'highCpu', levels: [{ level: 'urgent', threshold: 90 }], holdMinutes: 0 },
    token,
  );
  await signInHome(page, userName);
  await expect(page.getByRole('heading', { name: 'No devices yet' })).toBeVisible();
  const devices = await startDevices({ code, kinds: 'ap=2,switch=1', seed: 61 });

  await test.step('connecting devices appear without a reload', async () => {
    await expect(figures(page).getByRole('link', { name: /Devices online 3 \/ 3/ })).toBeVisible(SLOW);
    await expect(page.getByRole('heading', { name: 'No problems' })).toBeVisible();
    await expect(page.getByRole('row', { name: /Access point 2 0/ })).toBeVisible();
    await expect(page.getByText('No active alarms.')).toBeVisible();
  });

  await test.step('an alarm shows its site and start', async () => {
    devices.command({ do: 'highCpu', percent: 97 });
    devices.command({ do: 'reportNow' });
    await expect(page.getByRole('heading', { name: '1 site has problems' })).toBeVisible(SLOW);
    await expect(
      page.getByRole('list', { name: 'Devices that need attention' }).getByText('High CPU load').first(),
    ).toBeVisible();
    const notices = page.getByRole('region', { name: 'Warning notices' });
    await expect(notices.getByRole('link', { name: 'Urgent 3' })).toHaveAttribute(
      'href',
      /\/alarm\/list\?level=urgent&at=/,
    );
    await expect(notices.getByText('Harbour').first()).toBeVisible();
    await expectAccessible(page, 'home in trouble');
    await notices.getByRole('link', { name: 'High CPU load' }).first().click();
    await expect(page.getByRole('dialog', { name: 'High CPU load' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/home\/index$/);
  });

  await test.step('a cleared alarm disappears', async () => {
    devices.command({ do: 'highCpu' });
    devices.command({ do: 'reportNow' });
    await expect(page.getByRole('heading', { name: 'No problems' })).toBeVisible(SLOW);
  });

  await test.step('figures link to lists of the site', async () => {
    await expect(page.getByText('Showing Harbour of Northwind.')).toBeVisible();
    await figures(page)
      .getByRole('link', { name: /Devices online/ })
      .click();
    await expect(page).toHaveURL(/\/device\/all\?at=/);
    await expect(page.getByText('1–3 of 3')).toBeVisible();
    await page.goBack();
  });

  await test.step('sections below the window load when they come near it', async () => {
    await page.mouse.move(700, 500);
    await expect(page.getByRole('region', { name: 'Traffic, last 24 hours' })).toBeVisible();
    await scrollTo(page, 'Busiest clients');
    await expectAccessible(page, 'the end of home');
  });
});

test('close sites are one cluster until the map is zoomed in', async ({ page, server }) => {
  const { userName, token } = await registerPerson(server);
  const { enterpriseUUID } = await callApi(server, 'createEnterprise', { name: 'Northwind' }, token);
  const places = {
    Gdańsk: [54.35, 18.65],
    Sopot: [54.44, 18.56],
    Warsaw: [52.23, 21.01],
    Auckland: [-36.85, 174.76],
  } as const;
  for (const [name, [latitude, longitude]] of Object.entries(places)) {
    const site = { enterpriseUUID, name, countryCode: 'PL', timeZone: 'UTC+01:00' };
    await callApi(server, 'createSite', { ...site, coordinates: { latitude, longitude } }, token);
  }
  await signInHome(page, userName);
  const cluster = map(page).getByRole('button', { name: /^3 sites: Gdańsk, Sopot,? and Warsaw/ });
  const neighbours = map(page).getByRole('button', { name: /^2 sites: Gdańsk and Sopot/ });
  await expect(map(page).getByRole('button', { name: /^Auckland/ })).toBeVisible();
  await cluster.click();
  await expect(cluster).toBeHidden();
  await expect(map(page).getByRole('button', { name: /^Warsaw/ })).toBeVisible();

  await test.step('sites at the same place are selected from a list', async () => {
    await neighbours.click();
    const list = page.getByRole('dialog', { name: '2 sites at this location' });
    await expectAccessible(page, 'sites at one place', '.map-list');
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await neighbours.click();
    await list.getByRole('button', { name: 'Sopot' }).click();
    await expect(page.getByText('Showing Sopot of Northwind.')).toBeVisible();
    await expect(map(page)).toHaveCount(0);
    await selectScope(page, 'All sites');
  });

  await test.step('the map can be hidden, also after a reload', async () => {
    const toggle = page.getByRole('button', { name: 'Site distribution' });
    await toggle.click();
    await expect(map(page)).toHaveCount(0);
    await page.reload();
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await toggle.click();
    await expect(map(page)).toBeVisible();
  });

  await test.step('by keyboard', async () => {
    await page.getByRole('button', { name: 'Show all sites' }).click();
    await map(page).focus();
    await page.keyboard.press('+');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('0');
    await expect(cluster).toBeVisible();
    await cluster.focus();
    await page.keyboard.press('Enter');
    await expect(neighbours).toBeVisible();
  });
});
