import type { Server } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { LIVE_CLOSE, watchFrame } from '@airloom/contract/live';
import type { RawData, WebSocket } from 'ws';
import { Failure } from '../../platform/failure.ts';
import type { Authenticated } from '../../platform/http/context.ts';
import type { Authenticators } from '../../platform/http/mount.ts';
import { PATHS } from '../../platform/http/paths.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Rate, TokenBucket } from '../../platform/throttle/token-bucket.ts';
import { closeCodeOf, mountUpgrades, type SocketEndpoint, type Visitor } from './upgrades.ts';

const PING_EVERY_MS = 30_000;
/** One per open page of a browser. A page beyond it has no live updates. */
const SOCKETS_PER_SESSION_MAX = 100;
/** Per connection: a page sends what it watches when it opens and when that changes. */
const FRAMES: Rate = { atOnce: 100, perSecond: 10 };

export interface LiveSocket {
  close(): void;
}

/** The session may have ended, or its permissions changed, before its new socket was registered. */
function closeIfChanged({ again, scope }: Visitor, socket: WebSocket): void {
  const compare = (who: Authenticated | Failure): void => {
    if (who instanceof Failure) socket.close(closeCodeOf(who));
    else if (!isDeepStrictEqual(who.scope, scope)) socket.close(LIVE_CLOSE.permissionsChanged);
  };
  again().then(compare, () => socket.close(LIVE_CLOSE.permissionsChanged));
}

/** The live socket: pushes changes to browsers. `others` are further sockets, by path. */
export function mountLive(
  server: Server,
  platform: Pick<Platform, 'settings' | 'live' | 'log' | 'monotonic'>,
  authenticators: Authenticators,
  others: ReadonlyMap<string, SocketEndpoint> = new Map(),
): LiveSocket {
  const answering = new WeakSet<object>();
  const liveEndpoint: SocketEndpoint = {
    admits: ({ sessionId }) => platform.live.countOf(sessionId) < SOCKETS_PER_SESSION_MAX,
    enter: (socket, visitor) => {
      const { sessionId, scope, screen } = visitor;
      const listener = { sessionId, scope, socket, screen };
      platform.live.add(listener);
      const frames = new TokenBucket(FRAMES, platform.monotonic());
      socket.on('message', (data, isBinary) => {
        if (!frames.spend(FRAMES, 1, platform.monotonic())) return socket.close(LIVE_CLOSE.tooMany);
        const topics = isBinary ? null : topicsIn(data);
        if (topics === null) socket.close(LIVE_CLOSE.notUnderstood);
        else platform.live.watch(listener, topics);
      });
      closeIfChanged(visitor, socket);
    },
  };

  const endpoints = new Map<string, SocketEndpoint>([[PATHS.live, liveEndpoint], ...others]);
  const sockets = mountUpgrades(server, platform, authenticators, endpoints);
  sockets.on('connection', (socket) => {
    answering.add(socket);
    socket.on('pong', () => answering.add(socket));
  });
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

/** What a browser wants to watch; null for any other frame. */
function topicsIn(data: RawData): readonly string[] | null {
  try {
    return watchFrame.parse(JSON.parse(textOf(data))).watch;
  } catch {
    return null;
  }
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString();
  return Buffer.isBuffer(data) ? data.toString() : Buffer.from(data).toString();
}
