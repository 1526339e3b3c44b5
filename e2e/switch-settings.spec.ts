import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { SLOW } from './support/device-steps.ts';
import { testWithClock as test } from './support/fleet.ts';
import { navigateTo } from './support/navigate.ts';
import { callApi, registerWithSite, signInByApi } from './support/people.ts';
import { takeOver } from './support/take-over.ts';
import { expect } from './support/test.ts';

/** A switch that is cut off is away for half a minute. */
test.describe.configure({ timeout: 900_000 });
const ROLLOUT = { timeout: 300_000 };

const UPLINK = 'Ethernet0';

async function apply(page: Page): Promise<void> {
  const review = page.getByRole('dialog', { name: 'Review the change' });
  await expect(review.getByText('1 device in 1 site will change.')).toBeVisible(SLOW);
  await review.getByRole('button', { name: 'Apply' }).click();
  await expect(review).toBeHidden(SLOW);
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByTitle(option, { exact: true }).last().click();
}

async function selectPorts(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
}

test('ports, VLANs and routes of a switch are changed safely', async ({ page, server, startDevices }) => {
  const person = await registerWithSite(server);
  const { token, siteUUID } = person;
  const { code } = await callApi(server, 'createClaimCode', { siteUUID, uses: 5 }, token);
  const fleet = await startDevices({ code, kinds: 'gateway=1,switch=1,ap=2', seed: 3 });
  const read = async () =>
    (await callApi(server, 'listDevices', { size: 50 }, token)).rows.find(({ kind }) => kind === 'switch');
  await expect.poll(async () => (await read())?.status, SLOW).toBe('online');
  const device = await read();
  const deviceUUID = device?.deviceUUID ?? '';
  const view = () => callApi(server, 'viewDevice', { deviceUUID }, token);
  await fleet.whileReporting(async () => {
    await expect.poll(async () => (await view()).report?.ports.length ?? 0, ROLLOUT).toBeGreaterThan(2);
    await takeOver(server, person, [deviceUUID]);
    await expect.poll(async () => (await view()).configurationState, ROLLOUT).toBe('applied');
  });
  const ports = (await view()).report?.ports ?? [];
  const copper = ports.find(({ uplink, optical, power }) => !uplink && optical !== true && power !== null);
  const optical = ports.find(({ uplink, optical: isOptical }) => !uplink && isOptical === true);
  const [copperName, opticalName] = [copper?.name ?? '', optical?.name ?? ''];
  expect([copperName, opticalName]).toEqual([
    expect.stringMatching(/^Ethernet/),
    expect.stringMatching(/^Ethernet/),
  ]);
  await signInByApi(page, person.userName);
  const latest = async () => (await callApi(server, 'listChanges', {}, token)).rows[0]?.state ?? null;
  const untagged = async () =>
    (await view()).report?.portVlans?.find(({ port }) => port === copperName)?.untagged;
  const untilDone = () => fleet.whileReporting(() => expect.poll(latest, ROLLOUT).toBe('done'));

  await test.step('a trunk needs a VLAN, and an action needs a port', async () => {
    await navigateTo(page, `/device/switchDetail?deviceUUID=${deviceUUID}`);
    await page.getByRole('tab', { name: 'Settings', exact: true }).click();
    await expect(page.getByRole('table', { name: 'Ports' })).toBeVisible(SLOW);
    await expectAccessible(page, 'switch ports');
    await page.getByRole('button', { name: 'Edit selected ports' }).click();
    await expect(page.getByText('Select at least one port.')).toBeVisible();
    await selectPorts(page, copperName);
    await page.getByRole('button', { name: 'Edit selected ports' }).click();
    const drawer = page.getByRole('dialog', { name: `Port ${copperName}` });
    await choose(page, 'Port mode', 'Trunk');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await expect(drawer.getByText('Trunk mode requires a VLAN ID.')).toBeVisible();
    await choose(page, 'Port mode', 'Access');
    await drawer.getByLabel('VLAN (untagged)').fill('30');
    await drawer.getByLabel('Port name').fill('Camera');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await apply(page);
  });

  await test.step('the next state of the switch confirms the VLAN', async () => {
    await fleet.whileReporting(() => expect.poll(untagged, ROLLOUT).toBe(30));
    await untilDone();
  });

  await test.step('a cable is tested after a warning, and the result of each pair stays', async () => {
    await page.getByRole('button', { name: copperName, exact: true }).click();
    const drawer = page.getByRole('dialog', { name: `Port ${copperName}` });
    await expect(drawer.getByRole('table', { name: 'Settings' })).toContainText('This port');
    await drawer.getByRole('button', { name: 'Test cable' }).click();
    const warning = page.getByRole('dialog', { name: `Test the cable at ${copperName}?` });
    await warning.getByRole('button', { name: 'Test cable' }).click();
    const pairs = drawer.getByRole('table', { name: 'Cable test' });
    await expect(pairs.getByRole('row')).toHaveCount(5, SLOW);
    await expect(drawer.getByText(/^Last result: /)).toBeVisible();
    await expectAccessible(page, 'port of a switch');
    await drawer.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('an uplink is tested only after a warning of its own', async () => {
    await page.getByRole('button', { name: UPLINK, exact: true }).click();
    const drawer = page.getByRole('dialog', { name: `Port ${UPLINK}` });
    const testCable = drawer.getByRole('button', { name: 'Test cable' });
    // An optical uplink has no cable test.
    if (ports.find(({ name }) => name === UPLINK)?.optical === true) await expect(testCable).toHaveCount(0);
    else {
      await testCable.click();
      const warning = page.getByRole('dialog', { name: `Test the cable of uplink port ${UPLINK}?` });
      await warning.getByRole('button', { name: 'Cancel' }).click();
    }
    await drawer.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('a VLAN that ports use is not deleted', async () => {
    await page.getByRole('button', { name: 'VLANs', exact: true }).click();
    await page.getByRole('button', { name: 'New VLAN' }).click();
    const drawer = page.getByRole('dialog', { name: 'New VLAN' });
    await drawer.getByLabel('VLAN ID').fill('30');
    await drawer.getByLabel('VLAN name').fill('Cameras');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await apply(page);
    await untilDone();
    const row = page.getByRole('row', { name: /Cameras/ });
    await row.getByRole('button', { name: /actions/i }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const refusal = page.getByRole('dialog', { name: 'VLAN 30 is in use' });
    await expect(refusal).toContainText(copperName);
    await refusal.getByRole('button', { name: 'OK' }).click();
  });

  await test.step('optical ports are left out when several ports are disabled, and named', async () => {
    await page.getByRole('button', { name: 'Ports', exact: true }).click();
    await selectPorts(page, copperName, opticalName);
    await page.getByRole('button', { name: 'Edit selected ports' }).click();
    const drawer = page.getByRole('dialog', { name: 'Edit 2 ports' });
    await choose(page, 'Port enabled', 'Off');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await expect(
      page.getByText(`Optical port not disabled or powered: ${opticalName}`).first(),
    ).toBeVisible();
    await apply(page);
    await untilDone();
    const { report } = await view();
    expect(report?.ports.find(({ name }) => name === copperName)?.linked).toBe(false);
    expect(report?.disabledPorts).toContain(copperName);
    expect(report?.disabledPorts).not.toContain(opticalName);
    const stored = await callApi(
      server,
      'listSettings',
      { kind: 'switchPorts', placeUUID: deviceUUID },
      token,
    );
    expect(stored.rows[0]?.edit.value).toMatchObject({ ports: [{ port: copperName }] });
  });

  const linkedUplink = async () => (await view()).report?.ports.find(({ name }) => name === UPLINK)?.linked;
  const review = page.getByRole('dialog', { name: 'Review the change' });
  const question = page.getByRole('dialog', { name: `Cut off uplink port ${UPLINK}?` });

  await test.step('cutting off the uplink asks first, and changes nothing without a confirmation', async () => {
    await page.reload();
    await selectPorts(page, UPLINK);
    await page.getByRole('button', { name: 'Edit selected ports' }).click();
    const drawer = page.getByRole('dialog', { name: `Port ${UPLINK}` });
    await choose(page, 'Port enabled', 'Off');
    const before = (await callApi(server, 'listChanges', {}, token)).total;
    await drawer.getByRole('button', { name: 'Save' }).click();
    await expect(
      review.getByText(`the connection of uplink port ${UPLINK} may be lost`, { exact: false }),
    ).toBeVisible(SLOW);
    await review.getByRole('button', { name: 'Apply' }).click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(review).toBeVisible();
    expect((await callApi(server, 'listChanges', {}, token)).total).toBe(before);
    expect(await linkedUplink()).toBe(true);
  });

  await test.step('a confirmed cut is applied, and reverted once the switch is back', async () => {
    await review.getByRole('button', { name: 'Apply' }).click();
    await question.getByRole('button', { name: 'Cut off anyway' }).click();
    await expect(review).toBeHidden(SLOW);
    await page.getByRole('button', { name: 'View change' }).click();
    // The switch is away for half a minute and restores its configuration by itself.
    const row = page.getByRole('row', { name: /Failed and reverted/ });
    await fleet.whileReporting(async () => {
      await expect(row).toContainText('returned to its previous configuration', ROLLOUT);
      await expect(page.getByText('Done with failures').first()).toBeVisible(ROLLOUT);
      await expect.poll(async () => (await view()).status, ROLLOUT).toBe('online');
      await expect.poll(linkedUplink, ROLLOUT).toBe(true);
    });
  });

  await test.step('the next change reaches the switch without the cut', async () => {
    await navigateTo(page, `/device/switchDetail?deviceUUID=${deviceUUID}`);
    await page.getByRole('tab', { name: 'Settings', exact: true }).click();
    await page.getByRole('button', { name: 'VLANs', exact: true }).click();
    await page.getByRole('button', { name: 'New VLAN' }).click();
    const drawer = page.getByRole('dialog', { name: 'New VLAN' });
    await drawer.getByLabel('VLAN ID').fill('40');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await expect(review.getByText('Not applied to the uplink port', { exact: false }).first()).toBeVisible(
      SLOW,
    );
    await apply(page);
    await untilDone();
    expect((await view()).status).toBe('online');
    expect(await linkedUplink()).toBe(true);
  });
});
