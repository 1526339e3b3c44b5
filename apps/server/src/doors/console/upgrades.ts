import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { LIVE_CLOSE, SCREEN_PARAMETER } from '@airloom/contract/live';
import cookie from '@fastify/cookie';
import { type WebSocket, WebSocketServer } from 'ws';
import { Failure } from '../../platform/failure.ts';
import { bearerToken } from '../../platform/http/bearer.ts';
import { clientAddress, proxiesOf } from '../../platform/http/client-address.ts';
import { type Authenticated, SESSION_COOKIE, screenCookie } from '../../platform/http/context.ts';
import type { Authenticators } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';

const FRAME_MAX_BYTES = 1024;
const GOODBYE_MS = 1_000;

/** A session or a display, never an API key. */
export interface Visitor {
  readonly sessionId: string;
  readonly scope: Authenticated['scope'];
  /** A display that a link to the big screen opened. */
  readonly screen: boolean;
  /** Who it is now, or why it is not admitted any more. Only an active person keeps the session alive. */
  again(isActive?: boolean): Promise<Authenticated | Failure>;
}

/** A socket endpoint at one path. */
export interface SocketEndpoint {
  admits(visitor: Visitor): boolean;
  enter(socket: WebSocket, visitor: Visitor): void;
}

/** Authorizes sockets by the same session cookie as calls, and routes each to its endpoint. */
export function mountUpgrades(
  server: Server,
  platform: Pick<Platform, 'settings' | 'log'>,
  authenticators: Authenticators,
  doors: ReadonlyMap<string, SocketEndpoint>,
): WebSocketServer {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: FRAME_MAX_BYTES,
  });

  server.on('upgrade', (request, stream, head) => {
    // An error on the stream would otherwise end the process.
    stream.on('error', () => stream.destroy());
    open(request, stream, head).catch((error: unknown) => {
      platform.log.error({ err: error }, 'socket could not be opened');
      refuse(stream, '500 Internal Server Error');
    });
  });

  async function open(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const endpoint = doors.get(urlOf(request)?.pathname ?? '');
    if (endpoint === undefined) return refuse(stream, '404 Not Found');
    if (!sameOrigin(request, platform.settings.PUBLIC_URL)) return refuse(stream, '403 Forbidden');
    const again = identityOf(request);
    const who = await again();
    // Sent as a close code: browsers cannot read a refused handshake and would retry for ever.
    if (who instanceof Failure) return lead((socket) => sendAway(socket, closeCodeOf(who)));
    const { sessionId, scope } = who;
    const visitor = sessionId === null ? null : { sessionId, scope, screen: who.screen !== undefined, again };
    if (visitor === null || !endpoint.admits(visitor)) return refuse(stream, '403 Forbidden');
    lead((socket) => {
      sockets.emit('connection', socket, request);
      endpoint.enter(socket, visitor);
    });

    function lead(on: (socket: WebSocket) => void): void {
      sockets.handleUpgrade(request, stream, head, (socket) => {
        socket.on('error', () => socket.terminate());
        on(socket);
      });
    }
  }

  /** The address of a display names its link; everybody else has a session. */
  function identityOf(request: IncomingMessage): Visitor['again'] {
    const { authenticator, screens } = authenticators;
    const cookieOf = (name: string) => cookie.parse(request.headers.cookie ?? '')[name];
    const linkId = urlOf(request)?.searchParams.get(SCREEN_PARAMETER) ?? null;
    if (linkId !== null) {
      const token = cookieOf(screenCookie(linkId)) ?? '';
      const address = clientAddress(request, proxiesOf(platform.settings.TRUSTED_PROXIES));
      return () => outcomeOf(screens.authenticate({ linkId, token, address }));
    }
    const token = bearerToken(request.headers) ?? cookieOf(SESSION_COOKIE) ?? '';
    return async (isActive = true) =>
      token === '' ? new Failure('tokenTimeout') : outcomeOf(authenticator.authenticate(token, { isActive }));
  }

  return sockets;
}

/** A failure is a result like any other. */
async function outcomeOf(authenticated: Promise<Authenticated>): Promise<Authenticated | Failure> {
  return authenticated.catch((error: unknown) => {
    if (error instanceof Failure) return error;
    throw error;
  });
}

export function closeCodeOf({ key }: Failure): number {
  if (key === 'tooManyCalls') return LIVE_CLOSE.tooMany;
  return key === 'accessDataDeleted' ? LIVE_CLOSE.accessRemoved : LIVE_CLOSE.sessionEnded;
}

/** Null for an invalid path, such as `//`. */
function urlOf(request: IncomingMessage): URL | null {
  return URL.parse(request.url ?? '', 'http://localhost');
}

/** A page of another site must not connect with this person's cookie. */
function sameOrigin(request: IncomingMessage, publicUrl: string | undefined): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin).host;
  return from === host || (publicUrl !== undefined && from === new URL(publicUrl).host);
}

/** Does not wait for clients that keep their half open. */
function sendAway(socket: WebSocket, closeCode: number): void {
  const impatience = setTimeout(() => socket.terminate(), GOODBYE_MS);
  socket.once('close', () => clearTimeout(impatience));
  socket.close(closeCode);
}

function refuse(stream: Duplex, status: string): void {
  const answer = `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
  // The other side may never close its half.
  stream.end(answer, () => stream.destroy());
}
