import type { Page } from '@playwright/test';
import { SLOW } from './support/device-steps.ts';
import { testWithClock as test } from './support/fleet.ts';
import { navigateTo } from './support/navigate.ts';
import { callApi, registerWithSite, signInByApi } from './support/people.ts';
import type { TestServer } from './support/server.ts';
import { takeOver } from './support/take-over.ts';
import { expect } from './support/test.ts';

/** Devices report once a minute, and each wave waits for a report. */
test.describe.configure({ timeout: 900_000 });

const ROLLOUT = { timeout: 300_000 };

async function devicesOf(server: TestServer, token: string) {
  return (await callApi(server, 'listDevices', { size: 50, sort: 'name' }, token)).rows;
}

/** Confirms the review that is open. */
async function apply(page: Page, summary: string, title = 'Review the change'): Promise<void> {
  const review = page.getByRole('dialog', { name: title });
  await expect(review.getByText(summary)).toBeVisible(SLOW);
  await review.getByRole('button', { name: 'Apply' }).click();
  await expect(review).toBeHidden(SLOW);
}

async function openChange(page: Page, number: number): Promise<void> {
  await navigateTo(page, '/configuration/changes');
  await page.getByRole('link', { name: `Change ${number}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Change ${number}` })).toBeVisible();
}

test('a network is rolled out, devices that fail get their settings back, and the change is reverted', async ({
  page,
  server,
  startDevices,
}) => {
  const person = await registerWithSite(server, { organization: 'Northwind', site: 'Harbour' });
  const { token } = person;
  const [enterprise] = (await callApi(server, 'listEnterprises', {}, token)).rows;
  const { siteUUID: hill } = await callApi(
    server,
    'createSite',
    {
      enterpriseUUID: enterprise?.enterpriseUUID ?? '',
      name: 'Hill',
      countryCode: 'PL',
      timeZone: 'UTC+01:00',
    },
    token,
  );
  const harbourCode = await callApi(server, 'createClaimCode', { siteUUID: person.siteUUID, uses: 5 }, token);
  const hillCode = await callApi(server, 'createClaimCode', { siteUUID: hill, uses: 2 }, token);
  const harbourFleet = await startDevices({ code: harbourCode.code, kinds: 'ap=5', seed: 1 });
  await startDevices({ code: hillCode.code, kinds: 'ap=2', seed: 2, building: 'Hilltop' });
  const online = async () => (await devicesOf(server, token)).filter(({ status }) => status === 'online');
  await expect.poll(async () => (await online()).length, SLOW).toBe(7);
  const devices = await devicesOf(server, token);
  await takeOver(
    server,
    person,
    devices.map(({ deviceUUID }) => deviceUUID),
  );
  const states = async () =>
    new Set((await devicesOf(server, token)).map(({ configurationState }) => configurationState));
  await expect.poll(states, SLOW).toEqual(new Set(['applied']));
  await signInByApi(page, person.userName);

  await test.step('a network of the organization reaches all access points', async () => {
    await navigateTo(page, '/wireless/netconfig');
    await page.getByRole('button', { name: 'New network' }).first().click();
    await page.getByLabel('Name (SSID)').fill('Staff');
    await page.getByRole('radio', { name: 'Organization', exact: true }).check();
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await page.getByRole('button', { name: 'Save' }).click();
    await apply(page, '7 devices in 2 sites will change.');
    await openChange(page, 1);
    await expect(page.getByText('Done', { exact: true })).toBeVisible(ROLLOUT);
    await expect(page.getByRole('row', { name: /Verified/ })).toHaveCount(7);
    await navigateTo(page, '/wireless/netconfig');
    await expect(page.getByRole('row', { name: 'Staff' })).toContainText('7 of 7 APs', SLOW);
  });

  const [change] = (await callApi(server, 'listChanges', {}, token)).rows;
  const { rows } = await callApi(
    server,
    'listChangeDevices',
    { changeUUID: change?.changeUUID ?? '', size: 50 },
    token,
  );
  const later = rows.filter(({ wave, siteName }) => wave > 1 && siteName === 'Harbour');
  const serialOf = (index: number) => {
    const found = devices.find(({ deviceUUID }) => deviceUUID === later[index]?.deviceUUID);
    return found?.mac.replaceAll(/[:-]/g, '').toLowerCase() ?? '';
  };
  const [rejecting, silent, offline] = [serialOf(0), serialOf(1), serialOf(2)];

  await test.step('one device rejects the override of its site, one falls silent, and both get their settings back', async () => {
    harbourFleet.command({ do: 'offline', serial: offline });
    await expect.poll(async () => (await online()).length, SLOW).toBe(6);
    harbourFleet.command({
      do: 'fault',
      serial: rejecting,
      configuration: 'refused',
      rejectedText: 'No room for this VLAN',
      configurationTimes: 1,
    });
    harbourFleet.command({ do: 'fault', serial: silent, configuration: 'silent', awayMs: 20_000 });
    await navigateTo(page, `/wireless/netconfig?at=${person.siteUUID}`);
    await page
      .getByRole('row', { name: 'Staff' })
      .getByRole('button', { name: /Actions|More/ })
      .click();
    await page.getByRole('menuitem', { name: /Override/ }).click();
    const vlan = page.getByRole('group', { name: 'VLAN ID' });
    await vlan.getByRole('button', { name: 'Override' }).click();
    await vlan.getByRole('spinbutton').or(vlan.getByRole('textbox')).fill('20');
    await page.getByRole('button', { name: 'Save' }).click();
    await apply(page, '5 devices in 1 site will change.');
    await openChange(page, 2);
    await expect(
      page.getByRole('row', { name: /Rejected|Reverting|Failed and reverted/ }).first(),
    ).toContainText('No room for this VLAN', ROLLOUT);
    await expect(page.getByRole('row', { name: /Stopped/ })).toHaveCount(1, SLOW);
    const returned = page.getByRole('row', { name: 'Failed and reverted' });
    // A device has five minutes to return to its settings, too.
    await expect(returned).toHaveCount(1, ROLLOUT);
    server.advanceMinutes(6);
    harbourFleet.command({ do: 'fault', serial: silent, configuration: 'none' });
    await expect(returned).toHaveCount(2, ROLLOUT);
    await expect(returned.filter({ hasText: 'The device did not answer within 5 minutes' })).toHaveCount(1);
    await expect(page.getByRole('row', { name: /Verified/ })).toHaveCount(2, ROLLOUT);
    await expect(page.getByText('Done with failures').first()).toBeVisible(ROLLOUT);
  });

  await test.step('the change is reverted', async () => {
    harbourFleet.command({ do: 'online', serial: offline });
    await page.getByRole('button', { name: 'Revert…' }).click();
    await apply(page, '2 devices in 1 site will change.', 'Review the revert');
    await openChange(page, 3);
    await expect(page.getByText('Done', { exact: true })).toBeVisible(ROLLOUT);
  });
});
