import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ByteRange, FileStore } from '../file-store.ts';

export function keep(store: FileStore, key: string, bytes: Buffer): Promise<void> {
  return store.incoming.receive(Readable.from([bytes]), bytes.length, (file) =>
    store.put(key, file, 'image/png'),
  );
}

export async function readAll(store: FileStore, key: string, range?: ByteRange): Promise<Buffer | null> {
  const stream = await store.read(key, range);
  return stream === null ? null : buffer(stream);
}
