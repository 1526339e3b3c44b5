import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type FirmwareHttp, plainImageUri } from './firmware-http.ts';
import type { SignedTokens } from './signed-tokens.ts';

const REQUEST_MS = 10_000;
const CONNECTIONS_MAX = 400;

/** Images without TLS, for switches whose downloader cannot be made to trust the gateway's certificate. */
export class PlainFirmware {
  readonly #server: Server;
  readonly #tokens: SignedTokens;
  #port = 0;

  constructor(desk: Pick<FirmwareHttp, 'answerPlain'>, tokens: SignedTokens) {
    this.#tokens = tokens;
    this.#server = createServer(
      { headersTimeout: REQUEST_MS, requestTimeout: REQUEST_MS, connectionsCheckingInterval: REQUEST_MS },
      (request, response) => desk.answerPlain(request, response, tokens),
    );
    this.#server.maxConnections = CONNECTIONS_MAX;
  }

  async listen(host: string, port: number): Promise<void> {
    this.#server.listen({ host, port });
    await once(this.#server, 'listening');
    const address = this.#server.address();
    this.#port = typeof address === 'object' && address !== null ? address.port : port;
  }

  /** Address for a device that reaches this machine by `host`. */
  uri(host: string, token: string): string {
    return plainImageUri(`${host}:${this.#port}`, this.#tokens.sign(token));
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
}
