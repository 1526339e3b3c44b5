import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from './child.mjs';
import { installAdvice } from './install-advice.mjs';
import { installationStamp, isInstalled } from './installed.mjs';
import { withLock } from './lock.mjs';
import { npm } from './npm.mjs';
import { pinnedPackage } from './pinned-node.mjs';
import { step } from './progress.mjs';
import { Failure, root } from './project.mjs';

const lockfile = join(root, 'package-lock.json');
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.airloom-installed');
const SAID_LINES = 40;

/** Installs the packages of the lockfile, unless they are there: then nothing touches the network. */
export async function ensureInstalled() {
  if (isUpToDate()) return;
  await withLock(async () => {
    if (isUpToDate()) return;
    await step('Installing packages', install);
  });
}

function isUpToDate() {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === currentStamp()) return true;
  const npmsOwn = join(modules, '.package-lock.json');
  if (!existsSync(npmsOwn)) return false;
  const wanted = JSON.parse(readFileSync(lockfile, 'utf8'));
  const pinned = `node_modules/${pinnedPackage}`;
  return isInstalled(
    wanted,
    JSON.parse(readFileSync(npmsOwn, 'utf8')),
    pinned in wanted.packages ? [pinned] : [],
  );
}

function currentStamp() {
  return installationStamp(readFileSync(lockfile), process.platform, process.arch);
}

async function install() {
  // The build tools are development packages, wanted even where NODE_ENV or npm's settings would leave them out.
  const command = npm(
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--no-progress',
  );
  const { ok, output } = await runQuietly(command, { cwd: root });
  if (!ok) {
    const errors = output.split('\n').filter((line) => line !== '' && !line.startsWith('npm warn'));
    console.error(errors.slice(0, SAID_LINES).join('\n'));
    throw new Failure(
      `The packages could not be installed. ${installAdvice(output)}\nThen run the command again.`,
    );
  }
  writeFileSync(stampFile, currentStamp());
}
