import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { closeDrawer, SLOW } from './support/device-steps.ts';
import { test } from './support/fleet.ts';
import { inTestedLanguages } from './support/languages.ts';
import { navigateTo, setLanguage } from './support/navigate.ts';
import { callApi, type Registered, registerWithSite, signInByApi, signInHome } from './support/people.ts';
import { scopeControl, selectScope } from './support/scope.ts';
import type { TestServer } from './support/server.ts';
import { expect } from './support/test.ts';

/** Devices need time to boot and report. */
test.describe.configure({ mode: 'parallel', timeout: 240_000 });

const TITLES = { en: 'Topology', zh: '网络拓扑', pl: 'Topologia', es: 'Topología' } as const;
const SIZES = [
  { width: 1366, height: 768 },
  { width: 360, height: 740 },
] as const;
const DRAWER = '[role="dialog"]';

/** A chain of uplinks: each device is the child of the one before. */
const NAMES = ['Gate', 'Core', 'Hall', 'Cellar'] as const;

function newMac(): string {
  return `02-${(randomBytes(5).toString('hex').match(/../g) ?? []).join('-')}`.toUpperCase();
}

type Person = Registered & { readonly siteUUID: string };

/** Devices without reports: some with manual links, one without. */
async function furnish(server: TestServer, { siteUUID, token }: Person): Promise<Map<string, string>> {
  const kinds = ['gateway', 'switch', 'ap', 'ap'] as const;
  await callApi(
    server,
    'addDevices',
    {
      siteUUID,
      rows: [...NAMES, 'Loose'].map((name, at) => ({ kind: kinds[at] ?? 'ap', name, mac: newMac() })),
    },
    token,
  );
  const { rows } = await callApi(server, 'listDevices', {}, token);
  const ids = new Map(rows.map(({ name, deviceUUID }) => [name, deviceUUID]));
  for (const [at, name] of NAMES.entries()) {
    const upper = NAMES[at - 1];
    if (upper === undefined) continue;
    const ends = { upperUUID: ids.get(upper) ?? '', lowerUUID: ids.get(name) ?? '' };
    await callApi(server, 'createLink', { siteUUID, ...ends, upperPort: `port${at}` }, token);
  }
  return ids;
}

function picture(page: Page): Locator {
  return page.getByRole('application');
}

function row(page: Page, name: string): Locator {
  return page.getByRole('treegrid').getByRole('row', { name: new RegExp(name) });
}

async function choose(page: Page, field: Locator, name: string): Promise<void> {
  await field.click();
  await page.keyboard.type(name);
  await page.locator('.ant-select-item-option:visible').filter({ hasText: name }).first().click();
}

/** Expects that the found device is in the middle of the view. */
async function middle(page: Page): Promise<{ x: number; y: number }> {
  const box = await picture(page).boundingBox();
  if (box === null) throw new Error('There is no picture');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function clickMiddle(page: Page): Promise<void> {
  await expect(picture(page)).toBeVisible();
  const { x, y } = await middle(page);
  await page.mouse.click(x, y);
}

test('reported links build the topology, and an offline device is shown at once', async ({
  page,
  server,
  startDevices,
}) => {
  const person = await registerWithSite(server);
  await signInByApi(page, person.userName);
  await navigateTo(page, '/monitor/topo');
  await expect(page.getByText('No devices at this site')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: 'Add device' })).toBeVisible();

  const { siteUUID, token } = person;
  const { code } = await callApi(server, 'createClaimCode', { siteUUID, uses: 20 }, token);
  const devices = await startDevices({ code, kinds: 'gateway=1,switch=2,ap=3', seed: 31 });

  await test.step('the tree updates by itself', async () => {
    await navigateTo(page, '/monitor/topo?view=list');
    await expect(row(page, 'GW-1')).toHaveAttribute('aria-level', '1', SLOW);
    await expect(row(page, 'SW-Core')).toHaveAttribute('aria-level', '2', SLOW);
    await expect(row(page, 'SW-Access-1')).toHaveAttribute('aria-level', '3', SLOW);
    await expect(page.getByRole('treegrid').getByRole('row', { level: 4 })).toHaveCount(3, SLOW);
    await expect(row(page, 'SW-Access-1')).toContainText('10 Gb/s', SLOW);
    await expectAccessible(page, 'list');
  });

  await test.step('a device is found and its uplink path is highlighted', async () => {
    await page.getByRole('tab', { name: 'Diagram' }).click();
    await choose(page, page.getByRole('combobox', { name: 'Find a device' }), 'SW-Access-1');
    await expect(page).toHaveURL(/[?&]find=/);
    await clickMiddle(page);
    const drawer = page.getByRole('dialog', { name: 'SW-Access-1' });
    await expect(drawer.getByText('Online')).toBeVisible();
    await expect(drawer.getByText('Uplink path', { exact: true })).toBeVisible();
    await expect(drawer.getByRole('button', { name: 'GW-1' })).toBeVisible();
    const uplink = drawer.getByRole('table').getByRole('row', { name: /SW-Core/ });
    await expect(uplink).toContainText('10 Gb/s');
    await expect(uplink).toContainText('Up');
    await expectAccessible(page, 'a device', DRAWER);
  });

  await test.step('it goes offline, and drawer and list show it', async () => {
    const { rows } = await callApi(server, 'listDevices', {}, token);
    const gone = rows.find(({ name }) => name === 'SW-Access-1');
    const serial = gone?.mac.replaceAll('-', '').toLowerCase();
    devices.command({ do: 'stop', serial });
    const drawer = page.getByRole('dialog', { name: 'SW-Access-1' });
    await expect(drawer.getByText('Offline')).toBeVisible(SLOW);
    await closeDrawer(drawer);
    await page.getByRole('tab', { name: 'List' }).click();
    await expect(row(page, 'SW-Access-1')).toContainText('Offline');
  });

  await test.step('its page and the topology link to each other', async () => {
    await row(page, 'SW-Access-1').click();
    const drawer = page.getByRole('dialog', { name: 'SW-Access-1' });
    await drawer.getByRole('button', { name: 'Open device' }).click();
    await page.getByRole('link', { name: 'Show in the topology' }).click();
    await expect(page).toHaveURL(/\/monitor\/topo\?at=.*&find=/);
    await clickMiddle(page);
    await expect(drawer.getByText('Uplink path', { exact: true })).toBeVisible();
  });
});

test('manual links are validated, devices are moved, and both can be undone', async ({ page, server }) => {
  const person = await registerWithSite(server);
  const ids = await furnish(server, person);
  await signInByApi(page, person.userName);
  await navigateTo(page, `/monitor/topo?find=${ids.get('Core') ?? ''}`);
  await expect(picture(page)).toBeVisible();

  await test.step('an invalid link shows the violated rule', async () => {
    await page.getByRole('button', { name: 'Add link' }).click();
    await expect(page.getByText('Select the downstream device.')).toBeVisible();
    await page.getByRole('button', { name: 'Select from a list' }).click();
    const form = page.getByRole('dialog', { name: 'Add link' });
    await form.getByRole('button', { name: 'Add' }).click();
    await expect(form.getByText('Choose the device to link.')).toHaveCount(2);
    await choose(page, form.getByRole('combobox', { name: 'Downstream device' }), 'Hall');
    await choose(page, form.getByRole('combobox', { name: 'Uplink device' }), 'Gate');
    await expect(
      form.getByText('Core is already the uplink device of Hall. A device has only one uplink device.'),
    ).toBeVisible();
    await choose(page, form.getByRole('combobox', { name: 'Uplink device' }), 'Core');
    await expect(form.getByText('Core and Hall are already linked.')).toBeVisible();
    await choose(page, form.getByRole('combobox', { name: 'Uplink device' }), 'Cellar');
    await expect(form.getByText(/Cellar and Hall are already linked/)).toBeVisible();
    await expectAccessible(page, 'draw a link', DRAWER);
    await choose(page, form.getByRole('combobox', { name: 'Downstream device' }), 'Loose');
    await choose(page, form.getByRole('combobox', { name: 'Uplink device' }), 'Core');
    await form.getByLabel('Port of the uplink device').fill('port24');
    await form.getByRole('button', { name: 'Add' }).click();
    await expect(page.getByText('Loose is now connected to Core')).toBeVisible();
    await expect(form).toBeHidden();
  });

  await test.step('a loop is refused in the diagram as well', async () => {
    // The new link moved it.
    for (const name of ['Gate', 'Core'])
      await choose(page, page.getByRole('combobox', { name: 'Find a device' }), name);
    await page.getByRole('button', { name: 'Add link' }).click();
    const { x, y } = await middle(page);
    await page.mouse.click(x, y);
    await expect(page.getByText('Select the uplink device of Core.')).toBeVisible();
    await page.mouse.click(x, y);
    await expect(page.getByText(/This link would create a loop/)).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('Escape cancels a link', async () => {
    const hint = page.getByText('Select the downstream device.');
    await page.getByRole('button', { name: 'Add link' }).click();
    await expect(hint).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(hint).toBeHidden();
  });

  await test.step('the full name is shown under the pointer', async () => {
    const { x, y } = await middle(page);
    await page.mouse.move(x + 3, y + 3);
    await expect(page.locator('.topology-tip')).toContainText('Core');
    await page.mouse.move(x, y - 200);
    await expect(page.locator('.topology-tip')).toHaveCount(0);
  });

  await test.step('a manual link is removed', async () => {
    await page.getByRole('tab', { name: 'List' }).click();
    await row(page, 'Loose').click();
    const drawer = page.getByRole('dialog', { name: 'Loose' });
    await expect(drawer.getByRole('table').getByRole('row', { name: /Core/ })).toContainText('port24');
    await drawer.getByRole('button', { name: 'Remove link Core – Loose' }).click();
    await page
      .getByRole('dialog', { name: 'Remove this link?' })
      .getByRole('button', { name: 'Remove' })
      .click();
    await expect(drawer.getByText('No known uplink')).toBeVisible();
    await closeDrawer(drawer);
    await expect(row(page, 'Loose')).toHaveAttribute('aria-level', '1');
  });

  await test.step('a device is moved, keeps its position, and is reset', async () => {
    await page.getByRole('tab', { name: 'Diagram' }).click();
    const reset = page.getByRole('button', { name: 'Reset positions' });
    await expect(reset).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Escape');
    const { x, y } = await middle(page);
    const drag = async (): Promise<void> => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 60, y + 40, { steps: 4 });
    };
    await drag();
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await drag();
    await page.mouse.up();
    await expect(page.getByText('3 devices moved')).toHaveCount(1);
    await expect(reset).toHaveAttribute('aria-disabled', 'false');
    // Another layout places all devices again.
    await page.getByText('Top to bottom', { exact: true }).click();
    await expect(reset).toHaveAttribute('aria-disabled', 'true');
    await page.getByText('Left to right', { exact: true }).click();
    await expect(reset).toHaveAttribute('aria-disabled', 'false');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(reset).toHaveAttribute('aria-disabled', 'true');
  });

  await test.step('by keyboard', async () => {
    await picture(page).focus();
    await page.keyboard.press('ArrowDown');
    await expect(picture(page).getByRole('status')).toHaveText('Gate, Pending first connection');
    await page.keyboard.press('ArrowRight');
    await expect(picture(page).getByRole('status')).toHaveText('Core, Pending first connection');
    await page.keyboard.down('Alt');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.up('Alt');
    await expect(page.getByRole('button', { name: 'Reset positions' })).toHaveAttribute(
      'aria-disabled',
      'false',
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('button', { name: 'Reset positions' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await picture(page).focus();
    await page.keyboard.press('Enter');
    await closeDrawer(page.getByRole('dialog', { name: 'Core' }));
    await navigateTo(page, '/monitor/topo?view=list');
    await page.getByRole('treegrid').focus();
    await page.keyboard.press('ArrowLeft');
    await expect(row(page, 'Gate')).toHaveAttribute('aria-expanded', 'false');
    await expect(row(page, 'Core')).toHaveCount(0);
    await page.keyboard.press('ArrowRight');
    await expect(row(page, 'Core')).toBeVisible();
  });
});

test('the diagram is saved and printed', async ({ page, server }) => {
  const person = await registerWithSite(server);
  await furnish(server, person);
  await signInByApi(page, person.userName);
  await navigateTo(page, '/monitor/topo');
  await expect(picture(page)).toBeVisible();
  const saved = async (item: string): Promise<Buffer> => {
    await page.getByRole('button', { name: 'Export and print' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: item }).click();
    return readFile(await (await download).path());
  };
  const svg = (await saved('Save as SVG')).toString('utf8');
  for (const name of [...NAMES, 'Loose', 'Topology of Harbour']) expect(svg).toContain(name);
  const png = await saved('Save as PNG');
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');

  await page.evaluate(() => {
    window.print = () => {
      document.title = String(document.querySelectorAll('.topology-paper g').length);
      window.dispatchEvent(new Event('afterprint'));
    };
  });
  await page.getByRole('button', { name: 'Export and print' }).click();
  await page.getByRole('menuitem', { name: 'Print' }).click();
  await expect(page).toHaveTitle('5');
  await expect(page.locator('.topology-paper')).toHaveCount(0);
});

test('an organization without sites offers no site', async ({ page, server }) => {
  const person = await registerWithSite(server);
  await callApi(server, 'createEnterprise', { name: 'Southwind' }, person.token);
  await signInHome(page, person.userName);
  await selectScope(page, 'Southwind');
  await navigateTo(page, '/monitor/topo');
  await expect(page.getByText('No sites in this organization')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Choose a site' })).toHaveCount(0);
});

test('one of many sites of an organization is selected', async ({ page, server }) => {
  const person = await registerWithSite(server);
  const ids = await furnish(server, person);
  const { token, siteUUID } = person;
  const [organization] = (await callApi(server, 'listEnterprises', {}, token)).rows;
  const enterpriseUUID = organization?.enterpriseUUID ?? '';
  const other = { enterpriseUUID, name: 'Hill', countryCode: 'PL', timeZone: 'UTC+01:00' } as const;
  await callApi(server, 'createSite', other, token);
  await signInHome(page, person.userName);
  await selectScope(page, 'Northwind');
  await expect(page.getByRole('link', { name: 'Topology' })).toHaveCount(0);
  await navigateTo(page, '/monitor/topo');
  await expect(page.getByText('This page requires a single site')).toBeVisible();
  await choose(page, page.getByRole('combobox', { name: 'Choose a site' }), 'Harbour');
  await expect(picture(page)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Topology' })).toBeVisible();

  await selectScope(page, 'Hill');
  await expect(page.getByText('No devices at this site')).toBeVisible();
  await navigateTo(page, `/monitor/topo?at=${siteUUID}&find=${ids.get('Hall') ?? ''}`);
  await expect(picture(page)).toBeVisible();
  await expect(scopeControl(page)).toContainText('Harbour');
  await selectScope(page, 'Hill');
  await expect(page.getByText('No devices at this site')).toBeVisible();
});

test('the topology is translated and fits every screen size', async ({ page, server }) => {
  const person = await registerWithSite(server);
  const ids = await furnish(server, person);
  await signInHome(page, person.userName);
  for (const [language, title] of inTestedLanguages(TITLES)) {
    await setLanguage(page, language);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (const address of [`?find=${ids.get('Hall') ?? ''}`, '?view=list']) {
        await navigateTo(page, `/monitor/topo${address}`);
        await expect(page).toHaveTitle(`${title} - Airloom`);
        await expect(page.getByRole(address === '?view=list' ? 'treegrid' : 'application')).toBeVisible();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide, `${language} ${size.width} ${address}`).toBeLessThanOrEqual(size.width);
        if (language === 'en') await expectAccessible(page, `${size.width} ${address}`);
      }
    }
  }
});
