import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome'];

/** Path of the installed browser. Playwright does not download its own. */
export function installedBrowser(): string {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of BROWSERS) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        continue; // not in this folder
      }
    }
  }
  throw new Error('No Chromium on PATH. On Debian: sudo apt-get install chromium fonts-noto-cjk');
}

const DISABLED_FEATURES = [
  // Suggestions of the address bar: two hidden pages for every window, about a second of work each time.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // Disabled by Playwright as well. The browser reads only the last of two lists, so they are repeated here.
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
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
];
