import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { REMOTE_PROXY_LIMITS } from '@airloom/contract/remote-proxy/remote-proxy.limits';
import type { ProxyProtocol } from '@airloom/contract/remote-proxy/remote-proxy.model';
import { isWithin } from '../../../platform/http/address-ranges.ts';
import { plainAddress } from '../../../platform/http/outside.ts';
import { TokenBucket } from '../../../platform/throttle/token-bucket.ts';
import type { DeviceConnection } from './device-connection.ts';
import type { ProxyAccess } from './proxy-access.ts';

/** A stored proxy that has not ended. */
export interface ProxyRow {
  readonly id: string;
  readonly tenant: string;
  readonly deviceId: string;
  readonly protocol: ProxyProtocol;
  readonly address: string;
  readonly port: number;
  readonly publicHost: string;
  readonly publicPort: number;
  readonly sources: readonly string[];
  readonly expiresAt: Date;
}

/** Certificate and key of the public side. */
export interface PublicIdentity {
  readonly cert: Buffer;
  readonly key: Buffer;
}

export interface ProxySurroundings {
  readonly identity: PublicIdentity | null;
  monotonic(): number;
  /** Opens a connection to the target of the proxy. @throws {DeviceConnectionError} */
  connect(proxy: RunningProxy): Promise<DeviceConnection>;
  /** An address used the proxy for the first time. */
  used(proxy: RunningProxy, address: string): void;
  /** Whether its account has room for one more connection. */
  hasRoom(tenant: string): boolean;
}

export interface Traffic {
  in: number;
  out: number;
  lastUsedAt: Date | null;
  lastAddress: string | null;
}

const { connectionsMax, connectionsPerAddress, connections, requests } = REMOTE_PROXY_LIMITS;
const KNOWN_ADDRESSES_MAX = 1_000;

/** A public port that listens for one proxy, and the connections it accepted. */
export class RunningProxy {
  readonly row: ProxyRow;
  readonly access: ProxyAccess;
  readonly surroundings: ProxySurroundings;
  /** Since it was last stored. */
  readonly traffic: Traffic = { in: 0, out: 0, lastUsedAt: null, lastAddress: null };
  readonly #sockets = new Map<Socket, string>();
  readonly #devices = new Set<DeviceConnection>();
  readonly #accepted: TokenBucket;
  readonly #requested: TokenBucket;
  readonly #known = new Set<string>();
  #server: Server | HttpServer | null = null;
  #hasEnded = false;

  constructor(row: ProxyRow, access: ProxyAccess, surroundings: ProxySurroundings) {
    this.row = row;
    this.access = access;
    this.surroundings = surroundings;
    const now = surroundings.monotonic();
    this.#accepted = new TokenBucket(connections, now);
    this.#requested = new TokenBucket(requests, now);
  }

  get connectionCount(): number {
    return this.#sockets.size;
  }

  /** Scheme, host and port as browsers address it. */
  get origin(): string {
    const { publicHost, publicPort } = this.row;
    return new URL(`${this.surroundings.identity === null ? 'http' : 'https'}://${publicHost}:${publicPort}`)
      .origin;
  }

  /** For web pages of the device. */
  webServer(): HttpServer {
    const limits = { maxHeaderSize: 32 * 1024, connectionsCheckingInterval: 5_000 };
    const { identity } = this.surroundings;
    return identity === null ? createHttpServer(limits) : createHttpsServer({ ...limits, ...identity });
  }

  static tcpServer(): Server {
    return createTcpServer({ noDelay: true });
  }

  /** @throws when the port is in use */
  async listen(server: Server | HttpServer, host: string): Promise<void> {
    server.prependListener('connection', (socket: Socket) => this.#accept(socket));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    server.once('error', reject);
    server.listen({ port: this.row.publicPort, host, exclusive: true }, resolve);
    await promise;
    server.on('error', () => undefined);
    this.#server = server;
  }

  /** False when there are too many requests. */
  countRequest(): boolean {
    return this.#requested.spend(requests, 1, this.surroundings.monotonic());
  }

  allowsSource(address: string): boolean {
    const { sources } = this.row;
    return sources.length === 0 || isWithin(address, sources);
  }

  /** Somebody who may use it does so. */
  touch(address: string, now: Date): void {
    this.traffic.lastUsedAt = now;
    this.traffic.lastAddress = address;
    if (this.#known.has(address)) return;
    if (this.#known.size >= KNOWN_ADDRESSES_MAX) this.#known.clear();
    this.#known.add(address);
    this.surroundings.used(this, address);
  }

  /** A connection to the target, which ends with the proxy. @throws {DeviceConnectionError} */
  async connect(): Promise<DeviceConnection> {
    const device = await this.surroundings.connect(this);
    if (this.#hasEnded) device.destroy();
    this.#devices.add(device);
    device.once('close', () => this.#devices.delete(device));
    return device;
  }

  /** Closes the port and every connection at once. */
  end(): void {
    this.#hasEnded = true;
    this.#server?.close();
    for (const socket of this.#sockets.keys()) socket.destroy();
    for (const device of this.#devices) device.destroy();
  }

  #accept(socket: Socket): void {
    const address = plainAddress(socket.remoteAddress ?? '');
    const ofAddress = [...this.#sockets.values()].filter((other) => other === address).length;
    const isRefused =
      this.#hasEnded ||
      this.#sockets.size >= connectionsMax ||
      ofAddress >= connectionsPerAddress ||
      !this.surroundings.hasRoom(this.row.tenant) ||
      !this.#accepted.spend(connections, 1, this.surroundings.monotonic());
    socket.on('error', () => undefined);
    if (isRefused) {
      socket.destroy();
      return;
    }
    this.#sockets.set(socket, address);
    socket.once('close', () => this.#sockets.delete(socket));
  }
}
