import { type IncomingMessage, request as requestDevice, type Server, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream';
import { MINUTE, SECOND } from '@airloom/contract/time';
import { plainAddress } from '../../../platform/http/outside.ts';
import { DeviceConnectionError } from './device-connection.ts';
import { headersForBrowser, headersForDevice, isOwnRequest, type ProxyOrigin } from './header-rules.ts';
import { OPEN_PATH, shortId } from './proxy-access.ts';
import { type PageProblem, problemPage } from './proxy-pages.ts';
import { discardRest } from './request-rest.ts';
import type { RunningProxy } from './running-proxy.ts';
import { isNamed } from './web-host.ts';

const HEADERS_MS = 10 * SECOND;
/** Firmware is uploaded through pages of devices. */
const REQUEST_MS = 15 * MINUTE;
const KEEP_ALIVE_MS = 15 * SECOND;
/** Without a byte in either direction. */
const IDLE_MS = 2 * MINUTE;
/** From the request to the first byte of the answer. */
const ANSWER_MS = MINUTE;
/** Of a WebSocket, without a byte in either direction. */
const UPGRADED_IDLE_MS = 10 * MINUTE;
const KEEP_ALIVE_PROBE_MS = 30 * SECOND;

/** Serves web pages of a device: every request head passes the rules, then bodies are piped. */
export class WebProxy {
  readonly #proxy: RunningProxy;
  readonly #origin: ProxyOrigin;
  readonly #now: () => Date;

  constructor(proxy: RunningProxy, now: () => Date) {
    this.#proxy = proxy;
    this.#now = now;
    const { id, protocol, address, port, publicHost, expiresAt } = proxy.row;
    this.#origin = {
      own: proxy.origin,
      device: `${protocol}://${address}:${port}`,
      cookiePrefix: `p${shortId(id)}_`,
      isOwnHost: isNamed(publicHost),
      secondsLeft: () => Math.max(1, Math.ceil((expiresAt.getTime() - now().getTime()) / 1000)),
    };
  }

  attach(server: Server): void {
    server.headersTimeout = HEADERS_MS;
    server.requestTimeout = REQUEST_MS;
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    server.setTimeout(IDLE_MS, (socket) => socket.destroy());
    server.on('request', (request, response) => {
      this.#serve(request, response).catch((error: unknown) => failed(request, response, error));
    });
    server.on('upgrade', (request, socket) => {
      socket.on('error', () => undefined);
      this.#upgrade(request, socket).catch(() => socket.destroy());
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const person = this.#proxy.access.personOf(request.headers.cookie);
    const problem = this.#problemOf(request, person);
    if (problem !== null) return problemPage(request, response, problem);
    if (this.#isOpening(request)) return this.#open(request, response, person);
    if (person === null) return problemPage(request, response, 'noAccess');
    if (!this.#proxy.admit(request.socket)) return;
    const device = await this.#proxy.connect(person);
    this.#proxy.touch(addressOf(request), this.#now());
    response.once('close', () => device.destroy());
    const hasBody = request.headers['content-length'] === undefined && 'transfer-encoding' in request.headers;
    const outgoing = requestDevice({
      createConnection: () => device,
      method: request.method,
      path: request.url,
      headers: [
        ...headersForDevice(request.rawHeaders, this.#origin),
        'Connection',
        'close',
        ...(hasBody ? ['Transfer-Encoding', 'chunked'] : []),
      ],
    });
    const waiting = setTimeout(() => outgoing.destroy(new DeviceConnectionError('noAnswer')), ANSWER_MS);
    outgoing.once('response', (answer) => {
      clearTimeout(waiting);
      const headers = headersForBrowser(answer.rawHeaders, this.#origin);
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', headers);
      pipeline(answer, response, () => undefined);
    });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    outgoing.once('error', reject);
    outgoing.once('close', resolve);
    response.once('finish', () => discardRest(request));
    request.pipe(outgoing);
    await promise.finally(() => clearTimeout(waiting));
  }

  async #upgrade(request: IncomingMessage, socket: Duplex): Promise<void> {
    const person = this.#proxy.access.personOf(request.headers.cookie);
    if (person === null || this.#problemOf(request, person) !== null) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () =>
        socket.destroy(),
      );
      return;
    }
    if (!this.#proxy.admit(request.socket)) return;
    const device = await this.#proxy.connect(person);
    this.#proxy.touch(addressOf(request), this.#now());
    if (socket.destroyed) return void device.destroy();
    socket.once('close', () => device.destroy());
    // A browser that closed its half sends nothing more, not even the end of the WebSocket.
    socket.once('end', () => socket.destroy());
    device.on('error', () => undefined);
    device.once('close', () => socket.destroy());
    const waiting = setTimeout(() => socket.destroy(), ANSWER_MS);
    socket.once('close', () => clearTimeout(waiting));
    const upgrade = ['Connection', 'Upgrade', 'Upgrade', request.headers.upgrade ?? 'websocket'];
    const outgoing = requestDevice({
      createConnection: () => device,
      method: request.method,
      path: request.url,
      headers: [...headersForDevice(request.rawHeaders, this.#origin), ...upgrade],
    });
    outgoing.once('upgrade', (answer, target, first) => {
      clearTimeout(waiting);
      if (socket instanceof Socket) {
        socket.setKeepAlive(true, KEEP_ALIVE_PROBE_MS);
        socket.setTimeout(UPGRADED_IDLE_MS, () => socket.destroy());
      }
      const head = [...headersForBrowser(answer.rawHeaders, this.#origin), ...upgrade];
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headText(head)}\r\n`);
      if (first.length > 0) socket.write(first);
      pipeline(target, socket, () => undefined);
      pipeline(socket, target, () => undefined);
    });
    outgoing.once('response', (answer) => {
      socket.end(
        `HTTP/1.1 ${answer.statusCode ?? 502} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
        () => socket.destroy(),
      );
      answer.resume();
    });
    outgoing.once('error', () => socket.destroy());
    outgoing.end();
  }

  /** Null if the request may be served. */
  #problemOf(request: IncomingMessage, person: string | null): PageProblem | null {
    const { headers, method = '' } = request;
    // Another name for this address would be another origin: pages of that name could read the answers.
    if (headers.host?.toLowerCase() !== new URL(this.#origin.own).host) return 'otherHost';
    if (!this.#proxy.allowsSource(addressOf(request))) return 'otherSource';
    if (!this.#proxy.countRequest(person !== null)) return 'tooMany';
    // It would outlive the proxy and serve the next one at this port.
    if (headers['service-worker'] !== undefined) return 'otherOrigin';
    const isOpening = this.#isOpening(request) && method === 'GET';
    return isOpening || isOwnRequest({ method, headers }, this.#origin.own) ? null : 'otherOrigin';
  }

  #isOpening(request: IncomingMessage): boolean {
    return (request.url ?? '').startsWith(`${OPEN_PATH}?`);
  }

  /** Exchanges the token of a link for a cookie; the address without the token replaces it. */
  #open(request: IncomingMessage, response: ServerResponse, person: string | null): void {
    const { access } = this.#proxy;
    const isKnown = person !== null;
    const token = new URL(request.url ?? '/', this.#origin.own).searchParams.get('token') ?? '';
    const cookie = request.method === 'GET' ? access.useLink(token) : null;
    if (cookie === null && !isKnown) return problemPage(request, response, 'linkUsed');
    const secure = this.#origin.own.startsWith('https:') ? '; Secure' : '';
    response.writeHead(303, {
      Location: '/',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      // What an earlier proxy at this port left in the browser.
      ...(isKnown ? {} : { 'Clear-Site-Data': '"cache", "storage"' }),
      ...(cookie === null
        ? {}
        : {
            'Set-Cookie': `${access.cookieName}=${cookie}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${this.#origin.secondsLeft()}${secure}`,
          }),
    });
    response.end();
  }
}

function addressOf(request: IncomingMessage): string {
  return plainAddress(request.socket.remoteAddress ?? '');
}

function headText(headers: readonly string[]): string {
  const lines: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}\r\n`);
  return lines.join('');
}

function failed(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  problemPage(request, response, error instanceof DeviceConnectionError ? problemOf(error) : 'badAnswer');
}

function problemOf({ reason }: DeviceConnectionError): PageProblem {
  switch (reason) {
    case 'deviceOffline':
    case 'notSupported':
    case 'noAnswer':
    case 'targetRefused':
    case 'accessLost':
      return reason;
    case 'tooMany':
      return 'tooMany';
    default:
      return 'deviceLost';
  }
}
