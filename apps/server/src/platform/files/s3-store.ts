import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { assertFileKey, type FileStore } from './file-store.ts';

export interface S3Options {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** For one try, from connecting to the last byte. */
  readonly timeoutMs: number;
}

const TRIES = 3;
const FIRST_PAUSE_MS = 100;

interface S3Request {
  readonly method: 'PUT' | 'GET' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer<ArrayBuffer>;
}

interface S3Answer {
  readonly status: number;
  readonly bytes: Buffer;
}

/** Keeps files in any store that speaks S3, addressed by path: `<endpoint>/<bucket>/<key>`. */
export class S3Store implements FileStore {
  readonly #client: AwsClient;
  readonly #base: string;
  readonly #timeoutMs: number;

  constructor(options: S3Options) {
    this.#client = new AwsClient({
      accessKeyId: options.accessKeyId,
      secretAccessKey: options.secretAccessKey,
      region: options.region,
      service: 's3',
      // It would share one time-out over all tries and give up at once when the connection breaks.
      retries: 0,
    });
    this.#base = `${options.endpoint.replace(/\/+$/, '')}/${encodeURIComponent(options.bucket)}`;
    this.#timeoutMs = options.timeoutMs;
  }

  async put(key: string, bytes: Buffer, contentType: string): Promise<void> {
    const body = Buffer.from(bytes);
    const headers = {
      'content-type': contentType,
      'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
    };
    const { status } = await this.#request(key, { method: 'PUT', headers, body });
    if (status !== 200) throw refused('PUT', status);
  }

  async get(key: string): Promise<Buffer | null> {
    const { status, bytes } = await this.#request(key, { method: 'GET' });
    if (status === 404) return null;
    if (status !== 200) throw refused('GET', status);
    return bytes;
  }

  async delete(key: string): Promise<void> {
    const { status } = await this.#request(key, { method: 'DELETE' });
    if (status !== 204 && status !== 200 && status !== 404) throw refused('DELETE', status);
  }

  /** All three requests can be repeated without harm, so a broken connection is tried again like a busy store. */
  async #request(key: string, request: S3Request): Promise<S3Answer> {
    assertFileKey(key);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await this.#once(key, request);
        const busy = answer.status >= 500 || answer.status === 429;
        if (!busy || attempt === TRIES) return answer;
      } catch (error) {
        if (attempt === TRIES) {
          throw new Error(`The file store could not be reached for ${request.method}`, { cause: error });
        }
      }
      await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1));
    }
  }

  async #once(key: string, request: S3Request): Promise<S3Answer> {
    const response = await this.#client.fetch(`${this.#base}/${key}`, {
      ...request,
      redirect: 'manual',
      signal: AbortSignal.timeout(this.#timeoutMs),
    });
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
  }
}

function refused(method: string, status: number): Error {
  return new Error(`The file store answered ${method} with ${status}`);
}
