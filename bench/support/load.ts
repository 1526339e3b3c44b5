import { connect } from 'node:net';

export interface Load {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Body of a POST; without one the request is a GET. */
  readonly body?: string;
  readonly connections: number;
  readonly seconds: number;
  /** Ends the load before that. */
  readonly ended?: AbortSignal;
  /** Fixed request rate over all connections, independent of response times; without it as fast as possible. */
  readonly perSecond?: number;
  /** Responses other than 200 count as refused and are left out of the times. */
  readonly mayRefuse?: true;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly requests: number;
  readonly refused: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

/**
 * Sends requests sequentially on each connection; with a fixed rate, latency counts from the time a request is due.
 * Plain sockets, so that the load generator costs less than the server.
 */
export async function load(options: Load): Promise<LoadResult> {
  const { body } = options;
  const headers = {
    ...options.headers,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  };
  const request = Buffer.from(
    `${body === undefined ? 'GET' : 'POST'} ${options.path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${Object.entries(
      headers,
    )
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n${body ?? ''}`,
  );
  const times: number[] = [];
  const began = performance.now();
  const until = began + options.seconds * 1000;
  const everyMs = options.perSecond === undefined ? 0 : (options.connections * 1000) / options.perSecond;
  let refused = 0;
  const onRefused = (): void => {
    refused += 1;
  };
  const isOver = (time: number): boolean => time >= until || options.ended?.aborted === true;
  const shared = { port: options.port, request, everyMs, isOver, ...(options.mayRefuse && { onRefused }) };
  await Promise.all(
    Array.from({ length: options.connections }, (_, index) => {
      const first = began + (index * everyMs) / options.connections;
      return drive({ ...shared, first }, times);
    }),
  );
  const seconds = options.ended === undefined ? options.seconds : (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  return {
    requests: times.length,
    refused,
    perSecond: times.length / seconds,
    p50Ms: at(times, 0.5),
    p95Ms: at(times, 0.95),
    p99Ms: at(times, 0.99),
  };
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

interface Drive {
  readonly port: number;
  readonly request: Buffer;
  readonly first: number;
  readonly everyMs: number;
  isOver(time: number): boolean;
  onRefused?(): void;
}

function drive({ port, request, first, everyMs, isOver, onRefused }: Drive, times: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let dueAt = first;
    let missing = -1;
    let isRefused = false;
    const send = (): void => {
      if (everyMs === 0) dueAt = performance.now();
      missing = -1;
      socket.write(request);
    };
    const next = (): void => {
      const now = performance.now();
      if (isOver(Math.max(now, dueAt))) {
        socket.end();
        resolve();
      } else if (dueAt > now) setTimeout(send, dueAt - now);
      else send();
    };
    socket.on('connect', next);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      if (missing < 0) {
        const head = chunk.indexOf('\r\n\r\n');
        const text = chunk.toString('latin1', 0, head);
        isRefused = !text.startsWith('HTTP/1.1 200');
        if (isRefused && onRefused === undefined) {
          reject(
            new Error(
              `${request.toString('latin1').split('\r\n', 1)[0]} answered ${text.split('\r\n', 1)[0]}`,
            ),
          );
          socket.destroy();
          return;
        }
        missing = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0) - (chunk.length - head - 4);
      } else missing -= chunk.length;
      if (missing > 0) return;
      if (isRefused) onRefused?.();
      else times.push(performance.now() - dueAt);
      dueAt += everyMs;
      next();
    });
  });
}
