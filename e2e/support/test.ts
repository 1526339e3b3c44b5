import { type BrowserContext, test as base, expect, type WorkerFixture } from '@playwright/test';
import { type House, openHouse } from './house.ts';
import { watchCalls } from './still.ts';

export { expect } from '@playwright/test';

export interface Options {
  /** What a page may say in its console because the walk itself makes it so, such as being refused. */
  expectedErrors: readonly RegExp[];
  quietPages: void;
}

/** What pages say in their console that they should not, from now on. */
export function complaintsOf(context: BrowserContext): string[] {
  const said: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') said.push(message.text());
  });
  context.on('weberror', (error) => said.push(String(error.error())));
  return said;
}

/** Open to devices, without those of the demo; so many register here that they have to say from where. */
const OPEN = {
  GATEWAY_HOST: '127.0.0.1',
  GATEWAY_PORT: '0',
  AIRLOOM_DEMO: 'off',
  TRUSTED_PROXIES: '127.0.0.1',
};

/** A house for a worker's walks. Each kind of it costs a worker, a browser and a console of its own. */
export function houseWith(
  env: Readonly<Record<string, string>> = OPEN,
): [WorkerFixture<House, object>, { scope: 'worker'; timeout: number }] {
  return [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures wanted from this pattern
    async ({}, use) => {
      const house = await openHouse(env);
      await use(house);
      await house.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ];
}

/** One house per worker; every page must stay free of errors in its console, and what it asks for is counted. */
export const test = base.extend<Options, { house: House }>({
  expectedErrors: [[], { option: true }],
  house: houseWith(),
  baseURL: async ({ house }, use) => use(house.url),
  quietPages: [
    async ({ context, expectedErrors }, use) => {
      watchCalls(context);
      const said = complaintsOf(context);
      await use();
      expect(said.filter((text) => !expectedErrors.some((expected) => expected.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
});
