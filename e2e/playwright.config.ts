import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { defineConfig } from '@playwright/test';

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome'];

/** The browser that is installed on this machine; Playwright's own is not downloaded. */
function installedBrowser(): string {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of BROWSERS) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        continue; // not this one
      }
    }
  }
  throw new Error('No Chromium on PATH. On Debian: sudo apt-get install chromium fonts-noto-cjk');
}

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: false,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env.CI === 'true',
  reporter: 'list',
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'Europe/Warsaw',
    viewport: { width: 1440, height: 900 },
    // What moves while it is pressed is missed now and then.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.AIRLOOM_TEST_BROWSER ?? installedBrowser(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
