import {
  claim,
  closeDrawer,
  makeCode,
  openTasks,
  outcomeOf,
  SLOW,
  waitingDevice,
} from './support/device-steps.ts';
import { testWithClock as test } from './support/fleet.ts';
import { navigateTo } from './support/navigate.ts';
import {
  expectIsolated,
  markDevice,
  marksIn,
  openTenant,
  startDeviceOf,
  type Tenant,
} from './support/tenant.ts';
import { expect, recordConsoleErrors } from './support/test.ts';
import { addImage, campaignOf, chooseImage, localTime, newVersionOf } from './support/upgrade-steps.ts';

/** Devices need time to download, install and restart, two at a time. */
test.describe.configure({ timeout: 480_000 });

type Two<T> = readonly [T, T];

/** Runs a step in both accounts at once and expects that neither received data of the other. */
function inBothAccounts<T extends Tenant, R>(
  what: string,
  [one, other]: Two<T>,
  step: (tenant: T) => Promise<R>,
): Promise<Two<R>> {
  return test.step(what, async () => {
    const done = await Promise.all([step(one), step(other)]);
    await expectIsolated(one, other);
    return done;
  });
}

test('in two accounts at once a device is claimed, its scheduled upgrade fails, is retried and exported', async ({
  context,
  browser,
  server,
  startDevices,
}) => {
  const otherContext = await browser.newContext();
  const consoleErrors = recordConsoleErrors(otherContext);
  const tenants = [
    await openTenant(server, context, { word: 'Heron', seed: 1 }),
    await openTenant(server, otherContext, { word: 'Osprey', seed: 3 }),
  ] as const;

  const owners = await inBothAccounts('claimed, and it appears in the open list', tenants, async (tenant) => {
    const { page, list, word } = tenant;
    const code = await makeCode(page, { into: 'No site', uses: 1 });
    tenant.marks.push(code);
    await navigateTo(page, '/device/unclaimed');
    await expect(page.getByText('No devices waiting')).toBeVisible();
    const fleet = await startDeviceOf(startDevices, tenant, code);
    const name = await waitingDevice(page);
    expect(name).toContain(word);
    await claim(page, name, { into: `${word} Quay` });
    const row = list.getByRole('table').getByRole('row', { name: /Online/ });
    await expect(row).toHaveCount(1);
    await expect(row).toContainText(name);
    const device = await markDevice(server, tenant);
    await expect(row).toContainText(device.mac);
    return { ...tenant, fleet, device, row, version: newVersionOf(device.model, word) };
  });

  await inBothAccounts('restarted', owners, async ({ page, device: { name, deviceUUID } }) => {
    await navigateTo(page, `/device/capDetail?deviceUUID=${deviceUUID}`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.getByRole('button', { name: 'Reboot' }).click();
    const sure = page.getByRole('dialog', { name: `Reboot ${name}?` });
    await sure.getByRole('button', { name: 'Reboot' }).click();
    await closeDrawer(await outcomeOf(page, 'Reboot'));
  });

  await inBothAccounts('a scheduled upgrade is cancelled', owners, async ({ page, device, version }) => {
    await addImage(page, version, device.model);
    await page.getByRole('button', { name: 'New campaign' }).click();
    const form = await chooseImage(page, version);
    await form.getByLabel('Scheduled').check();
    await expect(form.getByText('Time zone: Europe/Warsaw')).toBeVisible();
    await form.getByLabel('Start at').fill(await localTime(page, 4));
    await form.getByRole('button', { name: 'Schedule' }).click();
    await expect(form.getByText('Choose a time at least five minutes from now.')).toBeVisible();
    await form.getByLabel('Start at').fill('2099-01-01T00:00');
    await form.getByRole('button', { name: 'Schedule' }).click();
    const campaign = campaignOf(page, version);
    await expect(campaign.getByText('Scheduled')).toBeVisible();
    await campaign.getByRole('button', { name: 'Stop' }).click();
    const sure = page.getByRole('dialog', { name: /^Stop / });
    await sure.getByRole('button', { name: 'Stop' }).click();
    await expect(campaign.getByText('Stopped', { exact: true })).toBeVisible();
  });

  await inBothAccounts('a scheduled upgrade starts', owners, async ({ page, fleet, device, version }) => {
    fleet.command({ do: 'fault', firmware: 'download' });
    await navigateTo(page, `/device/capDetail?deviceUUID=${device.deviceUUID}`);
    await page.getByRole('button', { name: 'Upgrade…' }).click();
    const form = await chooseImage(page, version);
    await form.getByLabel('Scheduled').check();
    await form.getByLabel('Start at').fill(await localTime(page, 7));
    await form.getByLabel('Retries per device').fill('0');
    await form.getByLabel('Stop at failure rate').fill('100');
    await form.getByRole('button', { name: 'Schedule' }).click();
    await expect(campaignOf(page, version).getByText('Scheduled')).toBeVisible();
  });

  server.advanceMinutes(8);
  await inBothAccounts('it fails', owners, async ({ page, device, version }) => {
    const campaign = campaignOf(page, version);
    await expect(campaign.getByText('Upgrade failed')).toBeVisible(SLOW);
    await expect(campaign.getByRole('link', { name: device.name })).toBeVisible();
  });

  await inBothAccounts('it is retried and runs the new version', owners, async (owner) => {
    const { page, fleet, row, version } = owner;
    fleet.command({ do: 'fault', firmware: 'none' });
    const campaign = campaignOf(page, version);
    await campaign.getByRole('button', { name: 'Retry 1 failed device' }).click();
    await expect(campaign.getByText('Upgrade successful')).toBeVisible(SLOW);
    await expect(row).toContainText(version, SLOW);
    await closeDrawer(campaign);
  });

  await inBothAccounts(
    'its results are downloaded from the tasks',
    owners,
    async ({ page, traffic, device, version }) => {
      const centre = await openTasks(page);
      const done = centre
        .getByRole('listitem')
        .filter({ hasText: 'Completed' })
        .filter({ hasText: 'Upgrade' });
      const download = page.waitForEvent('download');
      await done.getByRole('button', { name: 'Download results' }).first().click();
      expect((await download).suggestedFilename()).toBe('upgrade-results.csv');
      const text = await traffic.read(download);
      expect(text).toContain(device.name);
      expect(text).toContain(version);
    },
  );

  await inBothAccounts('it is exported', owners, async ({ list, traffic, device, version }) => {
    await list.bringToFront();
    await list.getByRole('button', { name: 'Export' }).click();
    const form = list.getByRole('dialog', { name: /Export 1 device/ });
    await form.getByRole('radio', { name: 'CSV' }).check();
    await form.getByRole('checkbox', { name: 'SN' }).check();
    const download = list.waitForEvent('download');
    await form.getByRole('button', { name: 'Download' }).click();
    const [, row] = (await traffic.read(download)).split('\r\n');
    const { name, sn, mac } = device;
    expect(marksIn(row ?? '', [name, sn, mac, version])).toEqual([name, sn, mac, version]);
  });

  await inBothAccounts('it is logged', owners, async ({ page, traffic, device, version }) => {
    await page.bringToFront();
    await navigateTo(page, '/alarm/logs?tab=upgrade');
    const log = page.getByRole('table').getByRole('row', { name: `Upgrade to ${version}` });
    await expect(log.filter({ hasText: 'Upgrade successful' })).toBeVisible();
    await navigateTo(page, `/device/capDetail?deviceUUID=${device.deviceUUID}`);
    await expect(page.locator('.device-facts')).toContainText(version);
    const { responses, frames } = await traffic.received();
    const { deviceUUID, name, sn, mac } = device;
    expect(marksIn(responses, [name, sn, mac, version])).toEqual([name, sn, mac, version]);
    expect(frames).toContain(deviceUUID);
  });
  expect(consoleErrors).toEqual([]);
  await otherContext.close();
});
