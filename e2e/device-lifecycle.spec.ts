import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { closeDrawer, makeCode, openTasks, outcomeOf, SLOW } from './support/device-steps.ts';
import { test } from './support/fleet.ts';
import { navigateTo } from './support/navigate.ts';
import { callApi, registerWithSite, signInByApi } from './support/people.ts';
import { expect } from './support/test.ts';
import { TrafficRecorder } from './support/traffic-recorder.ts';

/** Devices need time to restart and scan. */
test.describe.configure({ timeout: 240_000 });

function tab(page: Page, name: string): Locator {
  return page.getByRole('tab', { name });
}

const MAC = /^[0-9A-F]{2}(?:-[0-9A-F]{2}){5}$/;

async function macsOf(page: Page): Promise<string[]> {
  const texts = await rows(page).getByText(MAC).allTextContents();
  return texts.map((text) => text.trim());
}

const rows = (page: Page): Locator => page.getByRole('table').getByRole('row', { name: /Online/ });

test('a device enrols with a code, shows live data, executes commands and is logged, only in its account', async ({
  page,
  server,
  startDevices,
  browser,
}) => {
  const person = await registerWithSite(server);
  const next = await (await browser.newContext()).newPage();
  const traffic = { here: new TrafficRecorder(page.context()), next: new TrafficRecorder(next.context()) };
  await signInByApi(page, person.userName);
  const code = await makeCode(page, { into: 'Harbour', uses: 3 });

  const neighbour = await registerWithSite(server);
  await signInByApi(next, neighbour.userName);
  const theirs = await callApi(server, 'createClaimCode', { siteUUID: neighbour.siteUUID }, neighbour.token);

  for (const one of [page, next]) {
    await navigateTo(one, '/device/all');
    await expect(one.getByText('No devices yet')).toBeVisible();
  }
  await Promise.all([
    startDevices({ code, kinds: 'ap=3' }),
    startDevices({ code: theirs.code, kinds: 'ap=1', seed: 2 }),
  ]);
  await expect(rows(page)).toHaveCount(3, SLOW);
  await expect(rows(next)).toHaveCount(1, SLOW);
  const macs = { here: await macsOf(page), next: await macsOf(next) };
  const row = rows(page).first();
  const name = (await row.getByRole('link').first().textContent()) ?? '';
  await row.getByRole('link', { name }).click();
  await expect(page).toHaveURL(/\/device\/capDetail\?deviceUUID=/);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  await test.step('charts have a data table', async () => {
    await page.getByRole('button', { name: 'CPU and memory as a table' }).click(SLOW);
    const table = page.getByRole('table', { name: 'CPU and memory' });
    await expect(table.getByRole('columnheader', { name: 'Memory' })).toBeVisible();
    await page.getByRole('button', { name: 'CPU and memory as a chart' }).click();
    const slider = page.getByRole('slider', { name: 'CPU and memory: select a time' });
    await slider.focus();
    await expect(slider).toHaveAttribute('aria-valuetext', /CPU .*Memory /);
  });

  await test.step('it keeps its own configuration until an administrator takes it over', async () => {
    await tab(page, 'Configuration').click();
    await expect(page.getByText('This device runs its own configuration.')).toBeVisible();
    await page.getByRole('button', { name: 'Take over configuration' }).first().click();
    const drawer = page.getByRole('dialog', { name: 'Take over the configuration of 1 device' });
    await expect(drawer.getByLabel('Configuration to be sent')).toContainText('"upstream"');
    await drawer.getByRole('button', { name: 'Take over' }).click();
    await expect(drawer).toBeVisible();
    await drawer.getByRole('checkbox', { name: /replace the configuration/ }).check();
    await drawer.getByRole('button', { name: 'Take over' }).click();
    await expect(drawer).toBeHidden();
    const history = page.getByRole('table', { name: 'Configuration history' });
    await expect(history.getByRole('row', { name: /Applied Its configuration was taken over/ })).toBeVisible(
      SLOW,
    );
    await tab(page, 'Commands').click();
    const commands = page.getByRole('table', { name: 'Commands' });
    await expect(commands.getByRole('row', { name: /Configure Success/ }).first()).toBeVisible(SLOW);
  });

  await test.step('it restarts and the log shows it', async () => {
    await page.getByRole('button', { name: 'Reboot' }).click();
    await page
      .getByRole('dialog', { name: `Reboot ${name}?` })
      .getByRole('button', { name: 'Reboot' })
      .click();
    await closeDrawer(await outcomeOf(page, 'Reboot'));
  });

  await test.step('it scans and lists its neighbours', async () => {
    await tab(page, 'Neighbours').click();
    await page.getByRole('tabpanel').getByRole('button', { name: 'Wi-Fi scan' }).click();
    await closeDrawer(await outcomeOf(page, 'Wi-Fi scan'));
    await expect(page.getByRole('table', { name: 'Neighbours' })).toBeVisible();
  });

  await test.step('its commands are listed', async () => {
    await tab(page, 'Commands').click();
    const commands = page.getByRole('table', { name: 'Commands' });
    await expect(commands.getByRole('row', { name: /Reboot Success/ })).toBeVisible();
    await expect(commands.getByRole('row', { name: /Wi-Fi scan Success/ })).toBeVisible();
    const tasks = await openTasks(page);
    await expect(tasks.getByRole('button', { name: 'Command: Reboot', exact: true })).toBeVisible();
    await tasks.getByRole('button', { name: 'All commands' }).click();
    const log = page.getByRole('dialog', { name: 'Commands' });
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

  await test.step('neither account received data of the other', async () => {
    await expect(rows(next)).toHaveCount(1);
    await navigateTo(next, '/alarm/logs?tab=device');
    await expect(next.getByRole('table')).toContainText('Came online');
    const received = { here: await traffic.here.all(), next: await traffic.next.all() };
    const [mine, other] = [macs.here, macs.next];
    expect([mine.length, other.length]).toEqual([3, 1]);
    expect(mine.filter((mac) => received.here.includes(mac))).toEqual(mine);
    expect(other.filter((mac) => received.next.includes(mac))).toEqual(other);
    expect(mine.filter((mac) => received.next.includes(mac))).toEqual([]);
    expect(other.filter((mac) => received.here.includes(mac))).toEqual([]);
    await next.context().close();
  });
});
