import type { Page } from '@playwright/test';
import { callApi, PASSWORD, registerWithSite, signInByApi } from './support/people.ts';
import { startServer } from './support/server.ts';
import { expect, test } from './support/test.ts';

/** Name of each language and the label of its menu. */
const LANGUAGES = [
  { name: '中文', html: 'zh', next: '语言' },
  { name: 'Polski', html: 'pl', next: 'Język' },
  { name: 'Español', html: 'es', next: 'Idioma' },
  { name: 'English', html: 'en', next: 'Language' },
] as const;

test('the language changes on all pages and is kept', async ({ page, server }) => {
  const person = await registerWithSite(server);
  await signInByApi(page, person.userName);
  await page.goto('/topnav/site');
  let button = 'Language';
  for (const { name, html, next } of LANGUAGES) {
    const before = await page.title();
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('menuitemradio', { name }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${html}`));
    await expect(page).not.toHaveTitle(before);
    await page.reload();
    await expect(page.getByRole('button', { name: next })).toBeVisible();
    button = next;
  }
});

test('dark mode is selected, kept, and can follow the system', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/login');
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await background();
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await page.reload();
  await expect.poll(background).toBe(dark);
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitemradio', { name: 'System' }).click();
  await expect.poll(background).toBe(light);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(background).toBe(dark);
});

test('page and server use Chinese through the first sign-in of a Chinese browser', async ({ browser }) => {
  const server = await startServer({ AIRLOOM_DEMO: 'off' });
  try {
    const context = await browser.newContext({ baseURL: server.url, locale: 'zh-CN' });
    const page = await context.newPage();
    await page.goto('/login');
    await expect(page.locator('html')).toHaveAttribute('lang', /^zh/);
    await page.locator('input[autocomplete="username"]').fill(server.administrator.userName);
    await page.locator('input[autocomplete="current-password"]').fill(server.administrator.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/home\/index/);
    await expect(page.locator('html')).toHaveAttribute('lang', /^zh/);
    await expect(page.getByText('您仍在使用系统生成的密码')).toBeVisible();
    await context.close();
  } finally {
    await server.stop();
  }
});

test('a language selected before signing in is saved for the person', async ({ page, server }) => {
  const person = await registerWithSite(server);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: 'Polski' }).click();
  await page.locator('input[autocomplete="username"]').fill(person.userName);
  await page.locator('input[autocomplete="current-password"]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/home\/index/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'pl');
  await expect
    .poll(async () => (await callApi(server, 'initPage', {}, person.token)).profile.language)
    .toBe('pl');
});

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test.describe(`motion: ${reducedMotion}`, () => {
    test.use({ contextOptions: { reducedMotion } });

    test('select menus open inside the window', async ({ page, server }) => {
      const person = await registerWithSite(server);
      await signInByApi(page, person.userName);
      await page.goto('/topnav/subaccount?new=1');
      await expect(page.getByRole('dialog')).toBeVisible();
      await standsStill(page);
      await page.getByRole('dialog').getByLabel('Role').click();
      await expect(page.getByTitle('Site operator').last()).toBeVisible();
      await standsStill(page);
      await page.getByTitle('Site operator').last().click();
      await expect(page.getByRole('dialog').getByRole('treeitem', { name: 'Harbour' })).toBeVisible();
    });
  });
}

/** Runs in the page: the number of running finite animations. */
function moving(): number {
  return document
    .getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations !== Infinity)
    .length;
}

function standsStill(page: Page): Promise<void> {
  return expect.poll(() => page.evaluate(moving)).toBe(0);
}
