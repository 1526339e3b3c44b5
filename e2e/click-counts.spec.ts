import type { Locator, Page } from '@playwright/test';
import { makeCpuRule } from './support/alarm-steps.ts';
import { countClicks } from './support/click-count.ts';
import { SLOW } from './support/device-steps.ts';
import { test } from './support/fleet.ts';
import { navigateTo } from './support/navigate.ts';
import { callApi, registerPerson, registerWithSite, signInByApi, signInHome } from './support/people.ts';
import { expect } from './support/test.ts';

test.describe.configure({ timeout: 300_000 });

interface Walk {
  readonly name: string;
  readonly clicksMax: number;
  /** Keys that do something by themselves: opening the palette, Enter. Typed text does not count. */
  readonly keys?: number;
}

const walked: string[] = [];

/** Walks from the page that is open to the expected end, and records clicks and seconds. */
async function walk(
  page: Page,
  { name, clicksMax, keys = 0 }: Walk,
  steps: () => Promise<void>,
): Promise<void> {
  await test.step(name, async () => {
    const clicks = clicksOf(page);
    const before = (await clicks)();
    const startedAt = Date.now();
    await steps();
    const made = (await clicks)() - before;
    const seconds = Math.round((Date.now() - startedAt) / 1_000);
    walked.push(`${name}: ${made} clicks, ${keys} keys, ${seconds} s`);
    expect(made).toBeLessThanOrEqual(clicksMax);
  });
}

const counters = new WeakMap<Page, Promise<() => number>>();

function clicksOf(page: Page): Promise<() => number> {
  const counter = counters.get(page) ?? countClicks(page);
  counters.set(page, counter);
  return counter;
}

const onlineRows = (page: Page): Locator => page.getByRole('table').getByRole('row', { name: /Online/ });

test.afterAll(() => void process.stdout.write(`${walked.join('\n')}\n`));

test('from nothing to virtual devices online, then a colleague is invited', async ({ page, server }) => {
  const { userName } = await registerPerson(server);
  await signInHome(page, userName);
  await walk(page, { name: 'from nothing to devices online', clicksMax: 6 }, async () => {
    await page.getByLabel('Company name').fill('Harbour Hotels');
    await page.getByLabel('First site').fill('Gdynia');
    await page.getByRole('button', { name: 'Create and add a device' }).click();
    await page.getByRole('link', { name: /Virtual devices/ }).click();
    await page.getByRole('button', { name: 'Start virtual devices' }).click();
    await expect(page.getByRole('main').getByRole('status')).toContainText('4 of 4 online', SLOW);
  });
  await navigateTo(page, '/home/index');
  await walk(page, { name: 'invite a colleague', clicksMax: 6 }, async () => {
    await page.getByRole('link', { name: 'Invite a colleague' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('E-mail addresses or phone numbers').fill('colleague@example.net');
    await form.getByLabel('E-mail addresses or phone numbers').press('Enter');
    await form.getByLabel('Role').click();
    await page.getByTitle('Site operator').last().click();
    await form.getByRole('treeitem', { name: 'Gdynia' }).click();
    await form.getByRole('button', { name: 'Send invitation' }).click();
    await expect(page.getByText('Invitation sent')).toBeVisible();
  });
});

test('a client is found, an alarm is confirmed and ten devices are rebooted', async ({
  page,
  server,
  startDevices,
}) => {
  const { userName, token, siteUUID } = await registerWithSite(server);
  const { code } = await callApi(server, 'createClaimCode', { siteUUID, uses: 10 }, token);
  await signInByApi(page, userName);
  await makeCpuRule(page, 'Too busy');
  const devices = await startDevices({ code, kinds: 'ap=10', seed: 51 });
  await navigateTo(page, '/device/all');
  await expect(onlineRows(page)).toHaveCount(10, SLOW);
  await expect
    .poll(async () => (await callApi(server, 'listOnlineTerminals', {}, token)).total, SLOW)
    .toBeGreaterThan(0);
  const [client] = (await callApi(server, 'listOnlineTerminals', {}, token)).rows;

  await navigateTo(page, '/statistics/network');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await walk(page, { name: 'find a client by its MAC address', clicksMax: 0, keys: 2 }, async () => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await page.keyboard.insertText(client?.mac ?? '');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/monitor\/termDetail\?mac=/);
  });

  devices.command({ do: 'highCpu', percent: 97 });
  devices.command({ do: 'reportNow' });
  await navigateTo(page, '/topalarm/list');
  const alarm = page
    .getByRole('table')
    .getByRole('row', { name: /High CPU load/ })
    .first();
  await expect(alarm).toBeVisible(SLOW);
  await walk(page, { name: 'confirm an alarm', clicksMax: 1 }, async () => {
    await alarm.getByRole('button', { name: /^Confirm: High CPU load/ }).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  });

  await navigateTo(page, '/device/all');
  await expect(onlineRows(page)).toHaveCount(10, SLOW);
  await walk(page, { name: 'reboot ten devices', clicksMax: 4 }, async () => {
    await page.getByRole('table').getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Reboot', exact: true }).click();
    const sure = page.getByRole('dialog', { name: 'Reboot 10 devices?' });
    await sure.getByRole('button', { name: 'Reboot' }).click();
    await expect(page.getByRole('dialog', { name: /^Reboot/ }).locator('.commands-line')).toHaveCount(10);
  });
});
