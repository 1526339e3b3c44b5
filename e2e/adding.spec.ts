import type { Locator, Page } from '@playwright/test';
import { authorityFiles } from './support/authority.ts';
import { expectAccessible, WITHOUT_SHELL } from './support/axe.ts';
import { expectStage, makeCode, SLOW } from './support/device-steps.ts';
import { test as base, type VirtualDevices } from './support/fleet.ts';
import { navigateTo } from './support/navigate.ts';
import { registerPerson, registerWithSite, signInByApi, signInHome } from './support/people.ts';
import { consoleWith, expect, WITH_GATEWAY } from './support/test.ts';

/** Devices need time to start. */
base.describe.configure({ timeout: 240_000 });

const maker = await authorityFiles('Maker');
/** A console that knows the authority of a manufacturer. */
const WITH_MAKER = consoleWith({ ...WITH_GATEWAY, DEVICE_CA_FILE: maker.certificate });

const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the required fixtures from this pattern
  wantedConsole: async ({}, use) => use(WITH_MAKER),
});

async function onlySerial(devices: VirtualDevices): Promise<string> {
  await expect.poll(async () => (await devices.serials()).length, SLOW).toBe(1);
  const [serial = ''] = await devices.serials();
  return serial;
}

function refused(page: Page): Locator {
  return page.getByRole('region', { name: 'Refused attempts' });
}

test('from an empty account to a device online in four clicks, without a terminal', async ({
  page,
  server,
  startDevices,
}) => {
  const { userName } = await registerPerson(server);
  const devices = await startDevices({ authority: maker, kinds: 'ap=1', seed: 31 });
  const serial = await onlySerial(devices);
  await signInHome(page, userName);
  let clicks = 0;
  const click = async (target: Locator): Promise<void> => {
    clicks += 1;
    await target.click();
  };

  await test.step('company, organization and site in one form', async () => {
    await expect(page.getByRole('heading', { name: 'Set up your network' })).toBeVisible();
    await expectAccessible(page, 'set up', WITHOUT_SHELL);
    await page.getByLabel('Company name').fill('Harbour Hotels');
    await expect(page.getByLabel('Organization', { exact: true })).toHaveValue('Harbour Hotels');
    await page.getByLabel('First site').fill('Gdynia');
    await click(page.getByRole('button', { name: 'Create and add a device' }));
  });

  await test.step('the device by its MAC address', async () => {
    await expect(page).toHaveURL(/\/device\/add/);
    await expectAccessible(page, 'ways', WITHOUT_SHELL);
    await click(page.getByRole('link', { name: /With a manufacturer certificate/ }));
    await expectAccessible(page, 'certificate', WITHOUT_SHELL);
    await page.getByLabel(/^MAC/).fill(serial);
    await click(page.getByRole('button', { name: 'Add device', exact: true }));
  });

  await test.step('it connects, live', async () => {
    await expect(page.getByText('DHCP option', { exact: true })).toBeVisible();
    await expect(page.getByText(/^dhcp-option-force=224,[\w.]+:\d+$/)).toBeVisible();
    await expectStage(page, 'Online');
    await expect(page.getByText('All devices are online.')).toBeVisible();
    await expectAccessible(page, 'progress', WITHOUT_SHELL);
  });
  await click(page.getByRole('link', { name: 'Go to the device list' }));
  await expect(page.getByRole('row', { name: /Online/ })).toBeVisible();
  expect(clicks).toBe(4);
});

test('invitations name the company', async ({ page, server }) => {
  const { userName } = await registerPerson(server);
  await signInHome(page, userName);
  await page.getByLabel('Company name').fill('Northwind Cafés');
  await page.getByLabel('First site').fill('Lobby');
  await page.getByRole('button', { name: 'Create and add a device' }).click();
  await expect(page).toHaveURL(/\/device\/add/);
  await navigateTo(page, '/topnav/subaccount');
  await page.getByRole('button', { name: 'Invite' }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('E-mail addresses or phone numbers').fill('guest@example.org');
  await drawer.getByLabel('E-mail addresses or phone numbers').press('Enter');
  await drawer.getByLabel('Role').click();
  await page.getByTitle('Organization administrator').last().click();
  await drawer.getByRole('treeitem', { name: 'Northwind Cafés' }).first().click();
  await drawer.getByRole('button', { name: 'Send invitation' }).click();
  const { subject, body } = await server.messageTo('guest@example.org');
  expect(`${subject} ${body}`).toContain('Northwind Cafés');
});

test('setting up can be skipped and taken up again', async ({ page, server }) => {
  const { userName } = await registerPerson(server);
  await signInHome(page, userName);
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await expect(page.getByLabel('Company name')).toBeHidden();
  await page.reload();
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  await expect(page.getByLabel('Company name')).toBeVisible();
});

test('says in words why a device with an unknown certificate is refused', async ({
  page,
  server,
  startDevices,
}) => {
  const person = await registerWithSite(server);
  const unknown = await authorityFiles('Unknown');
  const serial = await onlySerial(await startDevices({ authority: unknown, kinds: 'ap=1', seed: 32 }));
  await signInByApi(page, person.userName);
  await navigateTo(page, '/device/add?way=certificate&add=list');
  await page.getByLabel('Devices, one per line').fill(`${serial}; ; Roof`);
  await page.getByRole('button', { name: 'Add 1 device' }).click();
  await expectStage(page, 'Waiting');
  await expect(refused(page)).toContainText('an authority that this account does not trust', SLOW);
  await expect(refused(page)).toContainText('from 127.0.0.1');
  await expect(refused(page).getByRole('link', { name: 'Roof' })).toBeVisible();
  await page.getByText('Nothing happens?').click();
  await expect(page.getByText(/The device can reach [\w.]+:\d+/)).toBeVisible();
  await expectAccessible(page, 'refused', WITHOUT_SHELL);

  const stranger = await registerWithSite(server);
  const other = await page.context().browser()?.newContext({ baseURL: server.url, locale: 'en-GB' });
  const elsewhere = await other?.newPage();
  if (!elsewhere) throw new Error('no page');
  await signInByApi(elsewhere, stranger.userName);
  await navigateTo(elsewhere, '/device/add');
  await expect(elsewhere.getByRole('link', { name: /Without a certificate/ })).toBeVisible();
  await expect(elsewhere.getByRole('region', { name: /Refused attempts/ })).toHaveCount(0);
  await other?.close();
});

test('a device without a certificate enrols with a code; a second one is refused', async ({
  page,
  server,
  startDevices,
}) => {
  const person = await registerWithSite(server);
  await signInByApi(page, person.userName);
  await navigateTo(page, '/device/unclaimed?tab=codes');
  await page.getByRole('button', { name: 'Add device', exact: true }).first().click();
  await page.getByRole('link', { name: /Without a certificate/ }).click();
  await expectAccessible(page, 'code', WITHOUT_SHELL);
  const code = await makeCode(page, { into: 'Harbour', uses: 1 });
  await expect(page.getByText(new RegExp(`/enrol\\.sh \\| sh -s -- [\\w.]+:\\d+ ${code} ap$`))).toBeVisible();
  await page.getByText('Advanced: single steps').click();
  await expect(page.getByText('openssl req -new', { exact: false }).last()).toBeVisible();
  await expect(page.getByText('Waiting for the first device')).toBeVisible();
  await expectAccessible(page, 'made code', WITHOUT_SHELL);

  await startDevices({ code, kinds: 'ap=2', seed: 33 });
  await expectStage(page, 'Online');
  await expect(refused(page)).toContainText('already used by the maximum number of devices', SLOW);
  await expect(page.getByText('All devices are online.')).toBeVisible();
});

test('reads no barcodes where the browser cannot, and says what to do instead', async ({ page, server }) => {
  const person = await registerWithSite(server);
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'BarcodeDetector'));
  await signInByApi(page, person.userName);
  await navigateTo(page, '/device/add?way=certificate&add=scan');
  await expect(page.getByText('This browser cannot read barcodes.', { exact: false })).toBeVisible();
  await expectAccessible(page, 'scan', WITHOUT_SHELL);
});
