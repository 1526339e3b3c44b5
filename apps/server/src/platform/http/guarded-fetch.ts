import { type LookupAddress, lookup } from 'node:dns';
import { type ClientRequest, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Outside } from './outside.ts';

/** The target is an internal address. Retrying changes nothing. */
export class RefusedAddress extends Error {
  constructor(host: string) {
    super(`refused address ${host}`);
    this.name = 'RefusedAddress';
  }
}

export interface GuardedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For the whole request: name lookup, connection, the answer to its last byte. */
  readonly timeoutMs: number;
  /** An answer is read up to this size. */
  readonly answerMax: number;
}

/** The connection uses the result of this lookup, so the checked address is the connected one (no DNS rebinding). */
function checkedLookup(outside: Outside): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const [first] = addresses ?? [];
      if (error !== null || first === undefined) {
        done(error ?? new Error(`${host} has no address`), '');
      } else if (!addresses.every(({ address }) => outside.allows(address))) {
        done(new RefusedAddress(host), '');
      } else if (options.all === true) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, '');
}

/** Whether posting there would be refused now. A name that does not resolve yet may resolve to anything later. */
export async function isRefused(outside: Outside, url: string, timeoutMs: number): Promise<boolean> {
  const host = hostOf(url);
  if (isIP(host) !== 0) return !outside.allows(host);
  const unknown = AbortSignal.timeout(timeoutMs);
  return new Promise((resolve) => {
    unknown.addEventListener('abort', () => resolve(false));
    checkedLookup(outside)(host, { all: true }, (error) => resolve(error instanceof RefusedAddress));
  });
}

export interface GuardedAnswer {
  readonly status: number;
  /** Up to the given size; never shown or logged. */
  readonly body: string;
}

/** Posts to an address chosen by a user. It must be external, and redirects are not followed. */
export function guardedPost(
  outside: Outside,
  { url, headers, body, timeoutMs, answerMax }: GuardedRequest,
): Promise<GuardedAnswer> {
  const target = new URL(url);
  const host = hostOf(url);
  // A numeric address is connected without a lookup.
  if (isIP(host) !== 0 && !outside.allows(host)) return Promise.reject(new RefusedAddress(host));
  const send = target.protocol === 'https:' ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const request: ClientRequest = send(
      target,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        lookup: checkedLookup(outside),
        // A new connection: a pooled one was checked for another request.
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
      },
      (response) => {
        const chunks: Buffer[] = [];
        let read = 0;
        const answer = (): void =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') });
        response.on('data', (chunk: Buffer) => {
          read += chunk.length;
          if (read > answerMax) {
            answer();
            request.destroy();
          } else chunks.push(chunk);
        });
        response.on('end', answer);
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}
