import { randomBytes, X509Certificate } from 'node:crypto';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { type RequestOptions, request as requestSecure } from 'node:https';
import { isIP } from 'node:net';

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/;
const IDLE_MS = 30_000;

export interface Trust {
  /** PEM of the authority that must have issued the server's certificate. */
  readonly ca: string | undefined;
  /** Client certificate of the device, if used. */
  readonly own?: { readonly key: string; readonly certificate: string } | null;
  /** The server's common name or one of its DNS names must be the host, also where that is an address. */
  readonly namesOnly?: boolean;
}

/** Certificates are verified except on the loopback address. */
function optionsFor(url: URL, { ca, own, namesOnly = false }: Trust): RequestOptions {
  const isLocal = LOOPBACK.test(url.hostname) && !namesOnly;
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(own ? { key: own.key, cert: own.certificate } : {}),
    ...(namesOnly ? { checkServerIdentity: checkNames, agent: false } : {}),
    rejectUnauthorized: !isLocal,
    timeout: IDLE_MS,
  };
}

function checkNames(host: string, { raw }: { readonly raw: Buffer }): Error | undefined {
  if (new X509Certificate(raw).checkHost(host, { subject: 'always' }) !== undefined) return undefined;
  return new Error(`certificate error: it is not for ${host}`);
}

function open(url: URL, trust: Trust, options: RequestOptions): ReturnType<typeof requestPlain> {
  const request = url.protocol === 'https:' ? requestSecure : requestPlain;
  const all = { ...optionsFor(url, trust), ...options, ...(isIP(url.hostname) ? { servername: '' } : {}) };
  return request(url, all);
}

function answerTo(request: ReturnType<typeof requestPlain>, body?: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', reject);
    request.once('timeout', () => request.destroy(new Error('timed out')));
    request.end(body);
  });
}

export interface Download {
  readonly bytes: number;
  /** Announced length; null without one. */
  readonly announced: number | null;
  /** First bytes. */
  readonly head: Buffer;
}

const HEAD_BYTES = 4096;

/** Downloads a file without storing it. */
export async function download(
  uri: string,
  trust: Trust,
  onProgress: (bytes: number, announced: number | null) => void,
): Promise<Download> {
  const response = await answerTo(open(new URL(uri), trust, {}));
  if (response.statusCode !== 200) {
    response.resume();
    throw new Error(`the server answered ${response.statusCode}`);
  }
  const length = Number(response.headers['content-length'] ?? Number.NaN);
  const announced = Number.isSafeInteger(length) ? length : null;
  let bytes = 0;
  let head = Buffer.alloc(0);
  for await (const chunk of response) {
    if (!Buffer.isBuffer(chunk)) continue;
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
    bytes += chunk.length;
    onProgress(bytes, announced);
  }
  return { bytes, announced, head };
}

/** Uploads a file as a form with the serial, like the real clients. */
export async function upload(uri: string, ca: string | undefined, name: string, file: Buffer): Promise<void> {
  const boundary = `----${randomBytes(12).toString('hex')}`;
  const body = Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="name"\r\n\r\n${name}\r\n`),
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="data"; filename="${name}.pcap"\r\n` +
        'Content-Type: application/octet-stream\r\n\r\n',
    ),
    file,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': String(body.length),
  };
  const response = await answerTo(open(new URL(uri), { ca }, { method: 'POST', headers }), body);
  response.resume();
  if ((response.statusCode ?? 500) >= 300) throw new Error(`the server answered ${response.statusCode}`);
}
