import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findOnPath } from './on-path.mjs';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airloom path '));
  await mkdir(join(folder, 'taken', 'browser'), { recursive: true });
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'bin', 'browser'), '');
  await chmod(join(folder, 'bin', 'browser'), 0o755);
  await writeFile(join(folder, 'notes'), '');
});
afterAll(() => rm(folder, { recursive: true }));

test('the first that can be run, whatever stands before it', () => {
  // A name that is too long is refused, as a folder is that one may not look into.
  const refused = `/${'x'.repeat(5000)}`;
  const path = [refused, join(folder, 'taken'), join(folder, 'notes'), '', join(folder, 'bin')].join(
    delimiter,
  );
  expect(findOnPath(['other', 'browser'], path)).toBe(join(folder, 'bin', 'browser'));
  expect(findOnPath(['other'], path)).toBeUndefined();
});
