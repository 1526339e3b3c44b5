import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { makeCpuRule } from './support/alarm-steps.ts';
import { expectAccessible } from './support/axe.ts';
import { closeDrawer, makeCode, SLOW } from './support/device-steps.ts';
import { test } from './support/fleet.ts';
import { navigateTo } from './support/navigate.ts';
import { callApi, registerWithSite, signInByApi } from './support/people.ts';
import { expect } from './support/test.ts';

/** Devices need time to boot and report. */
test.describe.configure({ mode: 'parallel', timeout: 240_000 });

const DRAWER = '[role="dialog"]';

function bell(page: Page): Locator {
  return page.getByRole('banner').getByRole('link', { name: /^Alarms:/ });
}

async function press(button: Locator): Promise<void> {
  await button.focus();
  await button.press('Enter');
}

/** Creates a rule that raises an alarm at the next report of a busy device. */
/** Presses Tab without pauses: the button is shown for a limited time. */
async function pressTabUntilFocused(page: Page, button: string): Promise<void> {
  const stopsMax = 80;
  for (let stop = 0; stop < stopsMax; stop += 1) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate(() => document.activeElement?.textContent)) === button) return;
  }
  throw new Error(`Tab does not reach ${button}`);
}

test('an alarm is raised, confirmed, cleared and listed in the history', async ({
  page,
  server,
  startDevices,
}) => {
  const person = await registerWithSite(server);
  await signInByApi(page, person.userName);
  const code = await makeCode(page, { into: 'Harbour', uses: 1 });
  await makeCpuRule(page, 'Too busy');
  const devices = await startDevices({ code, kinds: 'ap=1', seed: 21 });
  await navigateTo(page, '/device/all');
  const row = page.getByRole('table').getByRole('row', { name: /Online/ });
  await expect(row).toBeVisible(SLOW);
  const name = (await row.getByRole('link').first().textContent()) ?? '';
  await expect(bell(page)).toHaveAccessibleName('Alarms: none unconfirmed');

  await test.step('the bell updates on any page and links to the alarm', async () => {
    devices.command({ do: 'highCpu', percent: 97 });
    devices.command({ do: 'reportNow' });
    await expect(bell(page)).toHaveAccessibleName('Alarms: 1 unconfirmed, highest level: Urgent', SLOW);
    await bell(page).click();
    await expect(page).toHaveURL(/\/topalarm\/list$/);
    await expect(page.getByRole('button', { name: '1 Urgent' })).toBeVisible();
    const alarm = page.getByRole('table').getByRole('row', { name: /High CPU load/ });
    await expect(alarm).toContainText('CPU load reached 97% (threshold 90%).');
    await expect(alarm.getByRole('link', { name })).toHaveAttribute('href', /capDetail\?deviceUUID=/);
    await expect(alarm.getByRole('link', { name: 'Harbour' })).toBeVisible();
    await expectAccessible(page, 'current alarms');
  });

  await test.step('the alarm is confirmed by one click in the list, which can be undone', async () => {
    const alarm = page.getByRole('table').getByRole('row', { name: /High CPU load/ });
    await alarm.getByRole('button', { name: /^Confirm:/ }).click();
    await expect(bell(page)).toHaveAccessibleName('Alarms: none unconfirmed');
    await expect(alarm.getByText('Confirmed', { exact: true })).toBeVisible();
    await expect(alarm.getByRole('button', { name: /^Confirm:/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(bell(page)).toHaveAccessibleName('Alarms: 1 unconfirmed, highest level: Urgent');
    await expect(alarm.getByText('Unconfirmed', { exact: true })).toBeVisible();
  });

  await test.step('and in its drawer, where undo is reached by keyboard', async () => {
    await page.getByRole('button', { name: 'High CPU load', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'High CPU load' });
    await drawer.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(bell(page)).toHaveAccessibleName('Alarms: none unconfirmed');
    const undo = page.getByRole('button', { name: 'Undo' });
    await expect(undo).toBeVisible();
    await pressTabUntilFocused(page, 'Undo');
    await page.keyboard.press('Enter');
    await expect(bell(page)).toHaveAccessibleName('Alarms: 1 unconfirmed, highest level: Urgent');
    await expect(drawer.getByText('Unconfirmed', { exact: true })).toBeVisible();
    await expect(undo).toHaveCount(0);
    expect(await drawer.evaluate((open) => open.contains(document.activeElement))).toBe(true);
    await drawer.getByRole('button', { name: 'Confirm', exact: true }).click();
    await undo.click();
    await expect(bell(page)).toHaveAccessibleName('Alarms: 1 unconfirmed, highest level: Urgent');
    await closeDrawer(drawer);
  });

  await test.step('and on the home page', async () => {
    await navigateTo(page, '/home/index');
    await page.getByRole('button', { name: /^Confirm: High CPU load/ }).click();
    await expect(bell(page)).toHaveAccessibleName('Alarms: none unconfirmed');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('button', { name: /^Confirm: High CPU load/ })).toBeVisible();
    await navigateTo(page, '/topalarm/list');
  });

  await test.step('the alarm is opened and confirmed by keyboard', async () => {
    await press(page.getByRole('button', { name: 'High CPU load', exact: true }));
    const drawer = page.getByRole('dialog', { name: 'High CPU load' });
    await expect(page).toHaveURL(/[?&]alarm=/);
    await expect(drawer.getByRole('link', { name: 'Device status at that time' })).toBeVisible();
    await expectAccessible(page, 'one alarm', DRAWER);
    await press(drawer.getByRole('button', { name: 'Confirm with note' }));
    const note = page.getByRole('dialog', { name: 'Confirm 1 alarm' }).getByLabel('Note');
    await expect(note).toBeFocused();
    await page.keyboard.type('Somebody looks at it');
    await page.keyboard.press('Enter');
    await expect(drawer.getByText('Somebody looks at it')).toBeVisible();
    await expect(drawer.getByText(`by ${person.userName}`)).toBeVisible();
    await expect(bell(page)).toHaveAccessibleName('Alarms: none unconfirmed');
    await closeDrawer(drawer);
  });

  await test.step('the alarm links to its device on the topology', async () => {
    await page.getByRole('button', { name: 'High CPU load', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'High CPU load' });
    await drawer.getByRole('link', { name: 'Show in the topology' }).click();
    await expect(page).toHaveURL(/\/monitor\/topo\?.*find=/);
    const box = await page.getByRole('application').boundingBox();
    if (box === null) throw new Error('There is no picture');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    const seen = page.getByRole('dialog', { name, exact: true });
    await expect(seen.getByRole('link', { name: '1', exact: true })).toHaveAttribute('href', /topalarm/);
    await navigateTo(page, '/topalarm/list');
  });

  await test.step('the alarm clears by itself and moves to the history', async () => {
    devices.command({ do: 'highCpu' });
    devices.command({ do: 'reportNow' });
    await expect(page.getByText('No active alarms', { exact: true })).toBeVisible(SLOW);
    await page.getByRole('tab', { name: 'History' }).click();
    const past = page.getByRole('table').getByRole('row', { name: /High CPU load/ });
    await expect(past).toContainText('Recovered');
    await past.getByRole('button', { name: 'High CPU load', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'High CPU load' });
    await expect(drawer.getByText('Somebody looks at it')).toBeVisible();
    await expect(drawer.getByText('Recovered')).toBeVisible();
    await expectAccessible(page, 'one past alarm', DRAWER);
    await drawer.getByRole('link', { name: 'Device status at that time' }).click();
    await expect(page.getByRole('button', { name: /^Around/, pressed: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'CPU and memory as a table' })).toBeVisible();
  });

  await test.step('the history is exported and downloaded', async () => {
    await navigateTo(page, '/alarm/list?tab=history');
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text).toContain(name);
    expect(text).toContain('Recovered');
    await page.getByRole('button', { name: /^Actions for High CPU load/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No past alarms')).toBeVisible();
  });
});

test.describe('changes during viewing', () => {
  test('several alarms are cleared at once with a note, and a disabled rule clears its alarms', async ({
    page,
    server,
    startDevices,
  }) => {
    const { userName, siteUUID, token } = await registerWithSite(server);
    await signInByApi(page, userName);
    await makeCpuRule(page, 'Too busy');
    const { code } = await callApi(server, 'createClaimCode', { siteUUID, uses: 3 }, token);
    const devices = await startDevices({ code, kinds: 'ap=3', seed: 22 });
    await navigateTo(page, '/device/all');
    await expect(page.getByRole('table').getByRole('row', { name: /Online/ })).toHaveCount(3, SLOW);
    devices.command({ do: 'highCpu', percent: 95 });
    devices.command({ do: 'reportNow' });
    await navigateTo(page, '/alarm/list');
    const alarms = page.getByRole('table').getByRole('row', { name: /High CPU load/ });
    await expect(alarms).toHaveCount(3, SLOW);

    await test.step('the counts filter the list', async () => {
      await page.getByRole('button', { name: '0 Notice' }).click();
      await expect(page.getByText('Nothing matches')).toBeVisible();
      await page.getByRole('button', { name: '3 Urgent' }).click();
      await expect(alarms).toHaveCount(3);
    });

    await test.step('the rule is disabled and its alarms clear', async () => {
      await navigateTo(page, '/alarm/alarmSetting?size=50');
      const rule = page.getByRole('table').getByRole('row', { name: /Too busy/ });
      await expect(rule.getByRole('link', { name: '3' })).toBeVisible();
      await rule.getByRole('switch', { name: 'Turn Too busy on or off' }).click();
      const sure = page.getByRole('dialog', { name: 'Turn off Too busy?' });
      await expect(sure).toContainText('3 active alarms of this rule are cleared.');
      await sure.getByRole('button', { name: 'Turn off' }).click();
      await expect(rule.getByRole('switch')).not.toBeChecked();
      await navigateTo(page, '/alarm/list?tab=history');
      await expect(alarms.filter({ hasText: 'Rule changed' })).toHaveCount(3);
      // The list shows its last rows until it is read again: it must be empty before alarms are raised again.
      await navigateTo(page, '/alarm/list');
      await expect(page.getByText('No active alarms', { exact: true })).toBeVisible();
      await navigateTo(page, '/alarm/alarmSetting?size=50');
      await rule.getByRole('switch').click();
      await expect(rule.getByRole('switch')).toBeChecked();
    });

    await test.step('alarms are raised again, and one clears while it is open', async () => {
      devices.command({ do: 'reportNow' });
      await navigateTo(page, '/alarm/list');
      await expect(alarms).toHaveCount(3, SLOW);
      await page.getByRole('button', { name: 'High CPU load', exact: true }).first().click();
      const drawer = page.getByRole('dialog', { name: 'High CPU load' });
      await expect(drawer.getByText('Active', { exact: true })).toBeVisible();
      const alarmUUID = new URL(page.url()).searchParams.get('alarm') ?? '';
      await callApi(server, 'clearAlarm', { alarmUUIDs: [alarmUUID], note: 'Seen elsewhere' }, token);
      await expect(drawer.getByText('Cleared manually')).toBeVisible();
      await expect(drawer.getByText('Seen elsewhere')).toBeVisible();
      await closeDrawer(drawer);
      await expect(alarms).toHaveCount(2);
    });

    await test.step('the other alarms are cleared manually at once', async () => {
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      await page.getByRole('button', { name: 'Clear', exact: true }).click();
      const form = page.getByRole('dialog', { name: 'Clear 2 alarms' });
      await form.getByLabel('Note').fill('They may be busy');
      await form.getByRole('button', { name: 'Clear' }).click();
      await expect(page.getByText('No active alarms', { exact: true })).toBeVisible();
      await page.getByRole('tab', { name: 'History' }).click();
      await expect(alarms.filter({ hasText: 'Cleared manually' })).toHaveCount(3);
    });
  });
});

test('maintenance windows, monitored clients and the notice that every rule is disabled', async ({
  page,
  server,
}) => {
  const { userName, token } = await registerWithSite(server);
  await signInByApi(page, userName);

  await test.step('maintenance', async () => {
    await navigateTo(page, '/alarm/alarmSetting?tab=maintenance');
    await page.getByRole('tabpanel').getByRole('button', { name: 'Schedule maintenance' }).click();
    const form = page.getByRole('dialog', { name: 'Schedule maintenance' });
    await expect(form).toBeVisible();
    await expectAccessible(page, 'plan maintenance', DRAWER);
    await form.getByLabel('Name').fill('New cables');
    await form.getByRole('button', { name: 'Schedule', exact: true }).click();
    const entry = page.getByRole('listitem').filter({ hasText: 'New cables' });
    await expect(entry).toContainText('In progress');
    await expect(entry).toContainText('Harbour');
    await entry.getByRole('button', { name: 'End' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
    await expect(page.getByText('No maintenance scheduled')).toBeVisible();
  });

  await test.step('monitored clients', async () => {
    await navigateTo(page, '/alarm/monitoringUsers');
    await page.getByRole('button', { name: 'Paste list' }).click();
    const form = page.getByRole('dialog', { name: 'Paste list' });
    await form.getByLabel('One client per line').fill('90:3c:b3:bb:1d:a8 Till\nnobody');
    await expect(form.getByRole('status')).toContainText('1 client found. Invalid lines: 2.');
    await form.getByRole('button', { name: 'Add' }).click();
    await expect(form.getByText('Some lines do not begin with a MAC address.')).toBeVisible();
    await expectAccessible(page, 'paste terminals', DRAWER);
    await form.getByLabel('One client per line').fill('90:3c:b3:bb:1d:a8 Till\n903cb3bb1da9');
    await form.getByRole('button', { name: 'Add' }).click();
    await expect(form).toBeHidden();
    const till = page.getByRole('table').getByRole('row', { name: /90-3C-B3-BB-1D-A8/ });
    await expect(till).toContainText('Till');
    await expect(till).toContainText('Never seen');
    await expectAccessible(page, 'monitored clients');
    await till.getByRole('button', { name: 'Actions for Till' }).click();
    await page.getByRole('menuitem', { name: 'Stop monitoring' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop monitoring' }).click();
    await expect(till).toBeHidden();
  });

  await test.step('every rule is disabled', async () => {
    const { rows } = await callApi(server, 'listAlarmRules', { size: 200 }, token);
    expect(rows.length).toBeGreaterThan(15);
    for (const { ruleUUID } of rows) {
      await callApi(server, 'switchAlarmRule', { ruleUUID, enabled: false }, token);
    }
    await navigateTo(page, '/alarm/alarmSetting?size=50');
    await expect(page.getByText('All rules are off, so no alarms are raised.')).toBeVisible();
    await page.getByRole('searchbox').fill('busy channel');
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
    await navigateTo(page, '/topalarm/list');
    await expect(page.getByText('All alarm rules are off')).toBeVisible();
  });
});

test('the form of a new rule has no axe violations', async ({ page, server }) => {
  const person = await registerWithSite(server);
  await signInByApi(page, person.userName);
  await navigateTo(page, '/alarm/alarmSetting?new=rule');
  await expect(page.getByRole('dialog', { name: 'New rule' })).toBeVisible();
  await expectAccessible(page, 'new rule', DRAWER);
});
