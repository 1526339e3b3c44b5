import { chromium, type Page } from '@playwright/test';
import { SESSION_COOKIE } from '../../apps/server/src/platform/http/context.ts';
import config from '../../e2e/playwright.config.ts';

/** Marks a signed-in browser for the pages. */
const SIGNED_IN_COOKIE = 'lastRequestTime';
const SCROLL_MS = 3000;
/** Frame time at 60 Hz. */
const BUDGET_MS = 16.7;
/** Resolution of the browser clock. */
const CLOCK_MS = 0.1;
const DRAG_PX = 14;
const DRAG_REACH_PX = 200;

/** Opens a page with a session in a real browser. */
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
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly longestFrameMs: number;
  /** Percentage of frames above the 60 Hz budget. */
  readonly latePercent: number;
}

/**
 * Frame times in ms while the box scrolls by `step` px per frame, until its end or for `during` ms; a step of 0 does
 * not scroll.
 */
export function frameTimes(page: Page, box: string, step: number, during: number): Promise<number[]> {
  return page.evaluate(
    async ({ selector, by, long }) => {
      const scrolled = document.querySelector(selector);
      const began = await new Promise<number>(requestAnimationFrame);
      const each: number[] = [];
      let last = began;
      while (last - began < long) {
        if (scrolled && by > 0) {
          const before = scrolled.scrollTop;
          scrolled.scrollTop = before + by;
          if (scrolled.scrollTop === before) break;
        }
        const now = await new Promise<number>(requestAnimationFrame);
        each.push(now - last);
        last = now;
      }
      return each;
    },
    { selector: box, by: step, long: during },
  );
}

/** Summarizes frame times. */
export function framesOf(took: readonly number[]): Frames {
  const sorted = took.toSorted((one, other) => one - other);
  const part = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return {
    framesPerSecond: (took.length * 1000) / took.reduce((sum, one) => sum + one, 0),
    p50Ms: part(0.5),
    p95Ms: part(0.95),
    p99Ms: part(0.99),
    longestFrameMs: sorted.at(-1) ?? 0,
    latePercent: (100 * took.filter((one) => one > BUDGET_MS + 1.5 * CLOCK_MS).length) / took.length,
  };
}

export async function frames(page: Page, box: string, step: number, during = SCROLL_MS): Promise<Frames> {
  return framesOf(await frameTimes(page, box, step, during));
}

function ms(figure: number): string {
  return figure.toFixed(1);
}

/** Formats them for the report. */
export function frameText({
  framesPerSecond,
  p50Ms,
  p95Ms,
  p99Ms,
  longestFrameMs,
  latePercent,
}: Frames): string {
  return `${framesPerSecond.toFixed(0)} frames/s; p50 ${ms(p50Ms)}, p95 ${ms(p95Ms)}, p99 ${ms(p99Ms)}, longest ${ms(longestFrameMs)} ms; ${latePercent.toFixed(1)} % over ${BUDGET_MS} ms`;
}

/** Frame times while the mouse drags back and forth from a point. */
export async function dragFrames(page: Page, box: string, from: { x: number; y: number }): Promise<Frames> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const counting = frames(page, box, 0);
  const end = performance.now() + SCROLL_MS;
  for (let step = 0; performance.now() < end; step += 1) {
    const along = Math.abs(((step * DRAG_PX) % (4 * DRAG_REACH_PX)) - 2 * DRAG_REACH_PX);
    await page.mouse.move(from.x + along, from.y + along / 2);
  }
  const counted = await counting;
  await page.mouse.up();
  return counted;
}
