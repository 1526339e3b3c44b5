import {
  chmodSync,
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCode } from '../../error-code.ts';

/** Copies the binaries, once per version, to a folder that every account may read and only this one may write. */
export function stage(
  native: string,
  key: string,
  complete: (copy: string) => void,
  cacheRoots = defaultCacheRoots(),
): string {
  const root = openCache(cacheRoots);
  const target = join(root, `postgres-${key}`);
  if (!lstatSync(target, { throwIfNoEntry: false })) {
    const copy = mkdtempSync(join(root, '.staging-'));
    copyTree(native, copy);
    complete(copy);
    try {
      renameSync(copy, target);
    } catch (error) {
      rmSync(copy, { recursive: true });
      const code = errorCode(error);
      if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
    }
  }
  assertOnlyOurs(target);
  return target;
}

function defaultCacheRoots(): string[] {
  if (process.geteuid?.() === 0) return ['/var/cache/airloom', '/tmp/airloom-0'];
  return [
    join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'airloom'),
    join(tmpdir(), `airloom-${process.geteuid?.() ?? 'cache'}`),
  ];
}

function openCache(roots: string[]): string {
  const refusals: unknown[] = [];
  for (const root of roots) {
    try {
      mkdirSync(root, { recursive: true, mode: 0o755 });
      assertOnlyOurs(root);
      chmodSync(root, 0o755);
      return root;
    } catch (error) {
      refusals.push(error);
    }
  }
  throw new AggregateError(
    refusals,
    `PostgreSQL's binaries could not be copied to ${roots.join(' or ')}: ` +
      refusals.map((refusal) => (refusal instanceof Error ? refusal.message : String(refusal))).join('; '),
  );
}

/** Its content is executed: only this user may have written it or be able to change it. */
function assertOnlyOurs(folder: string): void {
  const found = lstatSync(folder);
  if (process.geteuid === undefined) return;
  if (!found.isDirectory() || found.uid !== process.geteuid() || (found.mode & 0o022) !== 0) {
    throw new Error(`${folder} is not a folder that only this user may write to; remove it and start again`);
  }
}

function copyTree(from: string, to: string): void {
  chmodSync(to, 0o755);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) {
      mkdirSync(target);
      copyTree(source, target);
    } else if (entry.isFile() && !entry.name.endsWith('.a')) {
      copyFileSync(source, target, constants.COPYFILE_FICLONE);
      chmodSync(target, lstatSync(source).mode & 0o100 ? 0o755 : 0o644);
    }
  }
}
