import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { PASSWORD, registerWithSite, signIn, signInByApi } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** Ends the session while no page is open, so that no call of a page is refused. */
async function loseSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}

test('two-factor sign-in with an authenticator app and with a recovery code', async ({ page, server }) => {
  const person = await registerWithSite(server);
  await signInByApi(page, person.userName);
  await page.goto('/usercenter/accountset?tab=security');
  await page.getByRole('button', { name: 'Set up' }).first().click();
  const drawer = page.getByRole('dialog');
  const secret = (await drawer.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
  const authenticator = new TOTP({ secret: Secret.fromBase32(secret) });
  await drawer.getByLabel('Code from the app').fill(authenticator.generate());
  await drawer.getByLabel('Your password').fill(PASSWORD);
  await drawer.getByRole('button', { name: 'Turn on' }).click();
  const shown = page.getByText(/^[0-9a-f]{5}-[0-9a-f]{5}$/);
  await expect(shown).toHaveCount(10);
  const recoveryCodes = await shown.allTextContents();
  await page.getByRole('button', { name: 'I have saved it' }).click();

  await loseSession(page);
  await signIn(page, person.userName);
  await expect(page.getByText('One more step')).toBeVisible();
  await page.getByRole('button', { name: 'Recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/home\/index/);

  // Each recovery code works once.
  await loseSession(page);
  await signIn(page, person.userName);
  await page.getByRole('button', { name: 'Recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('One more step')).toBeVisible();
  await expect(page.getByRole('alert')).toBeVisible();
});
