import type { SettingEdit } from '@airloom/contract/configuration/edits';
import type { Page } from '@playwright/test';
import { SLOW } from './support/device-steps.ts';
import { navigateTo } from './support/navigate.ts';
import { callApi, inviteMember, registerWithSite, signInByApi } from './support/people.ts';
import type { TestServer } from './support/server.ts';
import { expect, test } from './support/test.ts';

async function applyByApi(server: TestServer, token: string, edits: SettingEdit[]): Promise<void> {
  const source = { kind: 'edits' as const, edits };
  const { digest } = await callApi(server, 'reviewChange', { source }, token);
  await callApi(server, 'applyChange', { source, digest, reason: '' }, token);
}

async function networksOf(server: TestServer, token: string) {
  return (await callApi(server, 'listSettings', { kind: 'wirelessNetwork' }, token)).rows;
}

/** Confirms the review that is open. */
async function apply(page: Page): Promise<void> {
  const review = page.getByRole('dialog', { name: 'Review the change' });
  await review.getByRole('button', { name: 'Apply' }).click();
  await expect(review).toBeHidden(SLOW);
}

const DOCUMENT = {
  uuid: 7,
  radios: [{ band: '5G', channel: 36 }],
  interfaces: [
    {
      name: 'WAN',
      ssids: [{ name: 'Cafe', 'wifi-bands': ['5G'], encryption: { proto: 'psk2', key: 'espresso-please' } }],
    },
  ],
  services: {},
};

test('a network is imported, edited, deleted by another person and created again', async ({
  page,
  server,
}) => {
  const { token, userName } = await registerWithSite(server);
  await signInByApi(page, userName);

  await test.step('a device configuration is imported', async () => {
    await navigateTo(page, '/wireless/netconfig');
    await page.getByRole('button', { name: 'Import configuration…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import configuration' });
    await expect(dialog.getByTitle('Harbour · Site')).toBeVisible();
    await dialog.getByLabel('Configuration (JSON)').fill('radios');
    await dialog.getByRole('button', { name: 'Read configuration' }).click();
    await expect(dialog.getByText('This is not a JSON object.')).toBeVisible();
    await dialog.getByLabel('Choose a JSON file').setInputFiles({
      name: 'ap.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(DOCUMENT)),
    });
    await dialog.getByRole('button', { name: 'Read configuration' }).click();
    await expect(dialog.getByText('Network Cafe')).toBeVisible();
    await expect(dialog.getByText('Radio settings: 5 GHz')).toBeVisible();
    await expect(dialog.getByText('services', { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Review' }).click();
    const review = page.getByRole('dialog', { name: 'Review the change' });
    await expect(review.getByText('Access points')).toBeVisible(SLOW);
    await expect(review.getByText('targets')).toHaveCount(0);
    await apply(page);
    await expect(page.getByRole('row', { name: 'Cafe' })).toBeVisible();
  });

  await test.step('nothing can be saved before a change, and a night ends at midnight', async () => {
    await page.getByRole('link', { name: 'Cafe' }).click();
    const save = page.getByRole('button', { name: 'Save' });
    await expect(save).toBeDisabled();
    await page.getByRole('button', { name: 'Add off time' }).click();
    await expect(page.getByLabel('Until')).toHaveValue('00:00');
    await page.getByLabel('Until').fill('23:00');
    await page.getByLabel('Until').fill('00:00');
    await save.click();
    await apply(page);
    const [stored] = await networksOf(server, token);
    expect(stored?.edit.value).toMatchObject({ offTimes: [{ start: '22:00', end: '24:00' }] });
  });

  await test.step('the form keeps its values when another person deletes the network', async () => {
    await page.getByRole('link', { name: 'Cafe' }).click();
    await page.getByLabel('VLAN ID').fill('42');
    const [stored] = await networksOf(server, token);
    if (!stored) throw new Error('The network is missing.');
    await applyByApi(server, token, [{ ...stored.edit, baseVersion: stored.version, value: null }]);
    await expect(page.getByRole('button', { name: 'Resolve the conflict' })).toBeVisible();
    await expect(page.getByText('This setting was deleted while you were editing.').first()).toBeVisible();
    await expect(page.getByLabel('VLAN ID')).toHaveValue('42');
    await page.getByRole('button', { name: 'Create it again with my values' }).click();
    await expect(page.getByRole('button', { name: 'Keep the saved one' })).toHaveCount(0);
    await page.getByLabel('Password', { exact: true }).fill('ristretto-please');
    await page.getByRole('button', { name: 'Save' }).click();
    await apply(page);
    const [again] = await networksOf(server, token);
    expect(again?.edit.value).toMatchObject({ ssid: 'Cafe', vlan: 42 });
  });
});

test('the white list that a person applied is no conflict for this person', async ({ page, server }) => {
  const { token, userName, siteUUID } = await registerWithSite(server);
  await signInByApi(page, userName);
  await navigateTo(page, `/wireless/whitelist?place=${siteUUID}`);
  const domains = page.getByLabel('Domains');
  await domains.fill('example.com');
  await domains.press('Enter');
  await page.getByRole('button', { name: 'Save' }).click();
  await apply(page);
  await expect(page.getByText('Last changed by')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await expect(page.getByText('while you were editing')).toHaveCount(0);

  const [stored] = (await callApi(server, 'listSettings', { kind: 'whitelist', placeUUID: siteUUID }, token))
    .rows;
  expect(stored?.edit.value).toEqual({ addresses: [], domains: ['example.com'] });
});

function someNetwork(place: SettingEdit['place'], ssid: string): SettingEdit {
  return {
    kind: 'wirelessNetwork',
    settingUUID: null,
    baseVersion: null,
    place,
    value: {
      ssid,
      enabled: true,
      hidden: false,
      offTimes: [],
      encryption: 'open',
      password: null,
      privateKeys: [],
      radius: null,
      vlan: null,
      fastRoaming: false,
      clientIsolation: false,
      bands: ['2G', '5G'],
      bandwidth: { upKbps: null, downKbps: null, clientUpKbps: null, clientDownKbps: null },
      targets: { kind: 'all' },
    },
  };
}

test('a person chooses between two versions field by field, and finishes through the draft', async ({
  page,
  server,
}) => {
  const { token, userName, siteUUID } = await registerWithSite(server);
  await applyByApi(server, token, [someNetwork({ level: 'site', uuid: siteUUID }, 'Lobby')]);
  await signInByApi(page, userName);
  await navigateTo(page, '/wireless/netconfig');
  await page.getByRole('link', { name: 'Lobby' }).click();
  await page.getByLabel('VLAN ID').fill('40');
  await page.getByRole('switch', { name: 'Hidden' }).click();

  await test.step('another person saves another VLAN and client isolation', async () => {
    const [stored] = await networksOf(server, token);
    if (stored?.edit.kind !== 'wirelessNetwork' || stored.edit.value === null)
      throw new Error('The network is missing.');
    const value = { ...stored.edit.value, vlan: 50, clientIsolation: true };
    await applyByApi(server, token, [{ ...stored.edit, baseVersion: stored.version, value }]);
    await page.getByRole('button', { name: 'Resolve the conflict' }).click();
    await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  });

  await test.step('the VLAN of the other person is taken, the own visibility stays', async () => {
    await expect(page.getByRole('radiogroup', { name: 'VLAN changed by both' })).toBeVisible();
    await page.getByRole('radio', { name: 'Saved version 50' }).check();
    await page.getByRole('button', { name: 'Continue with the selected values' }).click();
    await expect(page.getByLabel('VLAN ID')).toHaveValue('50');
    await expect(page.getByRole('switch', { name: 'Hidden' })).toBeChecked();
    await expect(page.getByRole('switch', { name: 'Client isolation' })).toBeChecked();
  });

  await test.step('the edit is applied from the draft that the list shows', async () => {
    await page.getByRole('button', { name: 'Add to draft' }).click();
    // The form shows the draft, too.
    await expect(page.getByRole('heading', { level: 1, name: 'Networks' })).toBeVisible();
    await expect(page.getByText('1 edit in the draft of Harbour')).toBeVisible();
    await page.getByRole('button', { name: 'Review and apply' }).click();
    await apply(page);
    await expect(page.getByText('1 edit in the draft of Harbour')).toBeHidden();
    const [stored] = await networksOf(server, token);
    expect(stored?.edit.value).toMatchObject({ vlan: 50, hidden: true, clientIsolation: true });
  });
});

test('a site operator duplicates a network of the organization to the site', async ({ page, server }) => {
  const owner = await registerWithSite(server);
  const [enterprise] = (await callApi(server, 'listEnterprises', {}, owner.token)).rows;
  const organization = { level: 'organization' as const, uuid: enterprise?.enterpriseUUID ?? '' };
  await applyByApi(server, owner.token, [someNetwork(organization, 'Staff')]);
  const { roleUUID } = await callApi(
    server,
    'createRole',
    { name: 'Networks', permissions: ['network:operate', 'network_config:operate', 'device_manage'] },
    owner.token,
  );
  await signInByApi(page, await inviteMember(server, owner, roleUUID));
  await navigateTo(page, '/wireless/netconfig');
  await page
    .getByRole('row', { name: 'Staff' })
    .getByRole('button', { name: /Actions|More/ })
    .click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.getByLabel('Name (SSID)').fill('Staff 2');
  await page.getByRole('button', { name: 'Save' }).click();
  await apply(page);
  const places = (await networksOf(server, owner.token)).map(({ place }) => place.level);
  expect(places.toSorted()).toEqual(['organization', 'site']);
});

test.describe('without an answer', () => {
  test.use({ expectedErrors: [/status of 500/] });

  test('the form keeps its values when the settings cannot be read again', async ({ page, server }) => {
    const { token, userName, siteUUID } = await registerWithSite(server);
    const place = { level: 'site' as const, uuid: siteUUID };
    await applyByApi(server, token, [someNetwork(place, 'Lobby')]);
    await signInByApi(page, userName);
    await navigateTo(page, '/wireless/netconfig');
    await page.getByRole('link', { name: 'Lobby' }).click();
    await page.getByLabel('VLAN ID').fill('42');
    await page.route('**/configuration/settings?*', (route) => route.fulfill({ status: 500 }));
    const failed = page.waitForResponse((answer) => answer.status() === 500);
    await applyByApi(server, token, [someNetwork(place, 'Other')]);
    await (await failed).finished();
    await expect(page.getByLabel('VLAN ID')).toHaveValue('42');
  });
});
