import { chromium, type Page } from '@playwright/test';
import { SESSION_COOKIE } from '../apps/server/src/platform/http/context.ts';
import config from '../e2e/playwright.config.ts';

/** By this cookie the pages know that somebody is signed in. */
const SIGNED_IN_COOKIE = 'lastRequestTime';
const SCROLL_MS = 3000;

/** A page of somebody who is signed in, in a real browser. */
export async function inBrowser<T>(url: string, token: string, use: (page: Page) => Promise<T>): Promise<T> {
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
    return await use(await context.newPage());
  } finally {
    await browser.close();
  }
}

export interface Frames {
  readonly framesPerSecond: number;
  readonly longestFrameMs: number;
  /** Of a hundred frames ninety-nine took no longer. */
  readonly p99FrameMs: number;
}

/** Frames drawn while the box scrolls by `step` at each of them; with a step of 0 nothing moves. */
export function frames(page: Page, box: string, step: number): Promise<Frames> {
  return page.evaluate(
    async ({ selector, by, during }) => {
      const scrolled = document.querySelector(selector);
      const began = performance.now();
      const took: number[] = [];
      let last = began;
      while (last - began < during) {
        if (scrolled && by > 0) scrolled.scrollTop += by;
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        took.push(now - last);
        last = now;
      }
      took.sort((one, other) => one - other);
      return {
        framesPerSecond: (took.length * 1000) / (last - began),
        longestFrameMs: took.at(-1) ?? 0,
        p99FrameMs: took[Math.floor(took.length * 0.99)] ?? 0,
      };
    },
    { selector: box, by: step, during: SCROLL_MS },
  );
}
