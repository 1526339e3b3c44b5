import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenOnLoopback } from '../../senders/testing/loopback.ts';

export interface S3Credentials {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A fault instead of a proper answer, once. */
export type Fault = 'busy' | 'hang' | 'reset' | 'redirect' | 'cut';

interface S3Object {
  readonly bytes: Buffer;
  readonly contentType: string;
}

const CLOCK_SKEW_MS = 15 * 60 * 1000;

/** Implements the part of the S3 REST protocol that stores, reads and deletes objects, and checks every signature. */
export class S3StandIn {
  readonly objects = new Map<string, S3Object>();
  readonly faults: Fault[] = [];
  requests = 0;
  #endpoint = '';
  readonly #credentials: S3Credentials;
  readonly #server = createServer((request, response) => {
    void this.#answer(request, response);
  });

  private constructor(credentials: S3Credentials) {
    this.#credentials = credentials;
  }

  static async start(credentials: S3Credentials): Promise<S3StandIn> {
    const store = new S3StandIn(credentials);
    store.#endpoint = `http://127.0.0.1:${await listenOnLoopback(store.#server)}`;
    return store;
  }

  get endpoint(): string {
    return this.#endpoint;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests += 1;
    const body = await buffer(request);
    const fault = this.faults.shift();
    if (fault === 'hang') return;
    if (fault === 'reset') {
      request.socket.destroy();
      return;
    }
    if (fault === 'busy') return refuse(response, 503, 'SlowDown');
    if (fault === 'redirect') {
      response.setHeader('location', 'http://127.0.0.1:9/');
      return refuse(response, 307, 'TemporaryRedirect');
    }
    const problem = signatureProblem(request, body, this.#credentials);
    if (problem !== null) return refuse(response, 403, problem);
    this.#serve(request, body, response, fault === 'cut');
  }

  #serve(request: IncomingMessage, body: Buffer, response: ServerResponse, cut: boolean): void {
    const path = request.url ?? '';
    if (request.method === 'PUT') {
      this.objects.set(path, { bytes: body, contentType: request.headers['content-type'] ?? '' });
      response.writeHead(200).end();
    } else if (request.method === 'DELETE') {
      this.objects.delete(path);
      response.writeHead(204).end();
    } else {
      const object = this.objects.get(path);
      if (object === undefined) refuse(response, 404, 'NoSuchKey');
      else sendObject(object, request.headers.range, response, cut);
    }
  }
}

function sendObject(
  object: S3Object,
  range: string | undefined,
  response: ServerResponse,
  cut: boolean,
): void {
  const [, first = '0', last = String(object.bytes.length - 1)] =
    /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  const bytes = object.bytes.subarray(Number(first), Number(last) + 1);
  response.writeHead(range === undefined ? 200 : 206, {
    'content-type': object.contentType,
    'content-length': bytes.length,
    ...(range === undefined ? {} : { 'content-range': `bytes ${first}-${last}/${object.bytes.length}` }),
  });
  if (cut) response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  else response.end(bytes);
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`);
}

/** AWS Signature Version 4, from its description: the error code of S3, or null when the signature is valid. */
function signatureProblem(request: IncomingMessage, body: Buffer, own: S3Credentials): string | null {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (given === null) return 'AuthorizationHeaderMalformed';
  const [, keyId = '', day = '', region = '', signedHeaders = '', signature = ''] = given;
  if (keyId !== own.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== own.region) return 'AuthorizationHeaderMalformed';

  const at = header(request, 'x-amz-date');
  const sentAt = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(Date.now() - sentAt) < CLOCK_SKEW_MS) || !at.startsWith(day)) return 'RequestTimeTooSkewed';

  const payloadHash = header(request, 'x-amz-content-sha256');
  if (payloadHash !== 'UNSIGNED-PAYLOAD' && payloadHash !== sha256(body)) return 'XAmzContentSHA256Mismatch';

  const names = signedHeaders.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) {
    return 'AccessDenied';
  }
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const canonical = [
    request.method,
    path,
    query,
    ...names.map((name) => `${name}:${header(request, name)}`),
    '',
    signedHeaders,
    payloadHash,
  ].join('\n');
  const day4 = hmac(`AWS4${own.secretAccessKey}`, day);
  const signingKey = hmac(hmac(hmac(day4, region), 's3'), 'aws4_request');
  const expected = hmac(
    signingKey,
    ['AWS4-HMAC-SHA256', at, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n'),
  );
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch';
}

function header(request: IncomingMessage, name: string): string {
  return String(request.headers[name] ?? '').trim();
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
