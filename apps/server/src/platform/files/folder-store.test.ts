import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../ids.ts';
import { FolderStore } from './folder-store.ts';
import { keep, readAll } from './testing/bytes.ts';

const NOW = new Date('2026-03-01T12:00:00Z');

let parent: string;
let root: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'airloom files '));
  root = join(parent, 'files');
});
afterEach(async () => {
  await rm(parent, { recursive: true });
});

async function everyFile(): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describe('folder store', () => {
  it('stores, replaces, reads and deletes bytes', async () => {
    const store = await FolderStore.open(root, NOW);
    const key = newId();
    expect(await readAll(store, key)).toBeNull();
    await keep(store, key, Buffer.from('first'));
    await keep(store, key, Buffer.from('second'));
    expect(await readAll(store, key)).toEqual(Buffer.from('second'));
    expect(await readAll(store, key, { first: 1, last: 3 })).toEqual(Buffer.from('eco'));
    expect(await everyFile()).toEqual([join(root, key.slice(-2), key)]);
    await store.delete(key);
    await store.delete(key);
    expect(await readAll(store, key)).toBeNull();
  });

  it('finds its files again after a restart', async () => {
    const key = newId();
    await keep(await FolderStore.open(root, NOW), key, Buffer.from('kept'));
    expect(await readAll(await FolderStore.open(root, NOW), key)).toEqual(Buffer.from('kept'));
  });

  it('is readable by its owner alone', async () => {
    const key = newId();
    await keep(await FolderStore.open(root, NOW), key, Buffer.from('private'));
    const modes = await Promise.all(
      [join(root, key.slice(-2)), join(root, key.slice(-2), key)].map(
        async (path) => (await stat(path)).mode,
      ),
    );
    expect(modes.map((mode) => mode & 0o077)).toEqual([0, 0]);
  });

  it('leaves nothing when a file cannot be moved into place', async () => {
    const store = await FolderStore.open(root, NOW);
    const key = newId();
    await mkdir(join(root, key.slice(-2), key, 'in the way'), { recursive: true });
    await expect(keep(store, key, Buffer.from('bytes'))).rejects.toThrow();
    expect(await readdir(join(root, 'incoming'))).toEqual([]);
  });

  it('removes partial files of a crash, but not those another process is writing', async () => {
    await FolderStore.open(root, NOW);
    const left = join(root, 'incoming', 'left-by-a-crash');
    const fresh = join(root, 'incoming', 'being-written');
    await writeFile(left, 'hal');
    await writeFile(fresh, 'hal');
    await utimes(left, NOW, new Date(NOW.getTime() - 2 * 60 * 60 * 1000));
    await utimes(fresh, NOW, new Date(NOW.getTime() - 60 * 1000));
    await FolderStore.open(root, NOW);
    expect(await everyFile()).toEqual([fresh]);
  });

  it.each([
    '',
    '.',
    '..',
    '../secret.key',
    '..%2fsecret.key',
    '/etc/passwd',
    'incoming/left',
    'C:\\windows\\win.ini',
    '01890000-0000-7000-8000-00000000000',
    '01890000-0000-7000-8000-000000000000/../../secret.key',
    '../01890000-0000-7000-8000-000000000000',
    '01890000-0000-7000-8000-000000000000\0.png',
    '01890000-0000-7000-8000-000000000000\n',
    '01890000-0000-4000-8000-000000000000',
    '01890000-0000-7000-8000-00000000000A',
  ])('refuses the hostile key %j', async (key) => {
    const secret = join(parent, 'secret.key');
    await writeFile(secret, 'untouched');
    const store = await FolderStore.open(root, NOW);
    await expect(store.read(key)).rejects.toThrow('Not the key');
    await expect(keep(store, key, Buffer.from('overwritten'))).rejects.toThrow('Not the key');
    await expect(store.delete(key)).rejects.toThrow('Not the key');
    expect(await readFile(secret, 'utf8')).toBe('untouched');
    expect(await everyFile()).toEqual([]);
  });
});
