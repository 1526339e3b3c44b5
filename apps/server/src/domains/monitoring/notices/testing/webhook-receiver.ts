import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { listenOnLoopback } from '../../../../platform/senders/testing/loopback.ts';

export interface ReceivedPost {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface WebhookReceiver {
  readonly port: number;
  readonly posts: readonly ReceivedPost[];
  /** Statuses of the next answers; 200 when there is none. */
  readonly statuses: number[];
  /** Bodies of the next answers. */
  readonly answers: string[];
  stop(): Promise<void>;
}

interface ReceiverOptions {
  /** Loopback host: IPv4 by default. */
  readonly host?: '127.0.0.1' | '::1';
  /** Over TLS. */
  readonly tls?: { readonly key: string; readonly certificate: string };
}

/** A real HTTP server on loopback that keeps received requests. */
export async function startReceiver({ host, tls }: ReceiverOptions = {}): Promise<WebhookReceiver> {
  const posts: ReceivedPost[] = [];
  const statuses: number[] = [];
  const answers: string[] = [];
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      posts.push({
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      });
      const status = statuses.shift() ?? 200;
      response
        .writeHead(status, status === 302 ? { location: '/elsewhere' } : {})
        .end(answers.shift() ?? 'thanks');
    });
  };
  const server =
    tls === undefined
      ? createServer(listener)
      : createSecureServer({ key: tls.key, cert: tls.certificate }, listener);
  return {
    port: await listenOnLoopback(server, 0, host),
    posts,
    statuses,
    answers,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
}
