import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openVault } from './secrets.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airloom-vault-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('concurrent starts share one key, and leave no other file', async () => {
  const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => openVault(folder)));
  const sealed = first?.seal('plain') ?? '';
  for (const vault of [...others, await openVault(folder)]) expect(vault.unseal(sealed)).toBe('plain');
  expect(await readdir(folder)).toEqual(['secret.key']);
  expect((await stat(join(folder, 'secret.key'))).mode & 0o777).toBe(0o600);
});

test('a partial file of a killed start is not used as the key', async () => {
  await writeFile(join(folder, 'secret.key.leftover'), '');
  const vault = await openVault(folder);
  expect((await openVault(folder)).unseal(vault.seal('plain'))).toBe('plain');
});

test.each(['', 'short'])('a damaged key is reported: %j', async (text) => {
  await writeFile(join(folder, 'secret.key'), text);
  await expect(openVault(folder)).rejects.toThrow('damaged');
});
