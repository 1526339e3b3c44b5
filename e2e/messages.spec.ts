import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { inTestedLanguages } from './support/languages.ts';
import { callApi, registerWithSite, signInHome } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** Markup that must be shown as typed. */
const TYPED = 'The harbour closes at noon {{count}} $t(ui.save) <b>bold</b>';
const DRAWER = '[role="dialog"]';
const NARROW = { width: 360, height: 740 };

function envelope(page: Page): Locator {
  return page.getByRole('banner').getByRole('button', { name: /^Messages:/ });
}

function centreOf(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Messages and tasks' });
}

test('a message is written, read by keyboard and deleted; the unread count is live', async ({
  page,
  server,
}) => {
  const person = await registerWithSite(server);
  await signInHome(page, person.userName);
  await expect(envelope(page)).toHaveAccessibleName('Messages: nothing new');
  await envelope(page).focus();
  await page.keyboard.press('Enter');
  const centre = centreOf(page);
  await expect(centre.getByText('No system messages')).toBeVisible();
  await expectAccessible(page, 'no messages', DRAWER);

  await centre.getByRole('tab', { name: 'System' }).press('ArrowRight');
  await centre.getByRole('tab', { name: 'Notifications' }).press('ArrowRight');
  await expect(centre.getByText('Messages from people in the account appear here.')).toBeVisible();
  await centre.getByRole('button', { name: 'Write a message' }).click();
  const form = page.getByRole('dialog', { name: 'Write a message' });
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(form.getByText('Fill this in').first()).toBeVisible();
  await form.getByLabel('To').click();
  await page.locator('.ant-select-item-option').filter({ hasText: person.userName }).click();
  await form.getByLabel('Message').fill(TYPED);
  await expectAccessible(page, 'writing', DRAWER);
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(form).toBeHidden();

  await expect(envelope(page)).toHaveAttribute('aria-label', 'Messages: 1 unread');
  const line = centre.getByRole('listitem').filter({ hasText: TYPED });
  await expect(line).toContainText('New');
  await expectAccessible(page, 'a message', DRAWER);
  await line.getByRole('button', { name: 'Mark as read' }).press('Enter');
  await expect(envelope(page)).toHaveAttribute('aria-label', 'Messages: nothing new');
  await line.getByRole('button', { name: 'Delete' }).click();
  await expect(centre.getByText('No messages')).toBeVisible();
});

test('a finished export is announced and downloaded from the tasks, on a narrow screen and in dark mode', async ({
  page,
  server,
}) => {
  const person = await registerWithSite(server);
  await page.emulateMedia({ colorScheme: 'dark' });
  await signInHome(page, person.userName);
  await callApi(server, 'exportDevices', { format: 'csv' }, person.token);
  await expect(envelope(page)).toHaveAccessibleName('Messages: 1 unread');
  await page.setViewportSize(NARROW);
  await envelope(page).click();
  const centre = centreOf(page);
  const message = centre.getByRole('listitem').filter({ hasText: 'The export is ready: devices, 0 rows.' });
  await expect(message.getByRole('link', { name: 'Download' })).toBeVisible();
  await expectAccessible(page, 'messages in the dark', DRAWER);
  await centre.getByRole('tab', { name: 'Tasks' }).click();
  const task = centre.getByRole('listitem').filter({ hasText: 'Export: devices' });
  await expect(task).toContainText('Completed');
  const download = page.waitForEvent('download');
  await task.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('devices.csv');
  await expectAccessible(page, 'tasks in the dark', DRAWER);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(NARROW.width);
});

test('a message sent before the live connection is open is shown once it opens', async ({ page, server }) => {
  const person = await registerWithSite(server);
  const messageSent = Promise.withResolvers<void>();
  await page.routeWebSocket(/\/live/, async (socket) => {
    await messageSent.promise;
    socket.connectToServer();
  });
  await signInHome(page, person.userName);
  await expect(envelope(page)).toHaveAccessibleName('Messages: nothing new');
  await callApi(server, 'exportDevices', { format: 'csv' }, person.token);
  await expect.poll(async () => (await callApi(server, 'getMessageCount', {}, person.token)).system).toBe(1);
  messageSent.resolve();
  await expect(envelope(page)).toHaveAccessibleName('Messages: 1 unread');
});

test('the drawer closes on following a message, and the remaining messages are marked read at once', async ({
  page,
  server,
}) => {
  const person = await registerWithSite(server);
  await signInHome(page, person.userName);
  await callApi(server, 'setAccountSwitch', { twoFactor: 'off', password: 'Quiet-Harbour-42' }, person.token);
  await callApi(server, 'exportDevices', { format: 'csv' }, person.token);
  await expect(envelope(page)).toHaveAccessibleName('Messages: 2 unread');
  await envelope(page).click();
  const centre = centreOf(page);
  const changed = centre.getByRole('listitem').filter({ hasText: 'Your two-factor sign-in was changed.' });
  await changed.getByRole('link', { name: 'Open' }).click();
  await expect(centre).toBeHidden();
  await expect(page).toHaveURL(/\/usercenter\/accountset/);
  await expect(envelope(page)).toHaveAccessibleName('Messages: 1 unread');
  await envelope(page).click();
  await centre.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(envelope(page)).toHaveAttribute('aria-label', 'Messages: nothing new');
});

/** Name of each language, label of its menu, tabs and the export message; English is covered above. */
const LANGUAGES = {
  zh: {
    name: '中文',
    next: '语言',
    tabs: ['系统', '通知', '消息', '任务'],
    exportMessage: '导出已就绪：设备，共 0 行。',
  },
  pl: {
    name: 'Polski',
    next: 'Język',
    tabs: ['System', 'Powiadomienia', 'Wiadomości', 'Zadania'],
    exportMessage: 'Eksport jest gotowy: urządzenia, 0 wierszy.',
  },
  es: {
    name: 'Español',
    next: 'Idioma',
    tabs: ['Sistema', 'Notificaciones', 'Mensajes', 'Tareas'],
    exportMessage: 'La exportación está lista: dispositivos, 0 filas.',
  },
} as const;

test('the message centre shows messages in the language of the reader', async ({ page, server }) => {
  const person = await registerWithSite(server);
  await callApi(server, 'exportDevices', { format: 'csv' }, person.token);
  await signInHome(page, person.userName);
  let button = 'Language';
  for (const [, { name, next, tabs, exportMessage }] of inTestedLanguages(LANGUAGES)) {
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('menuitemradio', { name }).click();
    await expect(page.getByRole('button', { name: next })).toBeVisible();
    button = next;
    await page.locator('.messages-envelope').click();
    const centre = page.getByRole('dialog');
    await expect(centre.getByRole('tab')).toHaveText(tabs.map((tab) => new RegExp(`^${tab}`)));
    await expect(centre.getByText(exportMessage)).toBeVisible();
    await expectAccessible(page, name, DRAWER);
    await page.keyboard.press('Escape');
    await expect(centre).toBeHidden();
  }
});
