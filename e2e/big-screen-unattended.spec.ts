import type { Page } from '@playwright/test';
import { BIG_SCREEN, expectSignIn, panel } from './support/big-screen-steps.ts';
import { navigateTo } from './support/navigate.ts';
import { callApi, PASSWORD, registerWithSite, signInHome } from './support/people.ts';
import type { TestServer } from './support/server.ts';
import { test as base, consoleWith, expect } from './support/test.ts';

const HEALTH = /\/statistics\/sites\?/;

/** A server of its own, because its clock advances by hours. */
const OWN = consoleWith({ AIRLOOM_DEMO: 'off' });
// oxlint-disable-next-line no-empty-pattern -- Playwright reads the required fixtures from this pattern
const test = base.extend({ wantedConsole: async ({}, use) => use(OWN) });

test.describe.configure({ timeout: 240_000 });

/** Advances browser and server by two hours without any input. */
async function leaveUnattended(page: Page, server: TestServer): Promise<void> {
  for (let quarters = 0; quarters < 8; quarters += 1) {
    const read = page.waitForResponse(HEALTH);
    server.advanceMinutes(15);
    await page.clock.fastForward('15:00');
    expect((await read).status()).toBe(200);
  }
}

test.describe('after two hours without input', () => {
  test('the big screen keeps updating, also hidden and after a reload, and its links lead to sign-in', async ({
    page,
    server,
  }) => {
    const { userName } = await registerWithSite(server);
    await page.clock.install();
    await signInHome(page, userName);
    await navigateTo(page, BIG_SCREEN);
    await leaveUnattended(page, server);
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }));
    const read = page.waitForResponse(HEALTH);
    await page.clock.runFor(21_000);
    await read;
    await page.reload();
    await expect(panel(page, 'Site distribution')).toBeVisible();
    // Input after two hours may come from anyone, so leaving the big screen requires a sign-in.
    await page.keyboard.press('ArrowRight');
    await expect(panel(page, 'Last 24 hours')).toBeVisible();
    await page.clock.runFor(21_000);
    await page.getByRole('link', { name: 'Exit' }).click();
    await expectSignIn(page);
    await page.goto(BIG_SCREEN);
    await expect(page).toHaveURL(/\/login/);
  });

  test('the big screen ends at once when its session is ended elsewhere', async ({ page, server }) => {
    const { userName } = await registerWithSite(server);
    await page.clock.install();
    await signInHome(page, userName);
    await navigateTo(page, BIG_SCREEN);
    await leaveUnattended(page, server);
    const { access_token } = await callApi(server, 'login', { username: userName, password: PASSWORD });
    await callApi(server, 'endSession', {}, access_token);
    await expect(page.getByRole('dialog')).toContainText('Sign in again to continue');
  });
});
