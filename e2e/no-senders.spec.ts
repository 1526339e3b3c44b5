import { registerWithSite, signIn, signInByApi } from './support/people.ts';
import { consoleWith, expect, test } from './support/test.ts';

test.use({
  wantedConsole: consoleWith({
    AIRLOOM_DEMO: 'off',
    TRUSTED_PROXIES: '127.0.0.1',
    OUTBOX_COUNTS_AS_SENT: 'off',
  }),
});

test('without senders nothing claims to be sent, and the administrator is told what to do', async ({
  page,
  server,
  browser,
}) => {
  await test.step('the administrator of the console sees a notice and the settings', async () => {
    const { userName, password } = server.administrator;
    await signIn(page, userName, password);
    const notice = page.getByText('This console sends neither mail nor SMS: no sender is configured.');
    await expect(notice).toBeVisible();
    await page.getByRole('link', { name: 'Server settings' }).click();
    const mail = page.getByRole('group', { name: 'Mail' });
    await expect(mail.getByText('Not configured: nothing is sent')).toBeVisible();
    await expect(mail.getByText('Set SMTP_URL and MAIL_FROM.')).toBeVisible();
    await expect(mail.getByRole('button', { name: 'Send a test to me' })).toBeDisabled();
  });

  await test.step('a code is not sent, and the page says whom to ask', async () => {
    const context = await browser.newContext({ baseURL: server.url, locale: 'en-GB' });
    const visitor = await context.newPage();
    await visitor.goto('/findpwd');
    await visitor.getByLabel('E-mail or phone').fill('anna@example.org');
    await visitor.getByRole('button', { name: 'Send code' }).click();
    await expect(visitor.getByText(/^No code was sent: this console has no sender/)).toBeVisible();
    await context.close();
  });

  await test.step('an invitation is passed on by its link', async () => {
    const person = await registerWithSite(server);
    const context = await browser.newContext({ baseURL: server.url, locale: 'en-GB' });
    const inviter = await context.newPage();
    await signInByApi(inviter, person.userName);
    await inviter.goto('/topnav/subaccount?new=1');
    const form = inviter.getByRole('dialog');
    await form.getByLabel('E-mail addresses or phone numbers').fill('invited@example.org');
    await form.getByLabel('E-mail addresses or phone numbers').press('Enter');
    await form.getByLabel('Role').click();
    await inviter.getByTitle('Site operator').last().click();
    await form.getByRole('treeitem', { name: 'Harbour' }).click();
    await form.getByRole('button', { name: 'Send invitation' }).click();
    const links = inviter.getByRole('dialog', { name: 'Pass the invitation on' });
    await expect(links).toContainText('/register?invitation=');
    await links.getByRole('button', { name: 'I have saved it' }).click();
    await expect(inviter.getByText('Not sent: no sender configured')).toBeVisible();
    await context.close();
  });
});
