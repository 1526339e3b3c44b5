import {
  SMTP_USER,
  type SmtpStandIn,
  startSmtp,
} from '../apps/server/src/platform/senders/testing/smtp-stand-in.ts';
import { expectAccessible } from './support/axe.ts';
import { SLOW } from './support/device-steps.ts';
import { type House, openHouse } from './support/house.ts';
import { registerWithSite, signInBeside } from './support/people.ts';
import { test as base, expect } from './support/test.ts';
import { walkTo } from './support/walk-to.ts';

const DRAWER = '[role="dialog"]';

/** What a mail says, however its parts are wrapped for the wire. */
function saidIn(raw: string): string {
  return raw.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=');
}

/** A house whose mail goes out by SMTP, and whose letters are therefore looked for there. */
const test = base.extend<object, { smtp: SmtpStandIn; house: House }>({
  smtp: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures wanted from this pattern
    async ({}, use) => {
      const smtp = await startSmtp();
      await use(smtp);
      await smtp.stop();
    },
    { scope: 'worker' },
  ],
  house: [
    async ({ smtp }, use) => {
      const user = [SMTP_USER.name, SMTP_USER.password].map(encodeURIComponent).join(':');
      const house = await openHouse({
        AIRLOOM_DEMO: 'off',
        SMTP_URL: `smtp://${user}@127.0.0.1:${smtp.port}`,
      });
      await use({
        ...house,
        async messageTo(target, saying = /./) {
          const find = () =>
            smtp.mails.findLast(({ to, raw }) => to.includes(target) && saying.test(saidIn(raw)));
          await expect.poll(find).toBeDefined();
          const body = saidIn(find()?.raw ?? '').split('\r\n\r\n');
          return { target, subject: '', body: body.slice(1).join('\n') };
        },
      });
      await house.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

/** A report is written and sent in its own time. */
test.describe.configure({ timeout: 240_000 });

test('a report is set up, says when it comes next, is sent, changed and deleted', async ({
  page,
  house,
  smtp,
}) => {
  const person = await registerWithSite(house);
  await signInBeside(page, person.userName);
  await walkTo(page, '/statistics/network');
  await page.getByRole('button', { name: 'Reports by mail' }).click();
  const list = page.getByRole('dialog', { name: 'Reports by mail' });
  await expect(list.getByText('No reports yet')).toBeVisible();
  await expectAccessible(page, 'no reports', DRAWER);
  const to = `reader-of-${person.userName}@example.org`;
  const arrived = () => smtp.mails.find(({ to: readers }) => readers.includes(to));

  await test.step('it begins with what one looks at, by the clock of the site', async () => {
    await list.getByRole('button', { name: 'New report' }).click();
    const form = page.getByRole('dialog', { name: 'New report' });
    await expect(form.getByLabel('Name')).toBeFocused();
    await expect(form.getByRole('checkbox', { name: 'Network' })).toBeChecked();
    await expect(form.getByText('UTC+01:00')).toBeVisible();
    await expect(form.getByText(person.email)).toBeVisible();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('Please fill this in.')).toBeVisible();
    await form.getByLabel('Name').fill('Harbour weekly');
    await form.getByRole('checkbox', { name: 'Assets' }).check();
    await form.getByRole('combobox', { name: 'Sent to' }).fill(to);
    await form.getByRole('combobox', { name: 'Sent to' }).press('Enter');
    await expectAccessible(page, 'a new report', DRAWER);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
  });

  const line = list.getByRole('listitem').filter({ hasText: 'Harbour weekly' });
  await test.step('the list says in words what goes where and when', async () => {
    await expect(line).toContainText('Every Monday at 07:00 (UTC+01:00)');
    await expect(line).toContainText('Harbour · Network and Assets');
    await expect(line).toContainText(/Next: .*7:00.*, (in \d|tomorrow)/);
    await expectAccessible(page, 'reports', DRAWER);
  });

  const act = async (action: string): Promise<void> => {
    await line.getByRole('button', { name: 'Actions for Harbour weekly' }).press('Enter');
    await page.getByRole('menuitem', { name: action }).press('Enter');
  };

  await test.step('sent now, it arrives with a workbook', async () => {
    await act('Send now');
    await expect(page.getByText('It is on its way to 2 addresses')).toBeVisible();
    await expect.poll(arrived, SLOW).toBeDefined();
    const raw = saidIn(arrived()?.raw ?? '');
    expect(raw).toMatch(/^Subject: .*Harbour.weekly/m);
    expect(raw).toContain('report.xlsx');
    await expect(line).toContainText('Sent last', SLOW);
  });

  await test.step('it is changed and deleted', async () => {
    await act('Change');
    const form = page.getByRole('dialog', { name: 'Change the report' });
    await form.getByRole('combobox', { name: 'How often' }).click();
    await page.locator('.ant-select-item-option').filter({ hasText: 'Every day' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(line).toContainText('Every day at 07:00');
    await act('Delete');
    await page
      .getByRole('dialog', { name: 'Delete “Harbour weekly”?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await expect(list.getByText('No reports yet')).toBeVisible();
  });
});
