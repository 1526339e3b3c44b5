import { chromium, type Page } from '@playwright/test';
import { SESSION_COOKIE } from '../apps/server/src/platform/http/context.ts';
import config from '../e2e/playwright.config.ts';

/** By this cookie the pages know that somebody is signed in. */
const SIGNED_IN_COOKIE = 'lastRequestTime';
const SCROLL_MS = 3000;
const STEP_PX = 120;

export interface PickerFigures {
  readonly openMs: number;
  readonly rows: number;
  readonly framesPerSecond: number;
  readonly idleFramesPerSecond: number;
  readonly longestFrameMs: number;
}

/** Opens the organization and site picker in a real browser and scrolls it. */
export async function openPicker(url: string, token: string): Promise<PickerFigures> {
  const browser = await chromium.launch(config.use?.launchOptions ?? {});
  try {
    const context = await browser.newContext({
      baseURL: url,
      locale: 'en-GB',
      viewport: { width: 1440, height: 900 },
    });
    await context.addCookies([
      { name: SESSION_COOKIE, value: token, url },
      { name: SIGNED_IN_COOKIE, value: String(Date.now()), url },
    ]);
    const page = await context.newPage();
    // A page without a tree of its own, so that the picker's is the one measured.
    await page.goto('/topnav/role');
    const trigger = page.getByRole('button', { name: 'Organization or site' });
    await trigger.waitFor();
    await page.waitForLoadState('networkidle');
    const idle = await frames(page, 0);
    const openMs = await page.evaluate(async () => {
      const button = document.querySelector<HTMLButtonElement>('button.picker');
      const began = performance.now();
      button?.click();
      while (!document.querySelector('[role="treeitem"]')) await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      return performance.now() - began;
    });
    const rows = await page.getByRole('treeitem').count();
    const scrolled = await frames(page, STEP_PX);
    return { openMs, rows, ...scrolled, idleFramesPerSecond: idle.framesPerSecond };
  } finally {
    await browser.close();
  }
}

/** Frames drawn while the tree scrolls by `step` at each of them; with a step of 0 nothing moves. */
function frames(page: Page, step: number): Promise<{ framesPerSecond: number; longestFrameMs: number }> {
  return page.evaluate(
    async ({ by, during }) => {
      const box = document.querySelector('[role="tree"]');
      const began = performance.now();
      let last = began;
      let longest = 0;
      let count = 0;
      while (last - began < during) {
        if (box && by > 0) box.scrollTop += by;
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        longest = Math.max(longest, now - last);
        last = now;
        count += 1;
      }
      return { framesPerSecond: (count * 1000) / (last - began), longestFrameMs: longest };
    },
    { by: step, during: SCROLL_MS },
  );
}
