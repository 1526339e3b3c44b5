import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashOf } from './build-web.mjs';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airloom-inputs-'));
  await mkdir(join(folder, 'src'));
  await writeFile(join(folder, 'src', 'a.ts'), 'one');
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

test('changes with content, name, addition and removal of files', async () => {
  const hashes = [hashOf([folder])];
  await writeFile(join(folder, 'src', 'a.ts'), 'two');
  hashes.push(hashOf([folder]));
  await rename(join(folder, 'src', 'a.ts'), join(folder, 'src', 'b.ts'));
  hashes.push(hashOf([folder]));
  await writeFile(join(folder, 'src', 'c.ts'), '');
  hashes.push(hashOf([folder]));
  expect(new Set(hashes).size).toBe(4);
});

test('does not change with what was built or installed', async () => {
  const before = hashOf([folder]);
  for (const output of ['dist', 'node_modules']) {
    await mkdir(join(folder, output));
    await writeFile(join(folder, output, 'made.js'), 'made');
  }
  expect(hashOf([folder])).toBe(before);
});
