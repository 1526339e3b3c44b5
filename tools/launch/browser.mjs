import { existsSync } from 'node:fs';
import { aptInstall, mayInstallPackages } from './apt.mjs';
import { findOnPath } from './on-path.mjs';
import { Failure } from './project.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
/** The second gives pages in Chinese their letters. */
const PACKAGES = ['chromium', 'fonts-noto-cjk'];

const findBrowser = () => findOnPath(NAMES) ?? ELSEWHERE.find((file) => existsSync(file));

/** The browser for the tests, installed first where that is possible. */
export async function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  if (mayInstallPackages()) await aptInstall('Installing the browser', ...PACKAGES);
  const installed = findBrowser();
  if (installed) return installed;
  throw new Failure(
    'The browser tests need Chromium, which is not installed. This command installs it:\n\n' +
      `    ${installCommand()}\n\nWithout it, the other stages run by name: npm test -- lint types checks build unit`,
  );
}

function installCommand() {
  if (process.platform === 'darwin') return 'brew install --cask google-chrome';
  if (process.platform === 'win32') return 'winget install Google.Chrome';
  return `sudo apt-get install -y --no-install-recommends ${PACKAGES.join(' ')}`;
}
