import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { errorCode } from '../error-code.ts';
import { Failure } from '../failure.ts';
import { CONTENT_START_BYTES } from './content-type.ts';

/** Another process may be writing now; a file this old is left from a crash. */
const LEFTOVER_MS = 60 * 60 * 1000;

/** A complete body on disk, with its metadata. */
export interface ReceivedFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  /** Enough of its start to detect its type. */
  readonly start: Buffer;
}

/** Incoming bodies until they are complete and accepted; nothing is served from here. */
export class Incoming {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async open(folder: string, now: Date): Promise<Incoming> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(folder)) await removeLeftover(join(folder, name), now);
    return new Incoming(folder);
  }

  /** Passes the body to `use` when it is completely on disk, and deletes it unless `use` moved it. */
  async receive<T>(body: Readable, maxBytes: number, use: (file: ReceivedFile) => Promise<T>): Promise<T> {
    const path = join(this.#folder, randomUUID());
    try {
      const file = await open(path, 'wx', 0o600);
      let received: Omit<ReceivedFile, 'path'>;
      try {
        received = await writeAtMost(file, body, maxBytes);
        await file.sync();
      } finally {
        await file.close();
      }
      return await use({ path, ...received });
    } finally {
      await rm(path, { force: true });
    }
  }
}

/** Replaces the content of a received file. */
export async function rewrite({ path }: ReceivedFile, bytes: Buffer): Promise<ReceivedFile> {
  await writeFile(path, bytes, { flush: true });
  return {
    path,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    start: bytes.subarray(0, CONTENT_START_BYTES),
  };
}

/** Stops as soon as the limit is exceeded, and leaves the body open: its sender still gets an answer. */
async function writeAtMost(
  file: FileHandle,
  body: Readable,
  maxBytes: number,
): Promise<Omit<ReceivedFile, 'path'>> {
  const hash = createHash('sha256');
  let start = Buffer.alloc(0);
  let size = 0;
  for await (const part of body.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(part)) throw new TypeError('A body comes in bytes');
    size += part.length;
    if (size > maxBytes) throw new Failure('payloadTooLarge');
    if (start.length < CONTENT_START_BYTES) {
      start = Buffer.concat([start, part.subarray(0, CONTENT_START_BYTES - start.length)]);
    }
    hash.update(part);
    await file.writeFile(part);
  }
  return { size, sha256: hash.digest('hex'), start };
}

async function removeLeftover(path: string, now: Date): Promise<void> {
  try {
    const { mtimeMs } = await stat(path);
    if (now.getTime() - mtimeMs > LEFTOVER_MS) await rm(path, { force: true });
  } catch (error) {
    // Another process finished writing it just now.
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
