import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { LIVE_CLOSE } from '@airloom/contract/live';
import cookie from '@fastify/cookie';
import { type WebSocket, WebSocketServer } from 'ws';
import { Failure } from '../../platform/failure.ts';
import { bearerToken } from '../../platform/http/bearer.ts';
import { type Authenticated, type Authenticator, SESSION_COOKIE } from '../../platform/http/context.ts';
import type { Platform } from '../../platform/platform.ts';

const LIVE_PATH = '/live';
const FRAME_MAX_BYTES = 1024;
const PING_EVERY_MS = 30_000;
const SOCKETS_PER_SESSION_MAX = 20;

export interface LiveSocket {
  close(): void;
}

/** Browsers listen here for what changes; they are let in by the same session cookie as calls are. */
export function mountLive(
  server: Server,
  platform: Pick<Platform, 'settings' | 'live' | 'log'>,
  authenticator: Authenticator,
): LiveSocket {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: FRAME_MAX_BYTES,
  });
  const answering = new WeakSet<object>();

  server.on('upgrade', (request, stream, head) => {
    // From here on the stream is nobody's but ours: without this, a connection that breaks ends the process.
    stream.on('error', () => stream.destroy());
    open(request, stream, head).catch((error: unknown) => {
      platform.log.error({ err: error }, 'live socket could not be opened');
      refuse(stream, '500 Internal Server Error');
    });
  });

  async function open(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    if (pathOf(request) !== LIVE_PATH) return refuse(stream, '404 Not Found');
    if (!sameOrigin(request, platform.settings.PUBLIC_URL)) return refuse(stream, '403 Forbidden');
    const token =
      bearerToken(request.headers) ?? cookie.parse(request.headers.cookie ?? '')[SESSION_COOKIE] ?? '';
    const who = await authenticated(token);
    if (who === null) return refuse(stream, '401 Unauthorized');
    const { sessionId, scope } = who;
    if (sessionId === null || platform.live.countOf(sessionId) >= SOCKETS_PER_SESSION_MAX) {
      return refuse(stream, '403 Forbidden');
    }
    sockets.handleUpgrade(request, stream, head, (socket) => {
      answering.add(socket);
      socket.on('pong', () => answering.add(socket));
      socket.on('message', () => socket.close(LIVE_CLOSE.tooSlow));
      socket.on('error', () => socket.terminate());
      platform.live.add({ sessionId, scope, socket });
      closeIfChanged(token, scope, socket);
    });
  }

  /** The session may have ended, or its rights changed, while its new socket was not yet known to anyone. */
  function closeIfChanged(token: string, scope: Authenticated['scope'], socket: WebSocket): void {
    const compare = (who: Authenticated | null): void => {
      if (who === null) socket.close(LIVE_CLOSE.sessionEnded);
      else if (who.scope !== scope) socket.close(LIVE_CLOSE.rightsChanged);
    };
    authenticated(token).then(compare, () => socket.close(LIVE_CLOSE.rightsChanged));
  }

  async function authenticated(token: string): Promise<Authenticated | null> {
    if (token === '') return null;
    return authenticator.authenticate(token).catch((error: unknown) => {
      if (error instanceof Failure) return null;
      throw error;
    });
  }

  const pinging = setInterval(() => {
    for (const socket of sockets.clients) {
      if (!answering.delete(socket)) socket.terminate();
      else socket.ping();
    }
  }, PING_EVERY_MS);

  return {
    close: () => {
      clearInterval(pinging);
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}

/** Null for what is no path at all, such as `//`. */
function pathOf(request: IncomingMessage): string | null {
  return URL.parse(request.url ?? '', 'http://localhost')?.pathname ?? null;
}

/** A page of another site must not listen in with this person's cookie. */
function sameOrigin(request: IncomingMessage, publicUrl: string | undefined): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin).host;
  return from === host || (publicUrl !== undefined && from === new URL(publicUrl).host);
}

function refuse(stream: Duplex, status: string): void {
  const answer = `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
  // The other side may never close its half.
  stream.end(answer, () => stream.destroy());
}
