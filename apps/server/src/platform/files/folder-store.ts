import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { errorCode } from '../error-code.ts';
import { assertFileKey, type ByteRange, type FileStore } from './file-store.ts';
import { Incoming, type ReceivedFile } from './incoming.ts';
import { syncFolder } from './sync-folder.ts';

/** Stores files in a folder. A file is complete, also after a power failure, or missing. */
export class FolderStore implements FileStore {
  readonly incoming: Incoming;
  readonly #root: string;

  private constructor(root: string, incoming: Incoming) {
    this.#root = root;
    this.incoming = incoming;
  }

  /** Incoming files are on the same disk, so that moving one into place is one rename. */
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

  /** Ids begin with their time, so their random end distributes files over the folders. */
  #place(key: string): { shard: string; path: string } {
    assertFileKey(key);
    const shard = join(this.#root, key.slice(-2));
    return { shard, path: join(shard, key) };
  }
}
