import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { closeDrawer, SLOW } from './support/device-steps.ts';
import { navigateTo } from './support/navigate.ts';
import {
  callApi,
  PASSWORD,
  type Registered,
  registerWithSite,
  signInByApi,
  signInHome,
  signOut,
} from './support/people.ts';
import type { TestServer } from './support/server.ts';
import { test as base, consoleWith, expect } from './support/test.ts';

const PAGE = '/alarm/noticeSetting';
const DRAWER = '[role="dialog"]';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A local HTTP server that receives webhooks. */
interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Sets the status of the next responses. */
  answer(status: number): void;
}

const OWN = consoleWith({ WEBHOOK_ALLOW: '127.0.0.0/8' });

const test = base.extend<{ receiver: Receiver }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the required fixtures from this pattern
  wantedConsole: async ({}, use) => use(OWN),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the required fixtures from this pattern
  receiver: async ({}, use) => {
    const received: Received[] = [];
    let status = 200;
    const listener = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
        response.writeHead(status).end();
      });
    }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const address = listener.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    await use({
      url: `http://127.0.0.1:${port}/alarms`,
      received,
      answer(next) {
        status = next;
      },
    });
    listener.close();
  },
});

type Table = 'Recipients' | 'Webhooks and chats' | 'Delivery log';

function rowOf(page: Page, table: Table, name: RegExp): Locator {
  return page.getByRole('table', { name: table }).getByRole('row', { name });
}

async function choose(page: Page, row: Locator, name: string, action: string): Promise<void> {
  await row.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('a notification setting is created, a test is sent, and the log shows its delivery', async ({
  page,
  server,
}) => {
  const person = await registerWithSite(server);
  await signInByApi(page, person.userName);
  await navigateTo(page, PAGE);
  await expect(page.getByText('No notification settings yet')).toBeVisible();
  await page.getByRole('tabpanel').getByRole('button', { name: 'New notification setting' }).click();
  const form = page.getByRole('dialog', { name: 'New notification setting' });
  const summary = form.getByRole('status');

  await test.step('the form summarizes the setting in words', async () => {
    await expect(form.getByLabel('Name')).toBeFocused();
    await form.getByLabel('Name').fill('Night watch');
    await expect(summary).toContainText(`Notifies ${person.userName} by this console and e-mail.`);
    await expect(summary).toContainText('As soon as an alarm is raised. Also when an alarm is cleared.');
    await form.getByRole('checkbox', { name: 'SMS' }).check();
    await expect(summary).toContainText(`${person.userName} cannot be notified by SMS`);
    await form.getByRole('checkbox', { name: 'SMS' }).uncheck();
    await form.getByRole('combobox', { name: 'When' }).click();
    await page.locator('.ant-select-item-option').filter({ hasText: 'If nobody confirms' }).click();
    await form.getByLabel('Minutes without confirmation').fill('');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('Please fill this in.')).toBeVisible();
    await form.getByLabel('Minutes without confirmation').fill('20');
    await expect(summary).toContainText('Only when nobody has confirmed the alarm within 20 minutes');
    await form.getByRole('button', { name: 'Add quiet hours' }).click();
    const rest = form.getByRole('group', { name: 'Quiet hours' });
    await rest.getByLabel('From').fill('22:00');
    await rest.getByLabel('Until').fill('23:59');
    await expect(summary).toContainText(
      'Not during quiet hours: 22:00 to 23:59, local time of the alarm’s site.',
    );
    await expect(summary).toContainText('Urgent alarms are reported even then.');
    await expectAccessible(page, 'notification form', DRAWER);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
  });

  const row = rowOf(page, 'Recipients', /Night watch/);
  await test.step('it is listed, disabled and enabled', async () => {
    await expect(row).toContainText('If nobody confirms within 20 minutes');
    await expect(row).toContainText('All sites');
    const on = row.getByRole('switch', { name: 'Turn Night watch on or off' });
    await on.click();
    await expect(on).not.toBeChecked();
    await on.click();
    await expect(on).toBeChecked();
    await expectAccessible(page, 'notification settings');
  });

  await test.step('sending a test opens the log', async () => {
    await choose(page, row, 'Night watch', 'Send test notification');
    await expect(page).toHaveURL(/tab=log/);
    const mail = rowOf(page, 'Delivery log', /Test/).filter({ hasText: person.email });
    await expect(mail).toContainText('Sent', { timeout: 30_000 });
    await expect(mail).toContainText('Night watch');
    await mail.getByRole('button', { name: 'Test', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Test' });
    await expect(drawer).toContainText(person.email);
    await expectAccessible(page, 'one notice', DRAWER);
    await closeDrawer(drawer);
    await page.getByRole('combobox', { name: 'State' }).click();
    await page.locator('.ant-select-item-option').filter({ hasText: 'Failed' }).click();
    await expect(page.getByText('Nothing matches')).toBeVisible();
  });

  await test.step('it is deleted', async () => {
    await navigateTo(page, PAGE);
    await choose(page, row, 'Night watch', 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No notification settings yet')).toBeVisible();
  });
});

/** Verifies a signature as the page documents it. */
async function exampleOf(page: Page) {
  const folder = await mkdtemp(join(tmpdir(), 'airloom example '));
  const path = join(folder, 'check.mjs');
  await writeFile(path, await page.locator('pre').innerText());
  const example: { isFromAirloom(headers: IncomingHttpHeaders, body: string, secret: string): boolean } =
    await import(pathToFileURL(path).href);
  await rm(folder, { recursive: true });
  return example.isFromAirloom;
}

test('a webhook is created, its test is signed as documented, and deliveries can be repeated', async ({
  page,
  server,
  receiver,
}) => {
  const person = await registerWithSite(server);
  await signInByApi(page, person.userName);
  await navigateTo(page, '/alarm/alarmSetting?new=rule');
  await page.getByRole('checkbox', { name: 'webhook' }).check();
  await expect(page.getByRole('link', { name: 'View webhooks' })).toHaveAttribute(
    'href',
    `${PAGE}?tab=webhooks`,
  );
  await navigateTo(page, `${PAGE}?tab=webhooks`);
  await page.getByRole('tabpanel').getByRole('button', { name: 'New webhook' }).click();
  const form = page.getByRole('dialog', { name: 'New webhook' });
  await form.getByLabel('Name').fill('Tickets');
  await form.getByLabel('URL').fill('ftp://example.org');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByText('Enter an address that begins with https:// or http://.')).toBeVisible();
  await form.getByLabel('URL').fill(receiver.url);
  await form.getByRole('button', { name: 'Create' }).click();

  const shown = page.getByRole('dialog', { name: 'Secret of Tickets' });
  const secret = await shown.locator('.shown-once-secret').innerText();
  const isFromAirloom = await exampleOf(page);
  await expectAccessible(page, 'the secret of a webhook', DRAWER);
  await shown.getByRole('button', { name: 'I have saved it' }).click();

  const row = rowOf(page, 'Webhooks and chats', /Tickets/);
  await expect(row).toContainText('Nothing sent yet');

  await test.step('a signed test arrives', async () => {
    await choose(page, row, 'Tickets', 'Send test notification');
    await expect(page).toHaveURL(/tab=log&webhookUUID=/);
    await expect(rowOf(page, 'Delivery log', /Test/)).toContainText('Sent', { timeout: 30_000 });
    const [first] = receiver.received;
    expect(first && isFromAirloom(first.headers, first.body, secret)).toBe(true);
    expect(first && isFromAirloom(first.headers, `${first.body} `, secret)).toBe(false);
  });

  await test.step('the delivery is repeated', async () => {
    await rowOf(page, 'Delivery log', /Test/)
      .getByRole('button', { name: /^Actions for Test/ })
      .click();
    await page.getByRole('menuitem', { name: 'Send again' }).click();
    await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(2);
  });

  await test.step('a new secret replaces the old one', async () => {
    await page.getByRole('tab', { name: 'Webhooks and chats' }).click();
    await expect(row).toContainText('Sent');
    await choose(page, row, 'Tickets', 'Renew secret');
    await page.getByRole('dialog').getByRole('button', { name: 'Renew secret' }).click();
    const renewed = await shown.locator('.shown-once-secret').innerText();
    await shown.getByRole('button', { name: 'I have saved it' }).click();
    await choose(page, row, 'Tickets', 'Send test notification');
    await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(3);
    // The page opens its log once the test is queued.
    await expect(page.getByRole('table', { name: 'Delivery log' })).toBeVisible();
    const last = receiver.received.at(-1);
    expect(last && isFromAirloom(last.headers, last.body, secret)).toBe(false);
    expect(last && isFromAirloom(last.headers, last.body, renewed)).toBe(true);
  });

  await test.step('a rejected delivery is retried later', async () => {
    receiver.answer(503);
    await navigateTo(page, `${PAGE}?tab=webhooks`);
    await choose(page, row, 'Tickets', 'Send test notification');
    const turnedAway = rowOf(page, 'Delivery log', /Pending/);
    await expect(turnedAway).toContainText('1 attempt failed, next attempt', { timeout: 30_000 });
    await expect(turnedAway).toContainText('The receiving server responded with 503.');
  });

  await test.step('a private address is refused', async () => {
    await expectAccessible(page, 'the delivery log');
    await navigateTo(page, `${PAGE}?tab=webhooks`);
    await row.getByRole('button', { name: 'Tickets', exact: true }).click();
    const change = page.getByRole('dialog', { name: 'Tickets' });
    await change.getByLabel('URL').fill('http://10.0.0.1/alarms');
    await change.getByRole('button', { name: 'Save' }).click();
    await expect(change.getByText('is in a network that webhooks are not allowed to reach')).toBeVisible();
  });

  await test.step('a failed delivery is sent again once the receiver answers', async () => {
    await navigateTo(page, PAGE);
    await signOut(page);
    await exhaustRetries(server, person);
    await signInHome(page, person.userName);
    await navigateTo(page, `${PAGE}?tab=log`);
    await expect(rowOf(page, 'Delivery log', /Failed/)).toBeVisible({ timeout: 30_000 });
    receiver.answer(200);
    await page.getByRole('button', { name: 'Send 1 failed notification again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByText('1 notification is being sent again')).toBeVisible();
    await expect(rowOf(page, 'Delivery log', /Failed/)).toHaveCount(0, { timeout: 30_000 });
    await expect(page.getByRole('button', { name: /failed notifications? again/ })).toHaveCount(0);
  });
});

/** Lets the pauses between attempts pass, an hour at most, until the notification has failed. */
async function exhaustRetries(server: TestServer, { token }: Registered): Promise<void> {
  // Sessions expire meanwhile.
  const key = { name: 'Log', grants: ['alarm_index' as const], expiresAt: null, password: PASSWORD };
  const { secret } = await callApi(server, 'createApiKey', key, token);
  await expect
    .poll(async () => {
      const state = (await callApi(server, 'listDeliveries', {}, secret)).rows[0]?.state;
      // An attempt may still be running when the time passes; its pause begins after that.
      if (state === 'waiting') server.advanceMinutes(61);
      return state;
    }, SLOW)
    .toBe('failed');
}

test('the form of a new webhook has no axe violations', async ({ page, server }) => {
  const person = await registerWithSite(server);
  await signInByApi(page, person.userName);
  await navigateTo(page, `${PAGE}?tab=webhooks&new=webhook`);
  await expect(page.getByRole('dialog', { name: 'New webhook' })).toBeVisible();
  await expectAccessible(page, 'new webhook', DRAWER);
});
