import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { choose, claim, closeDrawer, makeCode, outcomeOf, waitingDevice } from './support/device-steps.ts';
import { test } from './support/fleet.ts';
import { navigateTo } from './support/navigate.ts';
import { registerWithSite, signInByApi } from './support/people.ts';
import { expect } from './support/test.ts';

/** Devices need time to capture, reconnect and restart. */
test.describe.configure({ timeout: 240_000 });

/** Magic number of a capture file with microseconds, little-endian. */
const PCAP = 'd4c3b2a1';

const ORDERS = ['Locate', 'Ping', 'Wi-Fi scan', 'Packet capture', 'Run script', 'Reconnect', 'Factory reset'];

/** Opens the form of a command. */
async function openCommand(page: Page, name: string, what: string): Promise<Locator> {
  await choose(page, name, `${what}…`);
  return page.getByRole('dialog', { name: `${what}: ${name}` });
}

async function send(form: Locator, what: string): Promise<void> {
  await form.getByRole('button', { name: what, exact: true }).click();
}

async function confirmed(page: Page, title: string, what: string): Promise<void> {
  await page.getByRole('dialog', { name: title }).getByRole('button', { name: what }).click();
}

test('an unclaimed device is claimed into a site, appears in the list live and executes commands', async ({
  page,
  server,
  startDevices,
}) => {
  const person = await registerWithSite(server);
  await signInByApi(page, person.userName);
  const code = await makeCode(page, { into: 'No site', uses: 1 });
  const list = await page.context().newPage();
  await navigateTo(list, '/device/all');
  await expect(list.getByText('No devices yet')).toBeVisible();

  const name = await test.step('it is unclaimed', async () => {
    await navigateTo(page, '/device/unclaimed');
    await expect(page.getByText('No devices waiting')).toBeVisible();
    await startDevices({ code, kinds: 'ap=1' });
    const called = await waitingDevice(page);
    await expect(list.getByText('No devices yet')).toBeVisible();
    return called;
  });

  await test.step('it is claimed and appears in an open list', async () => {
    await claim(page, name, { into: 'Harbour' });
    const row = list.getByRole('table').getByRole('row', { name: /Online/ });
    await expect(row).toContainText(name);
    await list.close();
    await navigateTo(page, '/device/all');
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.locator('.device-facts')).toContainText('Harbour');
  });

  await test.step('its LEDs are switched', async () => {
    const form = await openCommand(page, name, 'Locate');
    await form.getByLabel('Duration (seconds)').fill('5');
    await send(form, 'Locate');
    await closeDrawer(await outcomeOf(page, 'Locate'));
  });

  await test.step('it answers a ping with the round-trip time', async () => {
    await choose(page, name, 'Ping');
    const drawer = await outcomeOf(page, 'Ping');
    await expect(drawer.getByText(/^Response time: /)).toBeVisible();
    await closeDrawer(drawer);
  });

  await test.step('it scans and lists neighbours', async () => {
    await page.getByRole('tab', { name: 'Neighbours' }).click();
    const panel = page.getByRole('tabpanel');
    await panel.getByRole('button', { name: 'Wi-Fi scan' }).click();
    await closeDrawer(await outcomeOf(page, 'Wi-Fi scan'));
    await expect(panel.getByRole('table', { name: 'Neighbours' }).getByRole('row').nth(1)).toContainText(
      'dBm',
    );
  });

  await test.step('its packet capture can be downloaded', async () => {
    const form = await openCommand(page, name, 'Packet capture');
    await form.getByLabel('Duration (seconds)').fill('5');
    await send(form, 'Packet capture');
    const drawer = await outcomeOf(page, 'Packet capture');
    const download = page.waitForEvent('download');
    await drawer.getByRole('link', { name: 'Download capture' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/\.pcap$/);
    const bytes = await readFile(await file.path());
    expect(bytes.subarray(0, 4).toString('hex')).toBe(PCAP);
    await closeDrawer(drawer);
  });

  await test.step('a script shows its output', async () => {
    const form = await openCommand(page, name, 'Run script');
    await form.getByLabel('Script').fill('echo anchors aweigh');
    await send(form, 'Run script');
    const drawer = await outcomeOf(page, 'Run script');
    await expect(drawer.locator('pre')).toHaveText('anchors aweigh');
    await closeDrawer(drawer);
  });

  await test.step('it reconnects', async () => {
    await choose(page, name, 'Reconnect');
    await confirmed(page, `Reconnect ${name}?`, 'Reconnect');
    await closeDrawer(await outcomeOf(page, 'Reconnect'));
  });

  await test.step('it is reset after its name was typed', async () => {
    const form = await openCommand(page, name, 'Factory reset');
    await form.getByRole('textbox').fill('something else');
    await send(form, 'Factory reset');
    await expect(form.getByText('The text does not match.')).toBeVisible();
    await form.getByRole('textbox').fill(name);
    await send(form, 'Factory reset');
    await closeDrawer(await outcomeOf(page, 'Factory reset'));
  });

  await test.step('all commands are listed', async () => {
    await page.getByRole('tab', { name: 'Commands' }).click();
    const commands = page.getByRole('table', { name: 'Commands' });
    for (const what of ORDERS) {
      await expect(commands.getByRole('row', { name: new RegExp(`${what} Success`) })).toBeVisible();
    }
  });
});
