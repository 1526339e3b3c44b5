import type { Page } from '@playwright/test';
import {
  startWechat,
  WECHAT_APP,
  type WechatStandIn,
} from '../apps/server/src/domains/people/identity/testing/wechat-stand-in.ts';
import { PASSWORD, registerWithSite, signInByApi, signOut } from './support/people.ts';
import { startServer } from './support/server.ts';
import { test as base, expect } from './support/test.ts';

const OPEN_URL = 'https://open.weixin.example';
const OPENID = 'o6_bmjrPTlm6_2sgVt7hMZOPfL2M';

const test = base.extend<{ wechat: WechatStandIn }>({
  wechat: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the required fixtures from this pattern
    async ({}, use) => {
      const wechat = await startWechat();
      await use(wechat);
      await wechat.stop();
    },
    { scope: 'test' },
  ],
  server: [
    async ({ wechat }, use) => {
      const server = await startServer({
        WECHAT_APP_ID: WECHAT_APP.id,
        WECHAT_APP_SECRET: WECHAT_APP.secret,
        WECHAT_API_URL: wechat.url,
        WECHAT_OPEN_URL: OPEN_URL,
      });
      await use(server);
      await server.stop();
    },
    { scope: 'test', timeout: 60_000 },
  ],
});

/** The browser logs every refused request as an error. */
test.use({ expectedErrors: [/status of 4\d\d/] });

/** Stands in for the page of WeChat, which redirects back with a code after confirmation on the phone. */
async function stubWechatPage(page: Page, wechat: WechatStandIn): Promise<void> {
  await page.route(`${OPEN_URL}/**`, async (route) => {
    const query = new URL(route.request().url()).searchParams;
    expect(query.get('appid')).toBe(WECHAT_APP.id);
    const back = new URL(query.get('redirect_uri') ?? '');
    back.searchParams.set('code', wechat.codeFor(OPENID));
    back.searchParams.set('state', query.get('state') ?? '');
    const href = back.href.replaceAll('&', '&amp;');
    await route.fulfill({ contentType: 'text/html', body: `<a href="${href}">Confirm on the phone</a>` });
  });
}

async function signInByWechat(page: Page, query = ''): Promise<void> {
  await page.goto(`/login${query}`);
  await page.getByRole('button', { name: 'WeChat' }).click();
  await page.getByRole('link', { name: 'Confirm on the phone' }).click();
}

test('WeChat is bound, used to sign in, and unbound', async ({ page, server, wechat }) => {
  const person = await registerWithSite(server);
  await stubWechatPage(page, wechat);
  await signInByApi(page, person.userName);
  await page.goto('/usercenter/accountset?tab=security');
  const row = page.getByRole('group', { name: 'WeChat' });
  const drawer = page.getByRole('dialog');

  await row.getByRole('button', { name: 'Link' }).click();
  await page.getByRole('link', { name: 'Confirm on the phone' }).click();
  await expect(drawer).toContainText('Link WeChat');
  await expect(page).toHaveURL(/\/usercenter\/accountset\?tab=security$/);
  await drawer.getByLabel('Your password').fill(PASSWORD);
  await drawer.getByRole('button', { name: 'Link' }).click();
  await expect(row).toContainText('Linked');

  await signOut(page);
  await signInByWechat(page, '?to=/topnav/site');
  await expect(page).toHaveURL(/\/topnav\/site/);

  await page.goto('/usercenter/accountset?tab=security');
  await row.getByRole('button', { name: 'Unlink' }).click();
  await drawer.getByLabel('Your password').fill(PASSWORD);
  await drawer.getByRole('button', { name: 'Unlink' }).click();
  await expect(row).toContainText('Not linked');

  await signOut(page);
  await signInByWechat(page);
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});
