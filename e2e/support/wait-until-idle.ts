import { type BrowserContext, expect, type Page, type Request } from '@playwright/test';

const pending = new WeakMap<Page, Set<Request>>();

function pendingCallsOf(request: Request): Set<Request> | undefined {
  return request.resourceType() === 'fetch' ? pending.get(request.frame().page()) : undefined;
}

/** Tracks the pending calls of every page of the context. */
export function countPendingCalls(context: BrowserContext): void {
  context.on('page', (page) => pending.set(page, new Set()));
  context.on('request', (request) => pendingCallsOf(request)?.add(request));
  context.on('requestfinished', (request) => pendingCallsOf(request)?.delete(request));
  context.on('requestfailed', (request) => pendingCallsOf(request)?.delete(request));
}

/** Waits until a page has no pending calls and rendering starts no more. */
export async function waitUntilIdle(page: Page): Promise<void> {
  const calls = pending.get(page);
  if (!calls) throw new Error('The calls of this page are not tracked');
  await page.waitForLoadState();
  await expect
    .poll(
      async () => {
        if (calls.size > 0) return false;
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
        return calls.size === 0;
      },
      { intervals: [20] },
    )
    .toBe(true);
}
