import { spawnSync } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { cache, Failure, root } from './project.mjs';

const NEEDED = 24;

const platform = process.platform === 'win32' ? 'win' : process.platform;
export const pinnedPackage = `node-${platform}-${process.arch}`;

/** The Node that runs everything but this launcher: the one the lockfile pins, or an outer one that is new enough. */
export function pinnedNode() {
  const pinned = join(root, 'node_modules', pinnedPackage, 'bin', platform === 'win' ? 'node.exe' : 'node');
  // Present is not enough: on a system without glibc it does not run.
  if (spawnSync(pinned, ['--version']).status === 0) return pinned;
  if (Number.parseInt(process.versions.node, 10) >= NEEDED) return process.execPath;
  throw new Failure(
    `Airloom runs on Node ${NEEDED}; none can be installed for ${process.platform}-${process.arch}, and this is ` +
      `${process.version}. Install Node ${NEEDED} or newer (https://nodejs.org) and run the command again.`,
  );
}

/**
 * The environment in which `node` and the tools of the project are found first. Whatever starts a second time is loaded
 * from what was compiled the first time: half of the work of starting.
 * @param {string} node
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentOf(node) {
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);
  return { NODE_COMPILE_CACHE: join(cache, 'compiled'), ...process.env, PATH: path };
}
