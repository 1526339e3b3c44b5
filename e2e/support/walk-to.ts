import type { Page } from '@playwright/test';

/** Goes on as links inside the console do, without loading it anew; the first step of all loads it. */
export async function walkTo(page: Page, path: string): Promise<void> {
  if (page.url().startsWith('http')) await goOn(page, path);
  else await page.goto(path);
  await page.waitForFunction(
    () =>
      document.querySelector<HTMLElement>('main')?.dataset.address === location.pathname + location.search,
  );
}

async function goOn(page: Page, path: string): Promise<void> {
  await page.evaluate((next) => {
    const at = (history.state as { idx?: number } | null)?.idx ?? 0;
    const state = { usr: null, key: `walk${at}`, idx: at + 1 };
    history.pushState(state, '', next);
    dispatchEvent(new PopStateEvent('popstate', { state }));
  }, path);
}

/** The console in another language, from its first word on. */
export async function speak(page: Page, language: string): Promise<void> {
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
  await page.reload();
}
