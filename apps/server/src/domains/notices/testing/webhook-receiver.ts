import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listenOnLoopback } from '../../../platform/senders/testing/loopback.ts';

export interface ReceivedPost {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface WebhookReceiver {
  readonly port: number;
  readonly posts: readonly ReceivedPost[];
  /** The status each next post is answered with; 200 when there is none. */
  readonly statuses: number[];
  stop(): Promise<void>;
}

/** A real HTTP server on loopback that keeps what it is told. */
export async function startReceiver(port = 0): Promise<WebhookReceiver> {
  const posts: ReceivedPost[] = [];
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      posts.push({
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      });
      const status = statuses.shift() ?? 200;
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('thanks');
    });
  });
  return {
    port: await listenOnLoopback(server, port),
    posts,
    statuses,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
}
