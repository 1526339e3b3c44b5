import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { LIMITS } from '@airloom/contract/limits';
import type { OrderedImages } from '../../domains/firmware/index.ts';
import type { StoredFile, StoredFiles } from '../../platform/files/stored-files.ts';
import type { Logger } from '../../platform/log.ts';
import { askedRange } from '../files/byte-range.ts';

const PATH = '/firmware/';
const TOKEN = /^[\w-]{20,128}$/;
const AT_ONCE = 200;
/** A device that lost its line may come back before the old one is seen to be dead. */
const AT_ONCE_EACH = 2;
const IDLE_MS = 30_000;
const RETRY_SECONDS = 10;

/** Where a device that was told to upgrade fetches its image from, having reached this door as `host`. */
export function imageUri(host: string, token: string): string {
  return `https://${host}${PATH}${token}`;
}

/** What it needs of {@link OrderedImages}. */
interface Images extends Pick<OrderedImages, 'find'> {
  readonly files: Pick<StoredFiles, 'read'>;
}

/** Hands out images to whoever knows the token of an upgrade that runs: whole or in parts, so many at once. */
export class FirmwareDesk {
  readonly #images: Images;
  readonly #log: Logger;
  readonly #fetching = new Map<string, number>();
  #count = 0;

  constructor(images: Images, log: Logger) {
    this.#images = images;
    this.#log = log;
  }

  /** False when it is about something else. `known` is called once it is clear that it may take its time. */
  answer(request: IncomingMessage, response: ServerResponse, known: () => void): boolean {
    const path = URL.parse(request.url ?? '', 'https://localhost')?.pathname ?? '';
    if (!path.startsWith(PATH)) return false;
    response.shouldKeepAlive = false;
    this.#hand(request, response, path.slice(PATH.length), known).catch((error: unknown) => {
      // A device that hangs up half-way comes back for the rest.
      if (!request.destroyed) this.#log.error({ err: error }, 'an image could not be handed out');
      response.destroy();
    });
    return true;
  }

  async #hand(
    request: IncomingMessage,
    response: ServerResponse,
    token: string,
    known: () => void,
  ): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return end(response, 405, { allow: 'GET, HEAD' });
    const file = TOKEN.test(token) ? await this.#images.find(token) : null;
    if (file === null) return end(response, 404);
    const own = this.#fetching.get(token) ?? 0;
    if (this.#count >= AT_ONCE || own >= AT_ONCE_EACH) {
      return end(response, 503, { 'retry-after': RETRY_SECONDS });
    }
    this.#count += 1;
    this.#fetching.set(token, own + 1);
    known();
    const longest = setTimeout(() => response.destroy(), LIMITS.firmware.attemptMaxMs);
    try {
      await this.#send(request, response, file);
    } finally {
      clearTimeout(longest);
      this.#count -= 1;
      const left = (this.#fetching.get(token) ?? 1) - 1;
      if (left > 0) this.#fetching.set(token, left);
      else this.#fetching.delete(token);
    }
  }

  async #send(request: IncomingMessage, response: ServerResponse, file: StoredFile): Promise<void> {
    const etag = `"${file.sha256}"`;
    const { range: asked, 'if-range': ifRange } = request.headers;
    const range = ifRange === undefined || ifRange === etag ? askedRange(asked, file.size) : null;
    if (range === 'unsatisfiable') return end(response, 416, { 'content-range': `bytes */${file.size}` });
    response.setTimeout(IDLE_MS, () => response.destroy());
    response.writeHead(range === null ? 200 : 206, {
      etag,
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
      'content-type': 'application/octet-stream',
      'content-length': range === null ? file.size : range.last - range.first + 1,
      ...(range === null ? {} : { 'content-range': `bytes ${range.first}-${range.last}/${file.size}` }),
    });
    if (request.method === 'HEAD') return void response.end();
    await pipeline(await this.#images.files.read(file, range ?? undefined), response);
  }
}

function end(response: ServerResponse, status: number, headers: Record<string, string | number> = {}): void {
  response.writeHead(status, { 'content-length': 0, ...headers });
  response.end();
}
