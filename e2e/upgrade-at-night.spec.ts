import { countClicks } from './support/click-count.ts';
import { SLOW } from './support/device-steps.ts';
import { testWithClock as test } from './support/fleet.ts';
import { navigateTo } from './support/navigate.ts';
import { callApi, registerWithSite, signInByApi } from './support/people.ts';
import { expect } from './support/test.ts';
import { addImage } from './support/upgrade-steps.ts';

test.describe.configure({ timeout: 300_000 });

const MAX_CLICKS = 6;

test('firmware is upgraded at the local night of each site, within six clicks from Home', async ({
  page,
  server,
  startDevices,
}) => {
  const person = await registerWithSite(server, { organization: 'Northwind', site: 'Harbour' });
  const { token, siteUUID } = person;
  const [organization] = (await callApi(server, 'listEnterprises', {}, token)).rows;
  if (organization === undefined) throw new Error('There is no organization');
  const { siteUUID: other } = await callApi(
    server,
    'createSite',
    {
      enterpriseUUID: organization.enterpriseUUID,
      name: 'Kathmandu',
      countryCode: 'NP',
      timeZone: 'Asia/Kathmandu',
    },
    token,
  );
  for (const [seed, site] of [siteUUID, other].entries()) {
    const { code } = await callApi(server, 'createClaimCode', { siteUUID: site, uses: 1 }, token);
    await startDevices({ code, kinds: 'ap=1', seed: seed + 1 });
  }
  await expect
    .poll(async () => (await callApi(server, 'listDevices', { status: 'online' }, token)).total, SLOW)
    .toBe(2);
  const { rows } = await callApi(server, 'listDevices', {}, token);
  const models = [...new Set(rows.map(({ model }) => model))];
  await signInByApi(page, person.userName);
  const version = '9.9.9-night';
  await addImage(page, version, ...models);

  await navigateTo(page, '/home');
  const clicks = await countClicks(page);
  const menu = page.getByRole('navigation').first();
  await menu.getByText('Devices', { exact: true }).first().click();
  await menu.getByRole('link', { name: 'Firmware' }).click();
  await page.getByRole('button', { name: `Actions for ${version}` }).click();
  await page.getByRole('menuitem', { name: 'Upgrade devices…' }).click();
  const form = page.getByRole('dialog', { name: 'New campaign' });
  await form.getByRole('radio', { name: 'At night, local time of each site' }).check();
  const preview = form.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('term').filter({ hasText: '2 devices' })).toBeVisible();
  const groups = preview.getByRole('list', { name: 'Starts by site' }).getByRole('listitem');
  await expect(groups).toHaveCount(2);
  await expect(groups.nth(0)).toContainText('Kathmandu');
  await expect(groups.nth(1)).toContainText('Harbour');
  await form.getByRole('button', { name: 'Schedule' }).click();
  const campaign = page.getByRole('dialog', { name: `Upgrade to ${version}` });
  await expect(campaign.getByText('Scheduled', { exact: true })).toBeVisible();
  expect(clicks()).toBeLessThanOrEqual(MAX_CLICKS);

  await test.step('edited before it starts', async () => {
    await campaign.getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit campaign' });
    await edit.getByLabel('Start', { exact: true }).fill('03:00');
    await edit.getByLabel('Until').fill('');
    await expect(edit.getByRole('region', { name: 'Preview' }).getByText(/3:00/).first()).toBeVisible();
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(campaign.getByText(/03:00 local time/)).toBeVisible();
  });

  await test.step('each site starts at its night, and the other waits', async () => {
    const { rows: found } = await callApi(server, 'listCampaigns', {}, token);
    const startAt = found[0]?.startAt;
    if (typeof startAt !== 'string') throw new Error('The campaign has no start');
    const now = Date.now();
    server.advanceMinutes(Math.ceil((Date.parse(startAt) - now) / 60_000) + 1);
    await signInByApi(page, person.userName);
    await navigateTo(page, `/device/firmware?tab=campaigns&campaign=${found[0]?.campaignUUID}`);
    const lines = page.getByRole('dialog', { name: `Upgrade to ${version}` }).locator('.firmware-lines > li');
    await expect(lines.filter({ hasText: 'Kathmandu' })).toContainText('Upgrade successful', SLOW);
    await expect(lines.filter({ hasText: 'Harbour' })).toContainText('Waiting');
  });
});
