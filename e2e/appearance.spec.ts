import { registerWithSite, signInHome } from './people.ts';
import { expect, test } from './test.ts';

const LANGUAGES = [
  { code: 'zh', name: '简体中文', title: '站点', html: 'zh' },
  { code: 'pl', name: 'Polski', title: 'Obiekty', html: 'pl' },
  { code: 'es', name: 'Español', title: 'Sedes', html: 'es' },
  { code: 'en', name: 'English', title: 'Sites', html: 'en' },
] as const;

test('the language switches everywhere and stays', async ({ page, house }) => {
  const person = await registerWithSite(house);
  await signInHome(page, person.userName);
  await page.goto('/topnav/site');
  for (const { name, html } of LANGUAGES) {
    const before = await page.title();
    await page.locator('[data-language-menu]').click();
    await page.getByRole('menuitemradio', { name }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${html}`));
    await expect(page).not.toHaveTitle(before);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${html}`));
  }
});

test('dark mode is chosen, kept, and follows the system when asked to', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/login');
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
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
