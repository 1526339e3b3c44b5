import { randomBytes } from 'node:crypto';
import { CONNECTION_BYTES } from '@airloom/device-protocol/rtty/messages';
import type { ProxyRequest } from '../../../domains/network/remote-proxy/proxy-stream.ts';
import type { BusStream } from '../../../platform/bus/bus-stream.ts';
import { type ProxyLink, TunnelLink, WebLink } from './proxy-links.ts';
import type { RttyConnection } from './rtty-connection.ts';

/** Proxied connections of one device at the same time. */
const LINKS_MAX = 128;
/** Without a proxied connection; another one needs a new connection of the device. */
const IDLE_MS = 60_000;

/** A connection of a device that carries all its proxied connections. */
export class ProxyLine {
  readonly connection: RttyConnection;
  readonly #links = new Map<string, ProxyLink>();
  #idle: NodeJS.Timeout | null = null;

  constructor(connection: RttyConnection) {
    this.connection = connection;
    connection.onHttp((id, data) => this.#links.get(keyOf(id))?.receiveData(data));
    connection.onTunnel((id, event) => this.#links.get(keyOf(id))?.receiveEvent(event));
    connection.onDrain(() => {
      for (const link of this.#links.values()) link.drained();
    });
    connection.onEnd(() => {
      this.#stopIdle();
      for (const link of this.#links.values()) link.finish('lineLost');
    });
    this.#waitIdle();
  }

  carry(stream: BusStream, request: ProxyRequest): void {
    if (!stream.isOpen) return;
    if (!this.connection.supportsHttp) return stream.end('notSupported');
    if (this.#links.size >= LINKS_MAX) return stream.end('tooMany');
    this.#stopIdle();
    const id = randomBytes(CONNECTION_BYTES);
    const ended = (): void => {
      this.#links.delete(keyOf(id));
      if (this.#links.size === 0 && this.connection.isOpen) this.#waitIdle();
    };
    const parts = { id, connection: this.connection, stream, request, ended };
    const link = request.protocol === 'tcp' ? new TunnelLink(parts) : new WebLink(parts);
    this.#links.set(keyOf(id), link);
    link.start();
  }

  #waitIdle(): void {
    this.#idle = setTimeout(() => this.connection.end(), IDLE_MS);
  }

  #stopIdle(): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
  }
}

function keyOf(id: Buffer): string {
  return id.toString('latin1');
}
