import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { assertFileKey, type FileStore } from './file-store.ts';

/** Half-written files live here until they are complete; nothing is ever read from it. */
const INCOMING = 'incoming';

/** Another process may be writing right now; a file this old was left behind by a crash. */
const LEFTOVER_MS = 60 * 60 * 1000;

/** Keeps files in a folder. A file is there completely, also after a power cut, or not at all. */
export class FolderStore implements FileStore {
  readonly #root: string;

  private constructor(root: string) {
    this.#root = root;
  }

  static async open(root: string, now: Date): Promise<FolderStore> {
    const incoming = join(root, INCOMING);
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    for (const name of await readdir(incoming)) await removeLeftover(join(incoming, name), now);
    return new FolderStore(root);
  }

  async put(key: string, bytes: Buffer): Promise<void> {
    const { shard, path } = this.#place(key);
    const temporary = join(this.#root, INCOMING, randomUUID());
    try {
      await writeDurably(temporary, bytes);
      if ((await mkdir(shard, { recursive: true, mode: 0o700 })) !== undefined) await syncFolder(this.#root);
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await syncFolder(shard);
  }

  async get(key: string): Promise<Buffer | null> {
    try {
      return await readFile(this.#place(key).path);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    await rm(this.#place(key).path, { force: true });
  }

  /** Ids begin with the time they were made, so their random end spreads files over the folders. */
  #place(key: string): { shard: string; path: string } {
    assertFileKey(key);
    const shard = join(this.#root, key.slice(-2));
    return { shard, path: join(shard, key) };
  }
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A new name is only safe once its folder is on disk; Windows keeps folders safe by itself and cannot open them. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function removeLeftover(path: string, now: Date): Promise<void> {
  try {
    const { mtimeMs } = await stat(path);
    if (now.getTime() - mtimeMs > LEFTOVER_MS) await rm(path, { force: true });
  } catch (error) {
    // Another process finished writing it at this moment.
    if (!isMissing(error)) throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
