import { runQuietly } from './child.mjs';
import { findOnPath } from './on-path.mjs';
import { step } from './progress.mjs';
import { Failure } from './project.mjs';

export const mayInstallPackages = () => process.getuid?.() === 0 && findOnPath(['apt-get']) !== undefined;

let listsAreFresh = false;

/**
 * Installs Debian packages.
 * @param {string} title
 * @param {string[]} packages
 */
export async function aptInstall(title, ...packages) {
  await step(title, async () => {
    if (!listsAreFresh) await apt('update');
    listsAreFresh = true;
    await apt('install', '-y', '--no-install-recommends', ...packages);
  });
}

async function apt(/** @type {string[]} */ ...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { ok, output } = await runQuietly(['apt-get', ...args], { env });
  if (ok) return;
  console.error(output.trimEnd());
  throw new Failure(
    `apt-get ${args.join(' ')} failed; what it said is above. Check the network and the package sources, then run the ` +
      'command again.',
  );
}
