import { once } from 'node:events';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import { encodeForDevice } from '@airloom/device-protocol/rtty/to-device';
import { DeviceMessageDecoder } from '@airloom/device-protocol/rtty/to-server';
import { errorCode } from '../../../platform/error-code.ts';
import type { Logger } from '../../../platform/log.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import { addressBlock } from '../../../platform/throttle/address-block.ts';
import { TokenBucket } from '../../../platform/throttle/token-bucket.ts';
import { type Expectation, ExpectedConnections, type RttyKey } from './expected-connections.ts';
import type { RttyLimits } from './limits.ts';
import { RttyConnection } from './rtty-connection.ts';

const DEFAULT_PORT = 15_003;
const PORT_TRIES = 20;
const SWEEP_EVERY_MS = 2_000;
const TLS_HANDSHAKE = 0x16;
const INVALID_TOKEN = 2;

export interface RttyServerParts {
  readonly limits: RttyLimits;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'rttyConnections' | 'rttyEntries'>;
  /** Whether connections without TLS are accepted at the same port. */
  readonly acceptsPlain: boolean;
  secureContext(): Promise<{ readonly key: string; readonly cert: string }>;
  monotonic(): number;
}

type Outcome = 'registered' | 'rejected' | 'notUnderstood' | 'timedOut' | 'tooMany' | 'handshakeFailed';

/** Accepts connections that devices of this process were asked to make. */
export class RttyServer {
  readonly #parts: RttyServerParts;
  readonly #tcp: Server;
  readonly #expected = new ExpectedConnections();
  readonly #connections = new Set<RttyConnection>();
  /** Sockets before their registration, with their address block. */
  readonly #entering = new Map<Socket, string>();
  readonly #rejections = new Map<string, TokenBucket>();
  #context: SecureContext | null = null;
  #sweeping: NodeJS.Timeout | null = null;
  #port = 0;

  constructor(parts: RttyServerParts) {
    this.#parts = parts;
    this.#tcp = createTcpServer({ noDelay: true }, (socket) => this.#enter(socket));
  }

  /** 0 until it listens. */
  get port(): number {
    return this.#port;
  }

  get connections(): Iterable<RttyConnection> {
    return this.#connections;
  }

  /** Connections and those that are expected. */
  get size(): number {
    return this.#connections.size + this.#expected.size;
  }

  /** The key that the device must register with. */
  expect(expectation: Expectation): RttyKey {
    return this.#expected.add(expectation, this.#parts.limits.expectedMs);
  }

  /** The device will not connect. */
  cancel({ id }: Pick<RttyKey, 'id'>): void {
    this.#expected.remove(id);
  }

  /** Without a port: the default one, or the next free one. */
  async listen(host: string, wanted: number | undefined): Promise<number> {
    await this.renewCertificate();
    for (let attempt = 0; ; attempt += 1) {
      const port = wanted ?? DEFAULT_PORT + attempt;
      try {
        this.#tcp.listen({ host, port });
        await once(this.#tcp, 'listening');
        break;
      } catch (error) {
        const taken = errorCode(error) === 'EADDRINUSE' || errorCode(error) === 'EACCES';
        if (!taken) throw error;
        if (wanted !== undefined || attempt >= PORT_TRIES) {
          const message = `Port ${port} for remote access to devices is used by another program. Choose one: RTTY_PORT=<number> npm start`;
          throw new Error(message, { cause: error });
        }
      }
    }
    const address = this.#tcp.address();
    if (typeof address === 'object' && address !== null) this.#port = address.port;
    this.#sweeping = setInterval(() => this.sweep(), SWEEP_EVERY_MS);
    return this.#port;
  }

  async renewCertificate(): Promise<void> {
    this.#context = createSecureContext({ ...(await this.#parts.secureContext()), minVersion: 'TLSv1.2' });
  }

  sweep(): void {
    for (const connection of this.#connections) connection.sweep();
    const { limits, monotonic } = this.#parts;
    for (const [block, bucket] of this.#rejections) {
      if (bucket.isFull(limits.rejected, monotonic())) this.#rejections.delete(block);
    }
  }

  async close(): Promise<void> {
    if (this.#sweeping !== null) clearInterval(this.#sweeping);
    this.#expected.clear();
    const closed = this.#tcp.listening ? once(this.#tcp, 'close') : undefined;
    this.#tcp.close();
    for (const socket of this.#entering.keys()) socket.destroy();
    for (const connection of this.#connections) connection.end();
    await closed;
  }

  #enter(raw: Socket): void {
    raw.on('error', () => raw.destroy());
    const { limits } = this.#parts;
    const block = addressBlock(raw.remoteAddress ?? '');
    const ofBlock = [...this.#entering.values()].filter((other) => other === block).length;
    if (
      this.#entering.size >= limits.unregisteredMax ||
      ofBlock >= limits.unregisteredPerAddress ||
      this.#connections.size >= limits.connectionsMax ||
      !this.#mayTry(block)
    ) {
      this.#count('tooMany');
      return void raw.destroy();
    }
    this.#entering.set(raw, block);
    const timer = setTimeout(() => {
      this.#count('timedOut');
      raw.destroy();
    }, limits.registerMs);
    raw.once('close', () => {
      clearTimeout(timer);
      this.#entering.delete(raw);
    });
    const registered = (): void => {
      clearTimeout(timer);
      this.#entering.delete(raw);
    };
    raw.once('data', (first: Buffer) => {
      raw.pause();
      raw.unshift(first);
      if (first[0] === TLS_HANDSHAKE) this.#secure(raw, block, registered);
      else if (this.#parts.acceptsPlain) this.#awaitRegistration(raw, block, registered);
      else this.#reject(raw, block, 'notUnderstood');
    });
  }

  #secure(raw: Socket, block: string, registered: () => void): void {
    const secure = new TLSSocket(raw, { isServer: true, secureContext: this.#context ?? undefined });
    let isSecure = false;
    secure.once('secure', () => {
      isSecure = true;
    });
    secure.on('error', () => secure.destroy());
    secure.once('close', () => {
      if (!isSecure) this.#reject(raw, block, 'handshakeFailed');
    });
    // A TLS socket of an existing socket does not always follow its end.
    raw.once('close', () => secure.destroy());
    this.#awaitRegistration(secure, block, registered);
  }

  #awaitRegistration(socket: Socket, block: string, registered: () => void): void {
    const decoder = new DeviceMessageDecoder();
    const onData = (chunk: Buffer): void => {
      let messages;
      try {
        messages = decoder.push(chunk);
      } catch {
        return this.#reject(socket, block, 'notUnderstood');
      }
      const [first, ...rest] = messages;
      if (first === undefined) return;
      socket.off('data', onData);
      // Nothing may follow before the answer.
      if (first.type !== 'register' || rest.length > 0) return this.#reject(socket, block, 'notUnderstood');
      const expectation = this.#expected.take(first.registration);
      const { dialect } = first.registration;
      if (expectation === null) {
        const refusal = { type: 'registered', code: INVALID_TOKEN, message: 'Invalid token' } as const;
        socket.write(encodeForDevice(dialect, refusal));
        return this.#reject(socket, block, 'rejected');
      }
      registered();
      const connection = this.#connected(socket, decoder, first.registration, expectation);
      connection.send({ type: 'registered', code: 0, message: 'OK' });
      expectation.arrived(connection);
    };
    socket.on('data', onData);
    // The first byte was looked at while it was paused.
    socket.resume();
  }

  #connected(
    socket: Socket,
    decoder: DeviceMessageDecoder,
    registration: ConstructorParameters<typeof RttyConnection>[0]['registration'],
    { device }: Expectation,
  ): RttyConnection {
    const { limits, monotonic, metrics } = this.#parts;
    const connection = new RttyConnection({ socket, decoder, registration, device, limits, monotonic });
    this.#connections.add(connection);
    metrics.rttyConnections.set(this.#connections.size);
    this.#count('registered');
    connection.onEnd(() => {
      this.#connections.delete(connection);
      metrics.rttyConnections.set(this.#connections.size);
    });
    return connection;
  }

  #reject(socket: Socket, block: string, outcome: Outcome): void {
    const { limits, monotonic, log } = this.#parts;
    this.#count(outcome);
    log.info({ address: block, outcome }, 'a remote access connection was refused');
    const bucket = this.#rejections.get(block) ?? new TokenBucket(limits.rejected, monotonic());
    bucket.spend(limits.rejected, 1, monotonic());
    this.#rejections.set(block, bucket);
    socket.destroySoon();
  }

  #mayTry(block: string): boolean {
    const { limits, monotonic } = this.#parts;
    return this.#rejections.get(block)?.has(limits.rejected, 1, monotonic()) ?? true;
  }

  #count(outcome: Outcome): void {
    this.#parts.metrics.rttyEntries.inc({ outcome });
  }
}
