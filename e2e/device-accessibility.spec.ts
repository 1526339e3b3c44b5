import { expectAccessible, expectCleanPage } from './support/axe.ts';
import { closeDrawer, openTasks, outcomeOf, SLOW } from './support/device-steps.ts';
import { test } from './support/fleet.ts';
import { navigateTo } from './support/navigate.ts';
import { callApi, registerWithSite, signInByApi } from './support/people.ts';
import { expect } from './support/test.ts';

/** axe checks every part of large pages. */
test.describe.configure({ mode: 'parallel', timeout: 240_000 });

const TABS = ['overview', 'radios', 'clients', 'ports', 'neighbours', 'events', 'commands', 'configuration'];
const LOGS = ['operation', 'device', 'upgrade', 'terminal'];
const DRAWER = '[role="dialog"]';

test('a device that reports and executes commands has no axe violations', async ({
  page,
  server,
  startDevices,
}) => {
  const { userName, siteUUID, token } = await registerWithSite(server);
  const { code } = await callApi(server, 'createClaimCode', { siteUUID }, token);
  await startDevices({ code, kinds: 'ap=1', seed: 11 });
  await signInByApi(page, userName);
  await navigateTo(page, '/device/ap');
  const link = page
    .getByRole('table')
    .getByRole('row', { name: /Online/ })
    .getByRole('link')
    .first();
  await link.click(SLOW);
  await expect(page).toHaveURL(/deviceUUID=/);
  const device = page.url();
  await expect(page.getByRole('button', { name: 'CPU and memory as a table' })).toBeVisible(SLOW);

  await test.step('a command and its result', async () => {
    await page.getByRole('button', { name: 'Locate…' }).click();
    const form = page.getByRole('dialog', { name: /^Locate/ });
    await expect(form).toBeVisible();
    await expectAccessible(page, 'command', DRAWER);
    await form.getByRole('button', { name: 'Locate', exact: true }).click();
    const drawer = await outcomeOf(page, 'Locate');
    await expectAccessible(page, 'outcome', DRAWER);
    await closeDrawer(drawer);
    await openTasks(page);
    await expectAccessible(page, 'tasks', DRAWER);
    await page.getByRole('button', { name: 'All commands' }).click();
    await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
    await expectAccessible(page, 'commands', DRAWER);
  });

  for (const tab of TABS) await expectCleanPage(page, `${device}&tab=${tab}`);
  for (const tab of LOGS) await expectCleanPage(page, `/alarm/logs?tab=${tab}`);
});
