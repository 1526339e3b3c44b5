import { type BrowserContext, test as base, expect } from '@playwright/test';
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

type Environment = Readonly<Record<string, string>>;

/** With a device gateway, without the demo. Registrations send forwarded addresses because of the limit per address. */
export const WITH_GATEWAY: Environment = {
  GATEWAY_HOST: '127.0.0.1',
  GATEWAY_PORT: '0',
  AIRLOOM_DEMO: 'off',
  TRUSTED_PROXIES: '127.0.0.1',
};

/** The environment of a console. Tests that are given the same object share a console, while a worker runs them in sequence. */
export function consoleWith(environment: Environment = {}): { readonly environment: Environment } {
  return { environment };
}

/** The usual one for tests that leave its clock as it is, and another for tests that advance it. */
const USUAL = consoleWith(WITH_GATEWAY);
export const WITH_CLOCK = consoleWith(WITH_GATEWAY);

/** The console of a worker: another one replaces it. The worker and its browser stay, which cost as much as a console. */
class Host {
  #wanted: ReturnType<typeof consoleWith> | undefined;
  #server: TestServer | undefined;

  async server(wanted: ReturnType<typeof consoleWith>): Promise<TestServer> {
    if (this.#server !== undefined && this.#wanted === wanted) return this.#server;
    await this.stop();
    this.#wanted = wanted;
    this.#server = await startServer(wanted.environment);
    return this.#server;
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
    this.#server = undefined;
  }
}

interface Fixtures extends Options {
  wantedConsole: ReturnType<typeof consoleWith>;
  server: TestServer;
}

/** Every page must stay free of console errors; its pending calls are tracked. */
export const test = base.extend<Fixtures, { host: Host }>({
  expectedErrors: [[], { option: true }],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the required fixtures from this pattern
  wantedConsole: async ({}, use) => use(USUAL),
  host: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the required fixtures from this pattern
    async ({}, use) => {
      const host = new Host();
      await use(host);
      await host.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ host, wantedConsole }, use) => use(await host.server(wantedConsole)),
    { timeout: 60_000 },
  ],
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
