import type { Page } from '@playwright/test';
import { choose } from './support/device-steps.ts';
import { test } from './support/fleet.ts';
import { navigateTo } from './support/navigate.ts';
import { callApi, registerWithSite, signInByApi } from './support/people.ts';
import { expect } from './support/test.ts';

test.describe.configure({ timeout: 240_000 });

/** What the terminal shows, as read by screen readers. */
function screen(page: Page) {
  return page.locator(
    '.shell-tab:not([hidden]) .xterm-accessibility-tree, .shell-replay .xterm-accessibility-tree',
  );
}

async function enter(page: Page, line: string): Promise<void> {
  await page.locator('.shell-tab:not([hidden]) .xterm-helper-textarea').focus();
  await page.keyboard.type(line);
  await page.keyboard.press('Enter');
}

test('a shell answers, follows the window, regains a dropped line, and is replayed', async ({
  page,
  server,
  startDevices,
}) => {
  const person = await registerWithSite(server);
  const { siteUUID, token } = person;
  await callApi(server, 'saveShellSettings', { recording: true, keepDays: 30 }, token);
  const { code } = await callApi(server, 'createClaimCode', { siteUUID, uses: 2 }, token);
  await startDevices({ code, kinds: 'ap=1,switch=1' });
  const online = () => callApi(server, 'listDevices', { status: 'online' }, token);
  await expect.poll(async () => (await online()).total, { timeout: 60_000 }).toBe(2);
  const { rows } = await online();
  const ap = rows.find(({ kind }) => kind === 'ap');
  const other = rows.find(({ kind }) => kind === 'switch');
  if (!ap || !other) throw new Error('no devices');
  await signInByApi(page, person.userName);
  const cut: (() => void)[] = [];
  await page.routeWebSocket(/\/shell$/, (line) => {
    const console = line.connectToServer();
    cut.push(() => {
      void console.close();
      void line.close({ code: 3000 });
    });
  });

  await test.step('it is opened from the list and answers', async () => {
    await navigateTo(page, '/device/all');
    await choose(page, ap.name, 'Open shell');
    await expect(page).toHaveURL(/\/device\/sshConnect\?deviceUUID=/);
    await expect(page.getByText('Connected', { exact: true })).toBeVisible();
    await expect(page.getByText('This session is recorded.')).toBeVisible();
    await enter(page, 'version');
    await expect(screen(page)).toContainText(ap.version);
  });

  await test.step('it follows the size of the window', async () => {
    await enter(page, 'stty size');
    await expect(screen(page)).toContainText(/\d+ \d{2,3}/);
    const columns = async () => {
      await enter(page, 'stty size');
      const sizes = [...(await screen(page).innerText()).matchAll(/^(\d+) (\d+)$/gm)];
      return Number(sizes.at(-1)?.[2]);
    };
    const wide = await columns();
    await page.setViewportSize({ width: 800, height: 700 });
    await expect.poll(columns).toBeLessThan(wide);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step('a dropped line is opened again', async () => {
    await enter(page, 'killall rtty');
    await expect(page.getByText(/The connection to the device was lost\. Connecting again in/)).toBeVisible();
    await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 20_000 });
    await expect(screen(page)).toContainText('New session');
    await enter(page, 'echo regained');
    await expect(screen(page)).toContainText('regained');
  });

  await test.step('a second device is opened beside it', async () => {
    await page.getByRole('combobox', { name: 'Open shell' }).fill(other.name);
    await page.getByTitle(new RegExp(`^${other.name} ·`)).click();
    await expect(page.getByRole('tab')).toHaveCount(2);
    await enter(page, 'version');
    await expect(screen(page)).toContainText(other.version);
    await page.getByRole('tab', { name: ap.name }).click();
    await expect(screen(page)).toContainText('regained');
  });

  await test.step('the line to the console is lost and regained', async () => {
    await page.getByRole('button', { name: `Close ${other.name}` }).click();
    cut.splice(0).forEach((close) => close());
    await expect(
      page.getByText(/The connection to the console was lost\. Connecting again in/),
    ).toBeVisible();
    await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 20_000 });
    await enter(page, 'echo back');
    await expect(screen(page)).toContainText('back');
  });

  await test.step('a shell that exits is opened again by hand', async () => {
    await enter(page, 'exit');
    await expect(page.getByText('The shell was closed on the device.')).toBeVisible();
    await page.getByRole('button', { name: 'Reconnect' }).click();
    await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  });

  await test.step('sessions are listed, and a recording is replayed', async () => {
    await page.getByRole('button', { name: 'Sessions and recordings' }).click();
    await expect(page.getByRole('row', { name: new RegExp(other.name) })).toContainText('Recorded');
    await page
      .getByRole('row', { name: /The connection to the device was lost/ })
      .getByRole('button', { name: 'Replay' })
      .click();
    await expect(screen(page)).toContainText(ap.version, { timeout: 30_000 });
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('slider', { name: 'Position' }).press('End');
    await expect(screen(page)).toContainText('killall rtty');
  });
});
