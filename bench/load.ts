import { connect } from 'node:net';

export interface Load {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly requests: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Keeps connections busy one request after the other. Plain sockets: the load must not cost more than the server. */
export async function load(options: Load): Promise<LoadResult> {
  const request = Buffer.from(
    `GET ${options.path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${Object.entries(options.headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  );
  const times: number[] = [];
  const until = performance.now() + options.seconds * 1000;
  await Promise.all(
    Array.from({ length: options.connections }, () => drive(options.port, request, until, times)),
  );
  times.sort((a, b) => a - b);
  return {
    requests: times.length,
    perSecond: times.length / options.seconds,
    p50Ms: at(times, 0.5),
    p99Ms: at(times, 0.99),
  };
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function drive(port: number, request: Buffer, until: number, times: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let sentAt = 0;
    let missing = -1;
    const next = (): void => {
      if (performance.now() >= until) {
        socket.end();
        resolve();
        return;
      }
      sentAt = performance.now();
      missing = -1;
      socket.write(request);
    };
    socket.on('connect', next);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      if (missing < 0) {
        const head = chunk.indexOf('\r\n\r\n');
        const text = chunk.toString('latin1', 0, head);
        if (!text.startsWith('HTTP/1.1 200')) {
          reject(new Error(`Answered ${text.split('\r\n', 1)[0]}`));
          socket.destroy();
          return;
        }
        missing = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0) - (chunk.length - head - 4);
      } else missing -= chunk.length;
      if (missing > 0) return;
      times.push(performance.now() - sentAt);
      next();
    });
  });
}
