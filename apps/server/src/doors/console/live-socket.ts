import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { LIVE_CLOSE } from '@airloom/contract/live';
import cookie from '@fastify/cookie';
import { WebSocketServer } from 'ws';
import { type Authenticator, SESSION_COOKIE } from '../../platform/http/context.ts';
import type { Platform } from '../../platform/platform.ts';

const LIVE_PATH = '/live';
const FRAME_MAX_BYTES = 1024;
const PING_EVERY_MS = 30_000;
const SOCKETS_PER_SESSION_MAX = 20;

export interface LiveSocket {
  close(): void;
}

/** Browsers listen here for what changes; they are let in by the same session cookie as calls are. */
export function mountLive(server: Server, platform: Platform, authenticator: Authenticator): LiveSocket {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: FRAME_MAX_BYTES,
  });
  const answering = new WeakSet<object>();

  server.on('upgrade', (request, stream, head) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (path !== LIVE_PATH || !sameOrigin(request, platform.settings.PUBLIC_URL)) {
      refuse(stream, path === LIVE_PATH ? '403 Forbidden' : '404 Not Found');
      return;
    }
    const token = cookie.parse(request.headers.cookie ?? '')[SESSION_COOKIE] ?? bearer(request);
    authenticate(token).then(
      ({ sessionId, scope }) => {
        if (sessionId === null || platform.live.countOf(sessionId) >= SOCKETS_PER_SESSION_MAX) {
          refuse(stream, '403 Forbidden');
          return;
        }
        sockets.handleUpgrade(request, stream, head, (socket) => {
          answering.add(socket);
          socket.on('pong', () => answering.add(socket));
          socket.on('message', () => socket.close(LIVE_CLOSE.tooSlow));
          socket.on('error', () => socket.terminate());
          platform.live.add({ sessionId, scope, socket });
        });
      },
      () => refuse(stream, '401 Unauthorized'),
    );
  });

  async function authenticate(token: string | undefined) {
    if (token === undefined || token === '') throw new Error('no token');
    return authenticator.authenticate(token);
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

/** A page of another site must not listen in with this person's cookie. */
function sameOrigin(request: IncomingMessage, publicUrl: string | undefined): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin).host;
  return from === host || (publicUrl !== undefined && from === new URL(publicUrl).host);
}

function bearer(request: IncomingMessage): string | undefined {
  const header = request.headers.authorization;
  return header?.startsWith('Bearer ') ? header.slice('Bearer '.length) : undefined;
}

function refuse(stream: Duplex, status: string): void {
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
