/** Where bytes are kept. Keys are made by the server, never by people. */
export interface FileStore {
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  get(key: string): Promise<Buffer | null>;
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
