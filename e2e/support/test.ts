import { type BrowserContext, test as base, expect, type WorkerFixture } from '@playwright/test';
import { startServer, type TestServer } from './server.ts';
import { countPendingCalls } from './wait-until-idle.ts';

export { expect } from '@playwright/test';

export interface Options {
  /** Console errors the test causes on purpose, such as refused requests. */
  expectedErrors: readonly RegExp[];
  noConsoleErrors: void;
}

/** Collects errors and warnings of the browser console from now on. */
export function recordConsoleErrors(context: BrowserContext): string[] {
  const errors: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
  });
  context.on('weberror', (error) => errors.push(String(error.error())));
  return errors;
}

/** With a device gateway, without the demo. Registrations send forwarded addresses because of the limit per address. */
const WITH_GATEWAY = {
  GATEWAY_HOST: '127.0.0.1',
  GATEWAY_PORT: '0',
  AIRLOOM_DEMO: 'off',
  TRUSTED_PROXIES: '127.0.0.1',
};

/** A worker fixture with a running console. Each different environment costs a worker, a browser and a console. */
export function serverWith(
  env: Readonly<Record<string, string>> = WITH_GATEWAY,
): [WorkerFixture<TestServer, object>, { scope: 'worker'; timeout: number }] {
  return [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the required fixtures from this pattern
    async ({}, use) => {
      const server = await startServer(env);
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ];
}

/** One server per worker. Every page must stay free of console errors; its pending calls are tracked. */
export const test = base.extend<Options, { server: TestServer }>({
  expectedErrors: [[], { option: true }],
  server: serverWith(),
  baseURL: async ({ server }, use) => use(server.url),
  noConsoleErrors: [
    async ({ context, expectedErrors }, use) => {
      countPendingCalls(context);
      const errors = recordConsoleErrors(context);
      await use();
      expect(errors.filter((text) => !expectedErrors.some((expected) => expected.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
});
