import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome'];

/** The browser that is installed on this machine; Playwright's own is not downloaded. */
export function installedBrowser(): string {
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

const WITHOUT = [
  // What the address bar suggests: two pages beside every window, a second of work each time, which nobody sees.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // What Playwright does without: of two lists the browser reads the last.
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

export const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${WITHOUT.join(',')}`,
];
