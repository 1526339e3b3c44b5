import { createHash } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { closeDrawer, openTasks } from './device-steps.ts';
import { test } from './fleet.ts';
import { callApi, registerWithSite, signInHome } from './people.ts';
import { expect } from './test.ts';
import { walkTo } from './walk-to.ts';

/** Devices fetch, install and restart for a while. */
test.describe.configure({ timeout: 240_000 });
const SLOW = { timeout: 90_000 };
const NEW_VERSION = 'CAP-650 9.9.9';

/** An image virtual devices can read: a header of one line, then filling. */
function makeImage(): Buffer {
  const image = Buffer.alloc(64 * 1024, 0x5a);
  const header = JSON.stringify({ firmware: NEW_VERSION, compatible: [], size: image.length });
  image.write(`AIRLOOM-IMAGE ${header}\n`.padEnd(512, ' '), 'latin1');
  return image;
}

async function addImage(page: Page, model: string): Promise<void> {
  await walkTo(page, '/device/firmware');
  await page.getByRole('button', { name: 'Add image' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add image' });
  const file = { name: 'new.bin', mimeType: 'application/octet-stream', buffer: makeImage() };
  await form.getByLabel('File').setInputFiles(file);
  await expect(form.getByText(/^\S+ \S+ sent$/)).toBeVisible();
  const hash = createHash('sha256').update(file.buffer).digest('hex');
  await expect(form.getByText(hash)).toBeVisible();
  await form.getByLabel('SHA-256').fill(hash);
  await form.getByLabel('Version').fill(NEW_VERSION);
  await form.getByLabel('Models').fill(model);
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('row', { name: new RegExp(NEW_VERSION) })).toBeVisible();
}

function campaignOf(page: Page): Locator {
  return page.getByRole('dialog', { name: `Upgrade to ${NEW_VERSION}` });
}

async function chooseImage(page: Page): Promise<Locator> {
  const form = page.getByRole('dialog', { name: 'New campaign' });
  await form.getByLabel('Image').click();
  await page.locator('.ant-select-item-option').filter({ hasText: NEW_VERSION }).click();
  return form;
}

/** As the browser's field takes it. */
function localTime(page: Page, inMinutes: number): Promise<string> {
  return page.evaluate((minutes) => {
    const at = new Date(Date.now() + minutes * 60_000 - new Date().getTimezoneOffset() * 60_000);
    return at.toISOString().slice(0, 16);
  }, inMinutes);
}

test('a device is upgraded at a time, fails, is tried again and runs the new version', async ({
  page,
  house,
  bring,
}) => {
  const person = await registerWithSite(house);
  const { siteUUID, token } = person;
  const { code } = await callApi(house, 'createClaimCode', { siteUUID }, token);
  const devices = await bring({ code, kinds: 'ap=1' });
  await signInHome(page, person.userName);
  await walkTo(page, '/device/ap');
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
    const form = await chooseImage(page);
    await form.getByLabel('At a time').check();
    await expect(form.getByText('Time zone: Europe/Warsaw')).toBeVisible();
    await form.getByLabel('Start at').fill(await localTime(page, 4));
    await form.getByRole('button', { name: 'Schedule' }).click();
    await expect(form.getByText('Choose a time at least five minutes ahead.')).toBeVisible();
    await form.getByLabel('Start at').fill('2099-01-01T00:00');
    await form.getByRole('button', { name: 'Schedule' }).click();
    const campaign = campaignOf(page);
    await expect(campaign.getByText('Scheduled')).toBeVisible();
    await campaign.getByRole('button', { name: 'Stop' }).click();
    await page
      .getByRole('dialog', { name: /^Stop / })
      .getByRole('button', { name: 'Stop' })
      .click();
    await expect(campaign.getByText('Stopped', { exact: true })).toBeVisible();
  });

  await test.step('at a time that comes, and fails', async () => {
    devices.order({ do: 'fault', firmware: 'download' });
    await walkTo(page, devicePage);
    await page.getByRole('button', { name: 'Upgrade…' }).click();
    const form = await chooseImage(page);
    await form.getByLabel('At a time').check();
    await form.getByLabel('Start at').fill(await localTime(page, 7));
    await form.getByLabel('Retries per device').fill('0');
    await form.getByLabel('Stop at failures of').fill('100');
    await form.getByRole('button', { name: 'Schedule' }).click();
    await expect(campaignOf(page).getByText('Scheduled')).toBeVisible();
    house.passMinutes(8);
    await expect(campaignOf(page).getByText('Upgrade failed')).toBeVisible(SLOW);
  });

  await test.step('tried again', async () => {
    devices.order({ do: 'fault', firmware: 'none' });
    await campaignOf(page).getByRole('button', { name: 'Retry 1 failed' }).click();
    await expect(campaignOf(page).getByText('Upgrade successful')).toBeVisible(SLOW);
  });

  await test.step('its results are fetched from the tasks', async () => {
    await closeDrawer(campaignOf(page));
    const centre = await openTasks(page);
    const done = centre.getByRole('listitem').filter({ hasText: 'Done' }).filter({ hasText: 'Upgrade' });
    const download = page.waitForEvent('download');
    await done.getByRole('button', { name: 'Download results' }).first().click();
    expect((await download).suggestedFilename()).toBe('upgrade-results.csv');
  });

  await walkTo(page, '/alarm/logs?tab=upgrade');
  await expect(
    page
      .getByRole('table')
      .getByRole('row', { name: new RegExp(`Upgrade to ${NEW_VERSION} .* Upgrade successful`) }),
  ).toBeVisible();
  await walkTo(page, devicePage);
  await expect(page.locator('.device-facts')).toContainText(NEW_VERSION);
});
