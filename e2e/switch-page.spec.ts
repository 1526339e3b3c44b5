import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { SLOW } from './support/device-steps.ts';
import { test } from './support/fleet.ts';
import { navigateTo } from './support/navigate.ts';
import { callApi, registerWithSite, signInByApi } from './support/people.ts';
import { expect } from './support/test.ts';

test.describe.configure({ timeout: 240_000 });

const AP_PORT = 'Ethernet1';

function portOf(page: Page, name: string) {
  return page.getByRole('listbox', { name: 'Ports of the device' }).getByRole('option', {
    name: new RegExp(`^${name}:`),
  });
}

async function selectedPorts(page: Page): Promise<string[]> {
  return page
    .getByRole('listbox', { name: 'Ports of the device' })
    .locator('[aria-selected="true"]')
    .evaluateAll((ports) => ports.map((port) => port.getAttribute('data-port') ?? ''));
}

const show = (page: Page, view: string) => page.getByRole('button', { name: view, exact: true }).click();

test('a switch shows its front panel, ports, addresses and access points', async ({
  page,
  server,
  startDevices,
}) => {
  const { userName, siteUUID, token } = await registerWithSite(server);
  const { code } = await callApi(server, 'createClaimCode', { siteUUID, uses: 10 }, token);
  const fleet = await startDevices({ code, kinds: 'switch=1,ap=2', seed: 19 });
  await signInByApi(page, userName);
  await navigateTo(page, '/device/switch');
  const link = page
    .getByRole('table')
    .getByRole('row', { name: /Online/ })
    .getByRole('link')
    .first();
  await link.click(SLOW);
  await page.getByRole('tab', { name: 'Ports' }).click();
  await expect(portOf(page, AP_PORT)).toHaveAccessibleName(/Up.*Delivering power/, SLOW);
  await expect(portOf(page, 'Ethernet0')).toHaveAccessibleName(/Uplink/);

  await test.step('ports are selected by mouse', async () => {
    await portOf(page, 'Ethernet2').click();
    expect(await selectedPorts(page)).toEqual(['Ethernet2']);
    await portOf(page, 'Ethernet5').click({ modifiers: ['Shift'] });
    expect(await selectedPorts(page)).toHaveLength(4);
    await portOf(page, 'Ethernet3').click({ modifiers: ['ControlOrMeta'] });
    expect((await selectedPorts(page)).toSorted()).toEqual(['Ethernet2', 'Ethernet4', 'Ethernet5']);
    await expect(page.getByText('3 ports selected')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Port info' }).getByRole('row')).toHaveCount(4);
    await page.getByRole('button', { name: 'Clear selection' }).click();
    expect(await selectedPorts(page)).toEqual([]);
  });

  await test.step('ports are selected by keyboard, with one tab stop', async () => {
    const panel = page.getByRole('listbox', { name: 'Ports of the device' });
    await expect(panel.locator('[tabindex="0"]')).toHaveCount(1);
    await portOf(page, 'Ethernet0').focus();
    await page.keyboard.press('ArrowRight');
    await expect(portOf(page, 'Ethernet2')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(portOf(page, 'Ethernet3')).toBeFocused();
    await page.keyboard.press('Space');
    expect(await selectedPorts(page)).toEqual(['Ethernet3']);
    await page.keyboard.press('Shift+ArrowRight');
    expect((await selectedPorts(page)).toSorted()).toEqual(['Ethernet3', 'Ethernet4', 'Ethernet5']);
    await page.keyboard.press('Escape');
    expect(await selectedPorts(page)).toEqual([]);
  });

  await test.step('a link that goes down and up appears live, and frequent changes as flapping', async () => {
    const [switchSerial = ''] = await switchSerials(server, token);
    const flap = { do: 'flapPort', serial: switchSerial, port: AP_PORT };
    // Longer than the interval of reports, so that one shows the port without a link.
    fleet.command({ ...flap, times: 1, everyMs: 12_000 });
    await expect(portOf(page, AP_PORT)).toHaveAccessibleName(/Down|Disabled/, SLOW);
    await expect(portOf(page, AP_PORT)).toHaveAccessibleName(/: Up/, SLOW);
    await expect(portOf(page, AP_PORT)).not.toHaveAccessibleName(/Flapping/);
    fleet.command({ ...flap, times: 3, everyMs: 200 });
    await expect(portOf(page, AP_PORT)).toHaveAccessibleName(/Flapping/, SLOW);
    await expect(page.getByRole('row', { name: new RegExp(`^${AP_PORT} `) })).toContainText('Flapping');
  });

  await test.step('PoE power, traffic and LLDP neighbours', async () => {
    await show(page, 'PoE power');
    await expect(page.getByText(/W of .* W used by ports/)).toBeVisible();
    await expect(page.getByRole('table', { name: 'PoE power' })).toContainText('Delivering');
    await show(page, 'Traffic');
    await expect(page.getByRole('heading', { name: /^Traffic of Ethernet/ })).toHaveCount(2);
    await portOf(page, AP_PORT).click();
    await expect(page.getByRole('heading', { name: `Errors of ${AP_PORT}` })).toBeVisible();
    await portOf(page, AP_PORT).click();
    await show(page, 'LLDP neighbours');
    await expect(page.getByRole('table', { name: 'LLDP neighbours' }).getByRole('link')).toHaveCount(2);
  });

  await test.step('an address is found in the MAC table in another notation', async () => {
    await show(page, 'MAC table');
    const table = page.getByRole('table', { name: 'MAC table' });
    const address = await table.getByRole('row', { name: /AP-/ }).first().locator('code').first().innerText();
    await page.getByRole('searchbox').fill(address.replaceAll(/[-:]/g, '').toLowerCase());
    await expect(table.getByRole('row')).toHaveCount(2);
    await expect(table).toContainText(address);
    await page.getByRole('searchbox').fill('no such name');
    await expect(page.getByText('No MAC addresses')).toHaveCount(0);
    await expect(table).toHaveCount(0);
  });

  await test.step('the page has no axe violations', async () => {
    await show(page, 'Port info');
    await expectAccessible(page, 'ports of a switch');
  });

  await test.step('an access point opens from the switch', async () => {
    await page.getByRole('tab', { name: 'Access points' }).click();
    const table = page.getByRole('table', { name: 'Access points' });
    const row = table.getByRole('row', { name: /AP-/ }).first();
    await expect(row).toContainText('LLDP');
    await expect(row).toContainText(' W');
    const name = await row.getByRole('link').innerText();
    await row.getByRole('link').click();
    await expect(page).toHaveURL(/\/device\/capDetail/);
    await expect(page.getByRole('heading', { name })).toBeVisible();
  });

  await test.step('the panel fits a phone', async () => {
    await page.goBack();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('tab', { name: 'Ports' }).click();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    const box = await page.getByRole('option').last().boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(40);
    expect((box?.x ?? 999) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  });
});

async function switchSerials(server: Parameters<typeof callApi>[0], token: string): Promise<string[]> {
  const { rows } = await callApi(server, 'listDevices', { kind: 'switch' }, token);
  return rows.map(({ mac }) => mac.replaceAll(/[-:]/g, '').toLowerCase());
}
