import type { Page } from '@playwright/test';

/** Navigates like a link inside the console, without a reload; the first navigation loads the page. */
export async function navigateTo(page: Page, path: string): Promise<void> {
  if (page.url().startsWith('http')) await pushAddress(page, path);
  else await page.goto(path);
  await page.waitForFunction(
    () =>
      document.querySelector<HTMLElement>('main')?.dataset.address === location.pathname + location.search,
  );
}

async function pushAddress(page: Page, path: string): Promise<void> {
  await page.evaluate((next) => {
    const at = (history.state as { idx?: number } | null)?.idx ?? 0;
    const state = { usr: null, key: `e2e${at}`, idx: at + 1 };
    history.pushState(state, '', next);
    dispatchEvent(new PopStateEvent('popstate', { state }));
  }, path);
}

/** Reloads the console in another language. */
export async function setLanguage(page: Page, language: string): Promise<void> {
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
  await page.reload();
}
