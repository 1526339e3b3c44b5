import type { Page } from '@playwright/test';

declare global {
  interface Window {
    countClick?(): void;
  }
}

function listenForClicks(): void {
  addEventListener('pointerdown', () => window.countClick?.(), true);
}

/** Counts the clicks of the person in the page from now on, over all its documents. */
export async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction('countClick', () => {
    clicks += 1;
  });
  await page.addInitScript(listenForClicks);
  await page.evaluate(listenForClicks);
  return () => clicks;
}
