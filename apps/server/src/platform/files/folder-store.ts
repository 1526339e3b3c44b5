import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { errorCode } from '../error-code.ts';
import { assertFileKey, type ByteRange, type FileStore } from './file-store.ts';
import { Incoming, type ReceivedFile } from './incoming.ts';
import { syncFolder } from './sync-folder.ts';

/** Keeps files in a folder. A file is there completely, also after a power cut, or not at all. */
export class FolderStore implements FileStore {
  readonly incoming: Incoming;
  readonly #root: string;

  private constructor(root: string, incoming: Incoming) {
    this.#root = root;
    this.incoming = incoming;
  }

  /** What comes in waits on the same disk, so that putting it in its place is one step. */
  static async open(root: string, now: Date): Promise<FolderStore> {
    return new FolderStore(root, await Incoming.open(join(root, 'incoming'), now));
  }

  async put(key: string, file: ReceivedFile): Promise<void> {
    const { shard, path } = this.#place(key);
    if ((await mkdir(shard, { recursive: true, mode: 0o700 })) !== undefined) await syncFolder(this.#root);
    await rename(file.path, path);
    await syncFolder(shard);
  }

  async read(key: string, range?: ByteRange): Promise<Readable | null> {
    const { path } = this.#place(key);
    try {
      const file = await open(path, 'r');
      return file.createReadStream(range === undefined ? {} : { start: range.first, end: range.last });
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null;
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
