import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { type Backoff, backoffMs } from '@airloom/contract/backoff';
import { AwsClient } from 'aws4fetch';
import { assertFileKey, type ByteRange, type FileStore } from './file-store.ts';
import type { Incoming, ReceivedFile } from './incoming.ts';

export interface S3Options {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Timeout of one attempt, until the store begins to answer; uploads get additional time. */
  readonly timeoutMs: number;
}

const TRIES = 3;
const RETRY: Backoff = { firstMs: 100, maxMs: 1_000 };
/** A store that accepts bytes more slowly than this counts as unreachable. */
const SLOWEST_BYTES_PER_MS = 500;

interface S3Request {
  readonly method: 'PUT' | 'GET' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Blob;
}

/** Stores files in any S3-compatible store, with path-style addresses: `<endpoint>/<bucket>/<key>`. */
export class S3Store implements FileStore {
  readonly incoming: Incoming;
  readonly #client: AwsClient;
  readonly #base: string;
  readonly #timeoutMs: number;

  constructor(options: S3Options, incoming: Incoming) {
    this.incoming = incoming;
    this.#client = new AwsClient({
      accessKeyId: options.accessKeyId,
      secretAccessKey: options.secretAccessKey,
      region: options.region,
      service: 's3',
      // The default would share one timeout over all attempts and give up at once when the connection breaks.
      retries: 0,
    });
    this.#base = `${options.endpoint.replace(/\/+$/, '')}/${encodeURIComponent(options.bucket)}`;
    this.#timeoutMs = options.timeoutMs;
  }

  async put(key: string, file: ReceivedFile, contentType: string): Promise<void> {
    const headers = { 'content-type': contentType, 'x-amz-content-sha256': file.sha256 };
    const body = await openAsBlob(file.path);
    await discard(await this.#request(key, { method: 'PUT', headers, body }, [200]));
  }

  async read(key: string, range?: ByteRange): Promise<Readable | null> {
    const headers = range === undefined ? {} : { range: `bytes=${range.first}-${range.last}` };
    const found = range === undefined ? 200 : 206;
    const response = await this.#request(key, { method: 'GET', headers }, [found, 404]);
    if (response.status === found && response.body !== null)
      return Readable.from(response.body, { objectMode: false });
    await discard(response);
    return null;
  }

  async delete(key: string): Promise<void> {
    await discard(await this.#request(key, { method: 'DELETE' }, [204, 200, 404]));
  }

  async #request(key: string, request: S3Request, expected: readonly number[]): Promise<Response> {
    assertFileKey(key);
    const response = await this.#answered(key, request);
    if (expected.includes(response.status)) return response;
    await discard(response);
    throw new Error(`The file store answered ${request.method} with ${response.status}`);
  }

  /** All three requests are idempotent, so a broken connection is retried like a busy store. */
  async #answered(key: string, request: S3Request): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await this.#once(key, request);
        const busy = response.status >= 500 || response.status === 429;
        if (!busy || attempt === TRIES) return response;
        await discard(response);
      } catch (error) {
        if (attempt === TRIES) {
          throw new Error(`The file store could not be reached for ${request.method}`, { cause: error });
        }
      }
      await pause(backoffMs(RETRY, attempt - 1));
    }
  }

  async #once(key: string, request: S3Request): Promise<Response> {
    const controller = new AbortController();
    const sending = (request.body?.size ?? 0) / SLOWEST_BYTES_PER_MS;
    const timer = setTimeout(() => controller.abort(), this.#timeoutMs + sending);
    try {
      return await this.#client.fetch(`${this.#base}/${key}`, {
        ...request,
        redirect: 'manual',
        signal: controller.signal,
      });
    } finally {
      clearTimeout(timer);
    }
  }
}

/** An unread response would keep its connection open. */
async function discard(response: Response): Promise<void> {
  await response.body?.cancel();
}
