import { chmod, lstat, mkdir, mkdtemp, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { restoreLinks } from './binaries.ts';
import { stage } from './staging.ts';

describe.skipIf(process.platform === 'win32')('staged binaries', () => {
  let scratch: string;
  let native: string;
  let cache: string;

  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'airloom-staging-'));
    native = join(scratch, 'native');
    cache = join(scratch, 'cache');
    await mkdir(join(native, 'bin'), { recursive: true, mode: 0o700 });
    await mkdir(join(native, 'lib'), { mode: 0o700 });
    await writeFile(join(native, 'bin', 'postgres'), 'program', { mode: 0o700 });
    await writeFile(join(native, 'lib', 'libpq.so.5.18'), 'library', { mode: 0o600 });
    await writeFile(
      join(native, 'pg-symlinks.json'),
      JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]),
    );
  });

  afterEach(async () => {
    await rm(scratch, { recursive: true });
  });

  test('are readable by every account, links included', async () => {
    const staged = stage(native, 'linux-x64-1', restoreLinks, [cache]);
    const modeOf = async (path: string) => (await lstat(join(staged, path))).mode & 0o777;
    expect(await modeOf('.')).toBe(0o755);
    expect(await modeOf('bin')).toBe(0o755);
    expect(await modeOf('bin/postgres')).toBe(0o755);
    expect(await modeOf('lib/libpq.so.5.18')).toBe(0o644);
    expect(await readlink(join(staged, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18');
  });

  test('are copied once per version', async () => {
    const staged = stage(native, 'linux-x64-1', restoreLinks, [cache]);
    await writeFile(join(native, 'bin', 'postgres'), 'newer program');
    expect(stage(native, 'linux-x64-1', restoreLinks, [cache])).toBe(staged);
    expect(await readFile(join(staged, 'bin', 'postgres'), 'utf8')).toBe('program');
    const newer = stage(native, 'linux-x64-2', restoreLinks, [cache]);
    expect(await readFile(join(newer, 'bin', 'postgres'), 'utf8')).toBe('newer program');
  });

  test('are not used from a folder that others may write to', async () => {
    const planted = join(cache, 'postgres-linux-x64-1');
    await mkdir(planted, { recursive: true });
    await chmod(planted, 0o777);
    expect(() => stage(native, 'linux-x64-1', restoreLinks, [cache])).toThrow('only this user may write to');
  });

  test('are not used through a link', async () => {
    await mkdir(cache);
    await mkdir(join(scratch, 'elsewhere'));
    await symlink(join(scratch, 'elsewhere'), join(cache, 'postgres-linux-x64-1'));
    expect(() => stage(native, 'linux-x64-1', restoreLinks, [cache])).toThrow('only this user may write to');
  });

  test('use the next cache folder when one has another owner', async () => {
    const open = join(scratch, 'open');
    await mkdir(open);
    await chmod(open, 0o777);
    expect(stage(native, 'linux-x64-1', restoreLinks, [open, cache])).toBe(
      join(cache, 'postgres-linux-x64-1'),
    );
  });
});
