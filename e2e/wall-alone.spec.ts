import type { Page } from '@playwright/test';
import type { House } from './support/house.ts';
import { callApi, PASSWORD, registerWithSite, signInHome } from './support/people.ts';
import { test as base, expect, houseWith } from './support/test.ts';
import { walkTo } from './support/walk-to.ts';
import { expectSignIn, panel, WALL } from './support/wall-steps.ts';

const HEALTH = /\/statistics\/sites\?/;

/** The clock of this house runs ahead by hours. */
const test = base.extend<object, { house: House }>({ house: houseWith({ AIRLOOM_DEMO: 'off' }) });

test.describe.configure({ timeout: 240_000 });

/** Two hours for the wall and for the house, in which nobody touches anything. */
async function leaveAlone(page: Page, house: House): Promise<void> {
  for (let quarters = 0; quarters < 8; quarters += 1) {
    const read = page.waitForResponse(HEALTH);
    house.passMinutes(15);
    await page.clock.fastForward('15:00');
    expect(await (await read).json()).toMatchObject({ code: 0 });
  }
}

test.describe('left alone for two hours', () => {
  test('the wall goes on, also when it is loaded again or hidden, and leads nowhere else', async ({
    page,
    house,
  }) => {
    const { userName } = await registerWithSite(house);
    await page.clock.install();
    await signInHome(page, userName);
    await walkTo(page, WALL);
    await leaveAlone(page, house);
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }));
    const read = page.waitForResponse(HEALTH);
    await page.clock.runFor(21_000);
    await read;
    await page.reload();
    await expect(panel(page, 'Site distribution')).toBeVisible();
    // A hand laid on it now may be anybody's.
    await page.keyboard.press('ArrowRight');
    await expect(panel(page, 'The last 24 hours')).toBeVisible();
    await page.clock.runFor(21_000);
    await page.getByRole('link', { name: 'Leave' }).click();
    await expectSignIn(page);
    await page.goto(WALL);
    await expect(page).toHaveURL(/\/login/);
  });

  test('a session that is ended elsewhere ends the wall at once', async ({ page, house }) => {
    const { userName } = await registerWithSite(house);
    await page.clock.install();
    await signInHome(page, userName);
    await walkTo(page, WALL);
    await leaveAlone(page, house);
    const { access_token } = await callApi(house, 'login', { username: userName, password: PASSWORD });
    await callApi(house, 'endSession', {}, access_token);
    await expect(page.getByRole('dialog')).toContainText('Sign in again to go on');
  });
});
