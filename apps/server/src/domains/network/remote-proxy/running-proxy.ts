import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { REMOTE_PROXY_LIMITS } from '@airloom/contract/remote-proxy/remote-proxy.limits';
import type { ProxyProtocol } from '@airloom/contract/remote-proxy/remote-proxy.model';
import { isWithin } from '../../../platform/http/address-ranges.ts';
import { TokenBucket } from '../../../platform/throttle/token-bucket.ts';
import type { DeviceConnection } from './device-connection.ts';
import type { ProxyAccess } from './proxy-access.ts';

/** A stored proxy that has not ended. */
export interface ProxyRow {
  readonly id: string;
  readonly tenant: string;
  readonly deviceId: string;
  /** The role assignment of its creator. */
  readonly membershipId: string;
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
  connect(proxy: RunningProxy, membershipId: string): Promise<DeviceConnection>;
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

const {
  connectionsMax,
  connectionsPerAddress,
  connections,
  requests,
  strangersMax,
  strangersPerAddress,
  strangerRequests,
} = REMOTE_PROXY_LIMITS;
const KNOWN_ADDRESSES_MAX = 1_000;

/** A public port that listens for one proxy, and the connections it accepted. */
export class RunningProxy {
  readonly row: ProxyRow;
  readonly access: ProxyAccess;
  readonly surroundings: ProxySurroundings;
  /** Since it was last stored. */
  readonly traffic: Traffic = { in: 0, out: 0, lastUsedAt: null, lastAddress: null };
  /** Sockets of those who may use it, by address and port. */
  readonly #sockets = new Map<string, Socket>();
  /** Sockets that have not proved it, the oldest first. They use up no limit of the others. */
  readonly #strangers = new Map<string, Socket>();
  /** With the role assignment of the person that uses it. */
  readonly #devices = new Map<DeviceConnection, string>();
  readonly #accepted: TokenBucket;
  readonly #requested: TokenBucket;
  readonly #requestedByStrangers: TokenBucket;
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
    this.#requestedByStrangers = new TokenBucket(strangerRequests, now);
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

  /** False when there are too many requests; those without access count by themselves. */
  countRequest(hasAccess: boolean): boolean {
    const now = this.surroundings.monotonic();
    return hasAccess
      ? this.#requested.spend(requests, 1, now)
      : this.#requestedByStrangers.spend(strangerRequests, 1, now);
  }

  /** Somebody who may use it is at this socket. False when there are too many such connections. */
  admit(socket: Socket): boolean {
    const key = keyOf(socket);
    if (this.#sockets.has(key)) return true;
    // With TLS the socket given here is another one.
    const accepted = this.#strangers.get(key);
    if (accepted === undefined) return false;
    this.#strangers.delete(key);
    const isRefused =
      this.#sockets.size >= connectionsMax ||
      countOf(this.#sockets, socket) >= connectionsPerAddress ||
      !this.surroundings.hasRoom(this.row.tenant) ||
      !this.#accepted.spend(connections, 1, this.surroundings.monotonic());
    if (isRefused) {
      accepted.destroy();
      return false;
    }
    this.#sockets.set(key, accepted);
    return true;
  }

  /** Role assignments of people who have a connection now. */
  get users(): ReadonlySet<string> {
    return new Set(this.#devices.values());
  }

  /** Closes the connections of one person. */
  endFor(membershipId: string): void {
    for (const [device, user] of this.#devices) if (user === membershipId) device.destroy();
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
  async connect(membershipId: string): Promise<DeviceConnection> {
    const device = await this.surroundings.connect(this, membershipId);
    if (this.#hasEnded) device.destroy();
    this.#devices.set(device, membershipId);
    device.once('close', () => this.#devices.delete(device));
    return device;
  }

  /** Closes the port and every connection at once. */
  end(): void {
    this.#hasEnded = true;
    this.#server?.close();
    for (const socket of [...this.#sockets.values(), ...this.#strangers.values()]) socket.destroy();
    for (const device of this.#devices.keys()) device.destroy();
  }

  #accept(socket: Socket): void {
    const key = keyOf(socket);
    socket.on('error', () => undefined);
    if (this.#hasEnded || countOf(this.#strangers, socket) >= strangersPerAddress) {
      socket.destroy();
      return;
    }
    const [oldest] = this.#strangers.values();
    if (this.#strangers.size >= strangersMax) oldest?.destroy();
    this.#strangers.set(key, socket);
    socket.once('close', () => {
      this.#strangers.delete(key);
      this.#sockets.delete(key);
    });
  }
}

function keyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** Those from the same address. */
function countOf(sockets: ReadonlyMap<string, Socket>, { remoteAddress }: Socket): number {
  let count = 0;
  for (const other of sockets.values()) if (other.remoteAddress === remoteAddress) count += 1;
  return count;
}
