import { type BrowserContext, expect, type Page, type Request } from '@playwright/test';

const asked = new WeakMap<Page, Set<Request>>();

function callsBeside(request: Request): Set<Request> | undefined {
  return request.resourceType() === 'fetch' ? asked.get(request.frame().page()) : undefined;
}

/** Keeps count of what its pages ask the server for. */
export function watchCalls(context: BrowserContext): void {
  context.on('page', (page) => asked.set(page, new Set()));
  context.on('request', (request) => callsBeside(request)?.add(request));
  context.on('requestfinished', (request) => callsBeside(request)?.delete(request));
  context.on('requestfailed', (request) => callsBeside(request)?.delete(request));
}

/** What a page asked for has come, and drawing it asked for nothing more. */
export async function untilStill(page: Page): Promise<void> {
  const calls = asked.get(page);
  if (!calls) throw new Error('Nobody watches the calls of this page');
  await page.waitForLoadState();
  await expect
    .poll(async () => {
      if (calls.size > 0) return false;
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
      return calls.size === 0;
    })
    .toBe(true);
}
