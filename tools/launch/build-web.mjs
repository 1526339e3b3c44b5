import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { runQuietly } from './child.mjs';
import { withLock } from './lock.mjs';
import { environmentOf } from './pinned-node.mjs';
import { step } from './progress.mjs';
import { cache, Failure, root } from './project.mjs';

const web = join(root, 'apps', 'web');
const built = join(web, 'dist');
const STAMP = '.built-from';
const NOT_INPUTS = new Set(['node_modules', 'dist']);

/**
 * Builds the web when it was not built from what is here now.
 * @param {string} node
 */
export async function ensureWebBuilt(node) {
  const inputs = hashOf([web, join(root, 'packages'), join(root, 'package-lock.json')]);
  if (isBuiltFrom(inputs)) return;
  await withLock(async () => {
    if (isBuiltFrom(inputs)) return;
    await step('Building the web', () => build(node, inputs));
  });
}

function isBuiltFrom(/** @type {string} */ inputs) {
  const stamp = join(built, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs;
}

/** Builds aside and swaps, so that a running console always has a whole web to serve. */
async function build(/** @type {string} */ node, /** @type {string} */ inputs) {
  const vite = join(
    dirname(createRequire(join(web, 'package.json')).resolve('vite/package.json')),
    'bin',
    'vite.js',
  );
  const fresh = join(cache, 'web');
  const former = join(cache, 'web-former');
  const { ok, output } = await runQuietly([node, vite, 'build', '--outDir', fresh, '--emptyOutDir'], {
    cwd: web,
    env: { ...environmentOf(node), NODE_ENV: 'production' },
  });
  if (!ok) {
    console.error(output.trimEnd());
    throw new Failure(
      'The web could not be built; what the builder said is above. If nothing here was changed, remove node_modules ' +
        'and run the command again.',
    );
  }
  writeFileSync(join(fresh, STAMP), inputs);
  rmSync(former, { recursive: true, force: true });
  if (existsSync(built)) renameSync(built, former);
  renameSync(fresh, built);
  rmSync(former, { recursive: true, force: true });
}

/**
 * One hash over the names and contents of all files in these places.
 * @param {string[]} places
 */
export function hashOf(places) {
  const hash = createHash('sha256');
  for (const file of places.flatMap(filesIn)) {
    const content = readFileSync(file);
    hash.update(`${relative(root, file)}\n${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/** @returns {string[]} */
function filesIn(/** @type {string} */ place) {
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place)
    .filter((name) => !NOT_INPUTS.has(name))
    .sort()
    .flatMap((name) => filesIn(join(place, name)));
}
