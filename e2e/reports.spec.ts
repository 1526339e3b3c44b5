import {
  SMTP_USER,
  type SmtpStandIn,
  startSmtp,
} from '../apps/server/src/platform/senders/testing/smtp-stand-in.ts';
import { expectAccessible } from './support/axe.ts';
import { SLOW } from './support/device-steps.ts';
import { navigateTo } from './support/navigate.ts';
import { registerWithSite, signInByApi } from './support/people.ts';
import { startServer } from './support/server.ts';
import { test as base, expect } from './support/test.ts';

const DRAWER = '[role="dialog"]';

/** Decodes the quoted-printable line breaks of a mail. */
function decodeMail(raw: string): string {
  return raw.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=');
}

/** A server with SMTP: its messages are read from the SMTP stand-in. */
const test = base.extend<{ smtp: SmtpStandIn }>({
  smtp: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the required fixtures from this pattern
    async ({}, use) => {
      const smtp = await startSmtp();
      await use(smtp);
      await smtp.stop();
    },
    { scope: 'test' },
  ],
  server: [
    async ({ smtp }, use) => {
      const user = [SMTP_USER.name, SMTP_USER.password].map(encodeURIComponent).join(':');
      const server = await startServer({
        AIRLOOM_DEMO: 'off',
        SMTP_URL: `smtp://${user}@127.0.0.1:${smtp.port}`,
      });
      await use({
        ...server,
        async messageTo(target, matching = /./) {
          const find = () =>
            smtp.mails.findLast(({ to, raw }) => to.includes(target) && matching.test(decodeMail(raw)));
          await expect.poll(find).toBeDefined();
          const body = decodeMail(find()?.raw ?? '').split('\r\n\r\n');
          return { target, subject: '', body: body.slice(1).join('\n') };
        },
      });
      await server.stop();
    },
    { scope: 'test', timeout: 60_000 },
  ],
});

/** Reports are created and sent in the background. */
test.describe.configure({ timeout: 240_000 });

test('a scheduled report is created, shows its next time, is sent, changed and deleted', async ({
  page,
  server,
  smtp,
}) => {
  const person = await registerWithSite(server);
  await signInByApi(page, person.userName);
  await navigateTo(page, '/statistics/network');
  await page.getByRole('button', { name: 'Scheduled reports' }).click();
  const list = page.getByRole('dialog', { name: 'Scheduled reports' });
  await expect(list.getByText('No scheduled reports yet')).toBeVisible();
  await expectAccessible(page, 'no reports', DRAWER);
  const to = `reader-of-${person.userName}@example.org`;
  const arrived = () => smtp.mails.find(({ to: readers }) => readers.includes(to));

  await test.step('the form starts with the current page and the time zone of the site', async () => {
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
    await form.getByRole('combobox', { name: 'Recipients' }).fill(to);
    await form.getByRole('combobox', { name: 'Recipients' }).press('Enter');
    await expectAccessible(page, 'a new report', DRAWER);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
  });

  const line = list.getByRole('listitem').filter({ hasText: 'Harbour weekly' });
  await test.step('the list shows content, recipients and time in words', async () => {
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
    await expect(page.getByText('Sending to 2 addresses')).toBeVisible();
    await expect.poll(arrived, SLOW).toBeDefined();
    const raw = decodeMail(arrived()?.raw ?? '');
    expect(raw).toMatch(/^Subject: .*Harbour.weekly/m);
    expect(raw).toContain('report.xlsx');
    await expect(line).toContainText('Last sent', SLOW);
  });

  await test.step('it is changed and deleted', async () => {
    await act('Edit');
    const form = page.getByRole('dialog', { name: 'Edit report' });
    await form.getByRole('combobox', { name: 'Frequency' }).click();
    await page.locator('.ant-select-item-option').filter({ hasText: 'Every day' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(line).toContainText('Every day at 07:00');
    await act('Delete');
    await page
      .getByRole('dialog', { name: 'Delete “Harbour weekly”?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await expect(list.getByText('No scheduled reports yet')).toBeVisible();
  });
});
