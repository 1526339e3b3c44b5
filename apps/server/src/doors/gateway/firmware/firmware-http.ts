import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { FIRMWARE_LIMITS } from '@airloom/contract/firmware/firmware.limits';
import type { RequestedImage, RequestedImages } from '../../../domains/network/firmware/index.ts';
import type { StoredFile, StoredFiles } from '../../../platform/files/stored-files.ts';
import type { Logger } from '../../../platform/log.ts';
import { requestedRange } from '../../files/byte-range.ts';
import type { SignedTokens } from './signed-tokens.ts';

const PATH = '/firmware/';
const TOKEN = /^[\w-]{20,128}$/;
const AT_ONCE = 200;
/** A device that lost its connection may return before the old one is noticed to be dead. */
const AT_ONCE_EACH = 2;
const IDLE_MS = 30_000;
const RETRY_SECONDS = 10;

/** Download address of an image; `address` is how the device reaches the gateway. */
export function imageUri(address: string, token: string): string {
  return `https://${address}${PATH}${token}`;
}

/** The same without TLS; `signed` is the token as {@link SignedTokens} makes it. */
export function plainImageUri(address: string, signed: string): string {
  return `http://${address}${PATH}${signed}`;
}

/** The part of {@link RequestedImages} that is needed. */
interface Images extends Pick<RequestedImages, 'find' | 'begin' | 'end'> {
  readonly files: Pick<StoredFiles, 'read'>;
}

/** Serves images to requests with the token of a running upgrade: whole or in ranges, with limits. */
export class FirmwareHttp {
  readonly #images: Images;
  readonly #log: Logger;
  readonly #idleMs: number;
  /** Running downloads by token and by account. */
  readonly #fetching = new Map<string, number>();
  #count = 0;

  constructor(images: Images, log: Logger, idleMs = IDLE_MS) {
    this.#images = images;
    this.#log = log;
    this.#idleMs = idleMs;
  }

  /** False for other paths. `known` is called once the token is valid and the download may take its time. */
  answer(request: IncomingMessage, response: ServerResponse, known: () => void): boolean {
    const token = tokenIn(request);
    if (token === null) return false;
    this.#answer(request, response, () =>
      this.#hand(request, response, token, (image) => {
        known();
        return this.#send(request, response, image.file, { first: 0, end: 0 });
      }),
    );
    return true;
  }

  /**
   * Answers a request without TLS: the token must be signed, answers one request at a time, and ends with the first
   * complete download.
   */
  answerPlain(request: IncomingMessage, response: ServerResponse, signedTokens: SignedTokens): void {
    const token = signedTokens.verify(tokenIn(request) ?? '');
    this.#answer(request, response, async () => {
      if (token === null) return end(response, 404);
      await this.#hand(request, response, token, (image) => this.#sendOnce(request, response, token, image));
    });
  }

  #answer(request: IncomingMessage, response: ServerResponse, hand: () => Promise<unknown>): void {
    response.shouldKeepAlive = false;
    hand().catch((error: unknown) => {
      // A device that disconnects returns for the rest.
      if (!request.destroyed) this.#log.error({ err: error }, 'an image could not be handed out');
      response.destroy();
    });
  }

  async #hand(
    request: IncomingMessage,
    response: ServerResponse,
    token: string,
    send: (image: RequestedImage) => Promise<void>,
  ): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return end(response, 405, { allow: 'GET, HEAD' });
    const image = TOKEN.test(token) ? await this.#images.find(token) : null;
    if (image === null) return end(response, 404);
    const { tenant } = image;
    if (!this.#hasCapacity(tenant, token)) return end(response, 503, { 'retry-after': RETRY_SECONDS });
    this.#note(tenant, token, 1);
    const longest = setTimeout(() => response.destroy(), FIRMWARE_LIMITS.attemptMaxMs);
    try {
      await send(image);
    } finally {
      clearTimeout(longest);
      this.#note(tenant, token, -1);
    }
  }

  /** Limits the share of an account, so that slow devices of one account cannot use all downloads. */
  #hasCapacity(tenant: string, token: string): boolean {
    const left = AT_ONCE - this.#count;
    return (this.#fetching.get(tenant) ?? 0) < left && (this.#fetching.get(token) ?? 0) < AT_ONCE_EACH;
  }

  #note(tenant: string, token: string, change: 1 | -1): void {
    this.#count += change;
    for (const key of [tenant, token]) {
      const count = (this.#fetching.get(key) ?? 0) + change;
      if (count > 0) this.#fetching.set(key, count);
      else this.#fetching.delete(key);
    }
  }

  async #sendOnce(
    request: IncomingMessage,
    response: ServerResponse,
    token: string,
    { file }: RequestedImage,
  ): Promise<void> {
    const sent = { first: 0, end: 0 };
    // No part of the image is sent.
    if (request.method === 'HEAD') return this.#send(request, response, file, sent);
    if (!(await this.#images.begin(token))) return end(response, 503, { 'retry-after': RETRY_SECONDS });
    try {
      await this.#send(request, response, file, sent);
    } catch (error) {
      // How much arrived is unknown; the last byte did not.
      sent.end = Math.min(sent.end, file.size - 1);
      throw error;
    } finally {
      await this.#images.end(token, sent, file.size);
    }
  }

  /** `sent` follows what was written to the connection. */
  async #send(
    request: IncomingMessage,
    response: ServerResponse,
    file: StoredFile,
    sent: { first: number; end: number },
  ): Promise<void> {
    const etag = `"${file.sha256}"`;
    const { range: asked, 'if-range': ifRange } = request.headers;
    const range = ifRange === undefined || ifRange === etag ? requestedRange(asked, file.size) : null;
    if (range === 'unsatisfiable') return end(response, 416, { 'content-range': `bytes */${file.size}` });
    response.setTimeout(this.#idleMs, () => response.destroy());
    response.writeHead(range === null ? 200 : 206, {
      etag,
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
      'content-type': 'application/octet-stream',
      'content-length': range === null ? file.size : range.last - range.first + 1,
      ...(range === null ? {} : { 'content-range': `bytes ${range.first}-${range.last}/${file.size}` }),
    });
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    sent.first = range?.first ?? 0;
    sent.end = sent.first;
    const source = await this.#images.files.read(file, range ?? undefined);
    const count = async function* (parts: AsyncIterable<Buffer>) {
      for await (const part of parts) {
        sent.end += part.length;
        yield part;
      }
    };
    await pipeline(source, count, response);
  }
}

function tokenIn(request: IncomingMessage): string | null {
  const path = URL.parse(request.url ?? '', 'https://localhost')?.pathname ?? '';
  return path.startsWith(PATH) ? path.slice(PATH.length) : null;
}

function end(response: ServerResponse, status: number, headers: Record<string, string | number> = {}): void {
  response.writeHead(status, { 'content-length': 0, ...headers });
  response.end();
}
