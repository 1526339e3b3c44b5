import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { startDevices, type VirtualDevices } from './fleet.ts';
import { type House, openHouse } from './house.ts';
import { callApi, registerWithSite, signInHome } from './people.ts';
import { test as base, expect } from './test.ts';

/** A house that devices can connect to. */
const test = base.extend<object, { house: House }>({
  house: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures wanted from this pattern
    async ({}, use) => {
      const house = await openHouse({ GATEWAY_HOST: '127.0.0.1', GATEWAY_PORT: '0' });
      await use(house);
      await house.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

/** Devices restart, scan and install for a while. */
test.describe.configure({ timeout: 480_000 });
const SLOW = { timeout: 180_000 };
const NEW_VERSION = 'CAP-650 9.9.9';

let devices: VirtualDevices | undefined;

test.afterEach(async () => {
  await devices?.stop();
  devices = undefined;
});

/** Makes a claim code as a person does, and reads it from the screen. */
async function makeCode(page: Page): Promise<string> {
  await page.goto('/device/unclaimed?tab=codes');
  await page.getByRole('button', { name: 'New claim code' }).first().click();
  const form = page.getByRole('dialog', { name: 'New claim code' });
  await form.getByLabel('Devices come into').click();
  await page.locator('.ant-select-item-option').filter({ hasText: 'Harbour' }).click();
  await form.getByLabel('How many devices may use it').fill('3');
  await form.getByRole('button', { name: 'Create the code' }).click();
  const shown = page.getByRole('dialog', { name: 'Your claim code' });
  const code = await shown.locator('.devices-code code').textContent();
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  return code ?? '';
}

/** The drawer that follows an order, once it says how it went. */
async function expectResult(page: Page, order: string, result: string): Promise<void> {
  const drawer = page.getByRole('dialog', { name: new RegExp(`^${order}`) });
  await expect(drawer.locator('.commands-line .status', { hasText: result })).toBeVisible(SLOW);
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(drawer).toBeHidden();
}

function tab(page: Page, name: string): Locator {
  return page.getByRole('tab', { name });
}

test('a device comes in with a code, is seen live, obeys and is logged', async ({ page, house }) => {
  const person = await registerWithSite(house);
  await signInHome(page, person.userName);
  const code = await makeCode(page);

  await page.goto('/device/all');
  await expect(page.getByText('No device yet')).toBeVisible();
  devices = await startDevices(house, code, 'ap=3');
  const online = page.getByRole('table').getByRole('row', { name: /Online/ });
  await expect(online).toHaveCount(3, SLOW);
  const row = online.first();
  const name = (await row.getByRole('link').first().textContent()) ?? '';
  await row.getByRole('link', { name }).click();
  await expect(page).toHaveURL(/\/device\/capDetail\?deviceUUID=/);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  await test.step('charts have a table behind them', async () => {
    await page.getByRole('button', { name: 'CPU and memory as a table' }).click(SLOW);
    const table = page.getByRole('table', { name: 'CPU and memory' });
    await expect(table.getByRole('columnheader', { name: 'Memory' })).toBeVisible();
    await page.getByRole('button', { name: 'CPU and memory as a chart' }).click();
    const slider = page.getByRole('slider', { name: 'CPU and memory: move through time' });
    await slider.focus();
    await expect(slider).toHaveAttribute('aria-valuetext', /CPU .*Memory /);
  });

  await test.step('it takes its first configuration', async () => {
    await tab(page, 'Commands').click();
    const told = page.getByRole('table', { name: 'Commands' });
    await expect(told.getByRole('row', { name: /Configure Success/ }).first()).toBeVisible(SLOW);
  });

  await test.step('it restarts and says so', async () => {
    await page.getByRole('button', { name: 'Reboot' }).click();
    await page
      .getByRole('dialog', { name: `Reboot ${name}?` })
      .getByRole('button', { name: 'Reboot' })
      .click();
    await expectResult(page, 'Reboot', 'Success');
  });

  await test.step('it scans, and its neighbours show up', async () => {
    await tab(page, 'Neighbours').click();
    await expect(page.getByText('The device has not scanned yet.')).toBeVisible();
    await page.getByRole('tabpanel').getByRole('button', { name: 'Wi-Fi scan' }).click();
    await expectResult(page, 'Wi-Fi scan', 'Success');
    await expect(page.getByRole('table', { name: 'Neighbours' })).toBeVisible();
  });

  await test.step('what it was told is remembered', async () => {
    await tab(page, 'Commands').click();
    const told = page.getByRole('table', { name: 'Commands' });
    await expect(told.getByRole('row', { name: /Reboot Success/ })).toBeVisible();
    await expect(told.getByRole('row', { name: /Wi-Fi scan Success/ })).toBeVisible();
    await page.getByRole('button', { name: /^Tasks/ }).click();
    const log = page.getByRole('dialog', { name: 'Tasks' });
    await expect(log.getByRole('button', { name: `Reboot: ${name}`, exact: true })).toBeVisible();
    await log.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('its log is exported', async () => {
    await tab(page, 'Events').click();
    await expect(page.getByRole('table', { name: 'Device log' })).toContainText('Came online');
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text).toContain(name);
    expect(text).toContain('Came online');
  });
});

/** An image virtual devices can read: a header of one line, then filling. */
function makeImage(): Buffer {
  const image = Buffer.alloc(64 * 1024, 0x5a);
  const header = JSON.stringify({ firmware: NEW_VERSION, compatible: [], size: image.length });
  image.write(`AIRLOOM-IMAGE ${header}\n`.padEnd(512, ' '), 'latin1');
  return image;
}

async function addImage(page: Page, model: string): Promise<void> {
  await page.goto('/device/firmware');
  await page.getByRole('button', { name: 'Add image' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add image' });
  const file = { name: 'new.bin', mimeType: 'application/octet-stream', buffer: makeImage() };
  await form.getByLabel('File').setInputFiles(file);
  await expect(form.getByText(/^\S+ \S+ sent$/)).toBeVisible();
  await expect(form.getByLabel('SHA-256')).toHaveValue(/^[0-9a-f]{64}$/);
  await form.getByLabel('Version').fill(NEW_VERSION);
  await form.getByLabel('Models').fill(model);
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('row', { name: new RegExp(NEW_VERSION) })).toBeVisible();
}

test('a device is upgraded, fails, is tried again and runs the new version', async ({ page, house }) => {
  const person = await registerWithSite(house);
  const { siteUUID, token } = person;
  const { code } = await callApi(house, 'createClaimCode', { siteUUID }, token);
  devices = await startDevices(house, code, 'ap=1');
  await signInHome(page, person.userName);
  await page.goto('/device/ap');
  const row = page.getByRole('table').getByRole('row', { name: /Online/ });
  await expect(row).toBeVisible(SLOW);
  await row.getByRole('link').first().click();
  const lead = page.locator('.device-lead');
  await expect(lead).toContainText('Access point');
  const model = (await lead.locator('span').last().textContent()) ?? '';
  const devicePage = page.url();
  await addImage(page, model);

  await test.step('at a time, which is taken back', async () => {
    await page.getByRole('button', { name: 'New campaign' }).click();
    const form = page.getByRole('dialog', { name: 'New campaign' });
    await form.getByLabel('Image').click();
    await page.locator('.ant-select-item-option').filter({ hasText: NEW_VERSION }).click();
    await form.getByLabel('At a time').check();
    await expect(form.getByText('Time zone: Europe/Warsaw')).toBeVisible();
    await form.getByLabel('Start at').fill('2026-01-01T00:00');
    await form.getByRole('button', { name: 'Schedule' }).click();
    await expect(form.getByText('Choose a time at least five minutes ahead.')).toBeVisible();
    await form.getByLabel('Start at').fill('2099-01-01T00:00');
    await form.getByRole('button', { name: 'Schedule' }).click();
    const campaign = page.getByRole('dialog', { name: `Upgrade to ${NEW_VERSION}` });
    await expect(campaign.getByText('Scheduled')).toBeVisible();
    await campaign.getByRole('button', { name: 'Stop' }).click();
    await page
      .getByRole('dialog', { name: /^Stop / })
      .getByRole('button', { name: 'Stop' })
      .click();
    await expect(campaign.getByText('Stopped', { exact: true })).toBeVisible();
  });

  devices.order({ do: 'fault', firmware: 'download' });
  await page.goto(devicePage);
  await page.getByRole('button', { name: 'Upgrade…' }).click();
  const form = page.getByRole('dialog', { name: 'New campaign' });
  await form.getByLabel('Image').click();
  await page.locator('.ant-select-item-option').filter({ hasText: NEW_VERSION }).click();
  await form.getByLabel('Retries per device').fill('0');
  await form.getByLabel('Stop at failures of').fill('100');
  await form.getByRole('button', { name: 'Upgrade now' }).click();
  const campaign = page.getByRole('dialog', { name: `Upgrade to ${NEW_VERSION}` });
  await expect(campaign.getByText('Upgrade failed')).toBeVisible(SLOW);

  devices.order({ do: 'fault', firmware: 'none' });
  await campaign.getByRole('button', { name: 'Retry 1 failed' }).click();
  await expect(campaign.getByText('Upgrade successful')).toBeVisible(SLOW);
  await page.goto('/alarm/logs?tab=upgrade');
  await expect(
    page
      .getByRole('table')
      .getByRole('row', { name: new RegExp(`Upgrade to ${NEW_VERSION} .* Upgrade successful`) }),
  ).toBeVisible();
  await page.goto(devicePage);
  await expect(page.locator('.device-facts')).toContainText(NEW_VERSION);
});
