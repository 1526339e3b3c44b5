import { defineConfig } from '@playwright/test';
import { BROWSER_ARGS, installedBrowser } from './support/chromium.ts';

/** In houses unlike the others', and mostly waiting: one after the other, beside the rest from the beginning on. */
const APART = ['device-upgrade', 'truth', 'notices', 'wall-alone', 'reports', 'wechat', 'demo'].map(
  (walk) => `${walk}.spec.ts`,
);

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  workers: 3,
  fullyParallel: false,
  retries: 0,
  // They end what hangs. On a busy machine everything may take ten times as long.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: process.env.CI === 'true',
  reporter: 'list',
  projects: [
    { name: 'apart', testMatch: APART, workers: 1 },
    { name: 'together', testIgnore: APART },
  ],
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'Europe/Warsaw',
    viewport: { width: 1440, height: 900 },
    // What moves while it is pressed is missed now and then.
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
