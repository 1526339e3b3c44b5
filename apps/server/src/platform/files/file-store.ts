import type { Readable } from 'node:stream';
import type { Incoming, ReceivedFile } from './incoming.ts';

/** Bytes from the first to the last, both included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** Where bytes are kept. Keys are made by the server, never by people. */
export interface FileStore {
  readonly incoming: Incoming;
  /** May take the received file away instead of copying it. */
  put(key: string, file: ReceivedFile, contentType: string): Promise<void>;
  /** The bytes as they come; null when there are none under this key. The reader ends or destroys the stream. */
  read(key: string, range?: ByteRange): Promise<Readable | null>;
  delete(key: string): Promise<void>;
}

const OWN_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Whether this can be the key of a stored file at all: one of our own ids and nothing else. */
export function isFileKey(text: string): boolean {
  return OWN_ID.test(text);
}

/** Every store asks this first, so no path or URL is ever built from anything but an id. */
export function assertFileKey(key: string): void {
  if (!isFileKey(key)) throw new Error('Not the key of a stored file');
}
