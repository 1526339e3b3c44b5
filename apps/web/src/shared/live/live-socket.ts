import { backoffMs } from '@airloom/contract/backoff';
import { LIMITS } from '@airloom/contract/limits';
import { LIVE_CLOSE, liveFrame, type WatchFrame } from '@airloom/contract/live';
import { refreshCalls } from '../api/query-client.ts';
import { type SessionEnd, sessionEnded } from '../session/session-ended.ts';
import { connectionLost, connectionUp } from './connection-state.ts';
import { liveBatch } from './live-batch.ts';
import type { LiveBinding } from './live-binding.ts';
import { onReachable } from './reachability.ts';
import { RECONNECT } from './reconnect.ts';
import { useWatched } from './watched.ts';

function parse(text: string) {
  return liveFrame.safeParse(JSON.parse(text));
}

function catchUp(bindings: readonly LiveBinding[]): void {
  void refreshCalls(...new Set(bindings.flatMap(({ refresh }) => refresh ?? [])));
  for (const { run } of bindings) run?.();
}

/** The server may name its address relative to the page's; a page that came safely may open safe lines alone. */
function socketUrl(url: string): string {
  const absolute = new URL(url, location.href);
  absolute.protocol = location.protocol === 'https:' ? 'wss:' : absolute.protocol.replace('http', 'ws');
  return absolute.href;
}

/** Closing a connecting socket logs an error in the browser console, so the close is deferred. */
function hangUp(socket: WebSocket): void {
  if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener('open', () => socket.close());
  else socket.close();
}

/** Tells what is on screen, once the line is there; those that came last matter most. */
function tellWatched(socket: WebSocket): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  const watch = [...useWatched.getState().topics.keys()].slice(-LIMITS.live.watchedMax);
  socket.send(JSON.stringify({ watch } satisfies WatchFrame));
}

/** Keeps a socket to the server while somebody is signed in. The answer of this call closes it. */
export function openLive(
  url: string,
  bindings: readonly LiveBinding[],
  onEnd: (because: SessionEnd) => void = sessionEnded,
): () => void {
  const over = new AbortController();
  const { signal } = over;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let isWaiting = false;

  const batch = liveBatch<unknown>((pending) => {
    catchUp(bindings.filter(({ message }) => pending.has(message.name)));
    for (const { message, take } of bindings) {
      const payloads = pending.get(message.name);
      if (payloads) take?.(payloads);
    }
  });

  function connect(): void {
    clearTimeout(timer);
    isWaiting = false;
    const socket = new WebSocket(socketUrl(url));
    signal.addEventListener('abort', () => hangUp(socket), { once: true });
    const listen = { signal };
    const unwatch = useWatched.subscribe(() => tellWatched(socket));
    signal.addEventListener('abort', unwatch, { once: true });
    socket.addEventListener(
      'open',
      () => {
        attempt = 0;
        connectionUp();
        if (useWatched.getState().topics.size > 0) tellWatched(socket);
        // Messages without a connection are lost, also before the first one, so everything is read again.
        catchUp(bindings);
      },
      listen,
    );
    socket.addEventListener(
      'message',
      (event) => {
        const frame = parse(String(event.data));
        if (frame.success) batch.add(frame.data.name, frame.data.payload);
      },
      listen,
    );
    socket.addEventListener(
      'close',
      ({ code }) => {
        unwatch();
        if (code === LIVE_CLOSE.sessionEnded) {
          onEnd('endedElsewhere');
          return;
        }
        if (code === LIVE_CLOSE.accessRemoved) {
          onEnd('accessDataDeleted');
          return;
        }
        connectionLost();
        isWaiting = true;
        timer = setTimeout(connect, backoffMs(RECONNECT, attempt));
        attempt += 1;
      },
      listen,
    );
  }

  connect();
  const forget = onReachable(() => {
    if (isWaiting) connect();
  });
  return () => {
    forget();
    clearTimeout(timer);
    batch.stop();
    over.abort();
    connectionUp();
  };
}
