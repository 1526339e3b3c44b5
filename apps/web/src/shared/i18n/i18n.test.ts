import { afterAll, expect, it, vi } from 'vitest';

vi.stubGlobal('localStorage', { getItem: () => 'en' });
vi.stubGlobal('document', { documentElement: {} });
afterAll(() => vi.unstubAllGlobals());

const { i18n, loadTexts, showLanguage } = await import('./i18n.ts');

it('has the texts of a page that is opened while the language changes', async () => {
  const shown = showLanguage('pl');
  await Promise.all([shown, loadTexts(['nav'])]);
  expect(i18n.exists('nav.home')).toBe(true);
});
