import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { syncFolder } from '../files/sync-folder.ts';
import { newToken } from '../secrets.ts';
import { type Entry, readEntries } from './entries.ts';
import { sealingStream, unsealed } from './sealed-stream.ts';

/** Fast rather than small: a backup shares the machine with the console. */
const COMPRESSION = { level: 3 };
export const PARTIAL = '.partial';

/** Writes a backup under a temporary name first: its own name is always a complete file. Resolves to its size. */
export async function writeArchive(
  file: string,
  passphrase: string,
  content: AsyncIterable<Buffer>,
  signal?: AbortSignal,
): Promise<number> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${newToken().slice(0, 8)}${PARTIAL}`;
  try {
    await pipeline(
      Readable.from(content, { objectMode: false }),
      createGzip(COMPRESSION),
      await sealingStream(passphrase),
      // `flush`: on disk before it is closed.
      createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true }),
      { signal },
    );
    await rename(temporary, file);
    await syncFolder(dirname(file));
    return (await stat(file)).size;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** @throws {import('./sealed-stream.ts').BackupRefused} when the passphrase is wrong or any byte was changed. */
export async function* readArchive(file: string, passphrase: string): AsyncGenerator<Entry, void, undefined> {
  const source = createReadStream(file);
  const gunzip = createGunzip();
  const consumed = pipeline(Readable.from(unsealed(source, passphrase)), gunzip);
  // The reader receives a failure first.
  consumed.catch(() => undefined);
  try {
    yield* readEntries(gunzip);
    await consumed;
  } finally {
    gunzip.destroy();
    source.destroy();
  }
}
