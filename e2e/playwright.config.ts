import { defineConfig } from '@playwright/test';
import { BROWSER_ARGS, installedBrowser } from './support/chromium.ts';

/** Specs with a server of their own that mostly wait: one worker runs them in sequence, in parallel with the others. */
const OWN_SERVER = [
  'device-upgrade',
  'reported-figures',
  'notices',
  'big-screen-unattended',
  'reports',
  'server-away',
  'wechat',
  'demo',
].map((name) => `${name}.spec.ts`);

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  workers: 3,
  fullyParallel: false,
  retries: 0,
  // Upper limits against hanging tests. On a busy machine everything may take ten times as long.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: process.env.CI === 'true',
  reporter: 'list',
  projects: [
    { name: 'own-server', testMatch: OWN_SERVER, workers: 1 },
    { name: 'shared-server', testIgnore: OWN_SERVER },
  ],
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'Europe/Warsaw',
    viewport: { width: 1440, height: 900 },
    // Clicks on moving elements sometimes miss.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.AIRLOOM_TEST_BROWSER ?? installedBrowser(),
      args: BROWSER_ARGS,
    },
  },
});
