import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type {
  DeviceMessage,
  Registration,
  ServerMessage,
  TunnelEvent,
} from '@airloom/device-protocol/rtty/messages';
import { encodeForDevice } from '@airloom/device-protocol/rtty/to-device';
import type { DeviceMessageDecoder } from '@airloom/device-protocol/rtty/to-server';
import { TokenBucket } from '../../../platform/throttle/token-bucket.ts';
import type { RttyLimits } from './limits.ts';
import { RttyTerminal, type TerminalEvents, type TerminalSize } from './rtty-terminal.ts';

/** Why a connection of a device ended. */
export type RttyEnd =
  /** The device closed it, or its line is lost. */
  | 'closed'
  | 'silent'
  /** The device does not read what is sent to it. */
  | 'notReading'
  | 'protocolError'
  | 'flooding'
  /** This side closed it. */
  | 'ended';

export interface RttyDevice {
  readonly tenant: string;
  readonly deviceId: string;
}

/** Answers of the device's own web server; empty data means that this HTTP connection is closed. */
export type HttpListener = (connection: Buffer, data: Buffer) => void;
export type TunnelListener = (connection: Buffer, event: TunnelEvent) => void;

export interface RttyConnectionParts {
  readonly socket: Socket;
  readonly decoder: DeviceMessageDecoder;
  readonly registration: Registration;
  readonly device: RttyDevice;
  readonly limits: RttyLimits;
  monotonic(): number;
}

/** Below the 7.5 s after which legacy devices give up; sent while their own heartbeats are not read. */
const PAUSED_HEARTBEAT_MS = 3_000;
const RATE_PAUSE_MS = 100;

/**
 * Registered connection of one device. Carries terminals, and in the modern dialect HTTP messages. Both directions are
 * bounded: reading pauses while data is not consumed, writers wait for {@link onDrain}.
 */
export class RttyConnection {
  readonly device: RttyDevice;
  readonly dialect: Registration['dialect'];
  readonly #parts: RttyConnectionParts;
  readonly #terminals = new Map<string, RttyTerminal>();
  /** Legacy logins in the order they were requested: the device chooses the session. */
  readonly #awaitingLogin: RttyTerminal[] = [];
  readonly #messages: TokenBucket;
  readonly #bytes: TokenBucket;
  readonly #silentMs: number;
  readonly #holds = new Set<object>();
  readonly #endListeners = new Set<(reason: RttyEnd) => void>();
  readonly #drainListeners = new Set<() => void>();
  #onHttp: HttpListener | null = null;
  #onTunnel: TunnelListener | null = null;
  #seenAt: number;
  /** Bytes of answers that were added while the device did not read. */
  #unreadAnswers = 0;
  /** Bytes that left this process, and since when no more did. */
  #flushed = 0;
  #flushedAt: number;
  #heartbeats: NodeJS.Timeout | null = null;
  #ended = false;

  constructor(parts: RttyConnectionParts) {
    const { socket, registration, device, limits, monotonic } = parts;
    this.#parts = parts;
    this.device = device;
    this.dialect = registration.dialect;
    const now = monotonic();
    this.#seenAt = now;
    this.#flushedAt = now;
    this.#messages = new TokenBucket(limits.messages, now);
    this.#bytes = new TokenBucket(limits.bytes, now);
    const byHeartbeat = (registration.heartbeatSeconds ?? 0) * 1_500;
    this.#silentMs = Math.min(limits.silentMaxMs, Math.max(limits.silentMs, byHeartbeat));
    socket.setNoDelay(true);
    socket.setKeepAlive(true, limits.silentMs / 2);
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('drain', () => this.#drained());
    socket.once('close', () => this.#closed());
  }

  get isOpen(): boolean {
    return !this.#ended;
  }

  /** The modern dialect only. */
  get supportsHttp(): boolean {
    return this.dialect === 'modern';
  }

  /** False while the device reads too slowly; {@link onDrain} reports the end of that. */
  get isWritable(): boolean {
    return !this.#ended && this.unsentBytes <= this.#parts.limits.unsentMaxBytes;
  }

  /** Waiting in this process because the device does not read. */
  get unsentBytes(): number {
    return this.#parts.socket.writableLength;
  }

  /** Requests a terminal; `events` report its opening, its data and its end. */
  openTerminal(size: TerminalSize, events: TerminalEvents): RttyTerminal {
    const terminal = new RttyTerminal(this, size, events, this.#parts.limits);
    if (this.#ended) {
      terminal.ended('closed');
    } else if (this.dialect === 'legacy') {
      this.#awaitingLogin.push(terminal);
      this.send({ type: 'login', session: null });
    } else {
      const session = randomBytes(16).toString('hex');
      terminal.named(session);
      this.#terminals.set(session, terminal);
      this.send({ type: 'login', session });
    }
    return terminal;
  }

  /** Sends to a web server that the device reaches; answers arrive at {@link onHttp}. */
  sendHttp(message: Omit<Extract<ServerMessage, { type: 'http' }>, 'type'>): void {
    this.send({ type: 'http', ...message });
  }

  onHttp(listener: HttpListener): void {
    this.#onHttp = listener;
  }

  onTunnel(listener: TunnelListener): void {
    this.#onTunnel = listener;
  }

  send(message: ServerMessage): void {
    if (this.#ended) return;
    const bytes = encodeForDevice(this.dialect, message);
    if (this.isWritable) this.#unreadAnswers = 0;
    else if (!this.#hasRoomFor(message, bytes.length)) return;
    this.#parts.socket.write(bytes);
  }

  /** Stops reading from the device until the returned function is called. */
  hold(): () => void {
    const hold = {};
    this.#holds.add(hold);
    this.#pauseOrResume();
    return () => {
      if (this.#holds.delete(hold)) this.#pauseOrResume();
    };
  }

  /** @returns a function that removes the listener. */
  onEnd(listener: (reason: RttyEnd) => void): () => void {
    this.#endListeners.add(listener);
    return () => this.#endListeners.delete(listener);
  }

  /** @returns a function that removes the listener. */
  onDrain(listener: () => void): () => void {
    this.#drainListeners.add(listener);
    return () => this.#drainListeners.delete(listener);
  }

  forget(terminal: RttyTerminal): void {
    if (terminal.session !== null) this.#terminals.delete(terminal.session);
  }

  /** Called every few seconds. */
  sweep(): void {
    const { monotonic, socket, limits } = this.#parts;
    const now = monotonic();
    const flushed = socket.bytesWritten - socket.writableLength;
    if (socket.writableLength === 0 || flushed !== this.#flushed) this.#flushedAt = now;
    this.#flushed = flushed;
    if (now - this.#flushedAt > limits.stalledMs) return this.end('notReading');
    // A paused device cannot be heard; whether it still reads is known.
    if (this.#holds.size > 0) this.#seenAt = now;
    else if (now - this.#seenAt > this.#silentMs) this.end('silent');
  }

  end(reason: RttyEnd = 'ended'): void {
    if (this.#ended) return;
    this.#ended = true;
    if (this.#heartbeats !== null) clearInterval(this.#heartbeats);
    const { socket, limits } = this.#parts;
    if (reason === 'ended') {
      socket.destroySoon();
      const closing = setTimeout(() => socket.destroy(), limits.closingMs);
      socket.once('close', () => clearTimeout(closing));
    } else socket.destroy();
    for (const terminal of [...this.#terminals.values(), ...this.#awaitingLogin]) terminal.ended(reason);
    this.#terminals.clear();
    for (const listener of this.#endListeners) listener(reason);
  }

  #receive(chunk: Buffer): void {
    if (this.#ended) return;
    const { decoder, limits, monotonic } = this.#parts;
    const now = monotonic();
    this.#seenAt = now;
    if (!this.#bytes.spend(limits.bytes, chunk.length, now)) {
      setTimeout(this.hold(), RATE_PAUSE_MS);
    }
    let messages: DeviceMessage[];
    try {
      messages = decoder.push(chunk);
    } catch {
      return this.end('protocolError');
    }
    if (!this.#messages.spend(limits.messages, messages.length, now)) return this.end('flooding');
    for (const message of messages) this.#handle(message);
  }

  /** Whether a message may be added although the device does not read. What people send is bounded elsewhere. */
  #hasRoomFor({ type, ...message }: ServerMessage, bytes: number): boolean {
    if (type === 'data' || type === 'http') return true;
    if (type === 'heartbeat') return false;
    if ('event' in message && message.event.kind === 'data') return true;
    this.#unreadAnswers += bytes;
    if (this.#unreadAnswers <= this.#parts.limits.unreadAnswersMaxBytes) return true;
    this.end('notReading');
    return false;
  }

  /** What arrived before the line was lost, while reading was paused, is passed on. */
  #closed(): void {
    const { socket } = this.#parts;
    for (let rest: unknown = socket.read(); Buffer.isBuffer(rest); rest = socket.read()) this.#receive(rest);
    this.end('closed');
  }

  #handle(message: DeviceMessage): void {
    switch (message.type) {
      case 'heartbeat':
        return this.send({ type: 'heartbeat' });
      case 'login':
        return this.#login(message.session, message.code);
      case 'data':
        return this.#terminals.get(message.session)?.receive(message.data);
      case 'logout':
        return this.#terminals.get(message.session)?.ended('loggedOut');
      case 'http':
        return this.#onHttp?.(message.connection, message.data);
      case 'tunnel':
        return this.#onTunnel?.(message.connection, message.event);
      case 'register':
      case 'command':
      case 'file':
        // File transfers and remote commands are not offered.
        return;
    }
  }

  #login(session: string, code: number): void {
    const terminal = this.dialect === 'legacy' ? this.#awaitingLogin.shift() : this.#terminals.get(session);
    if (terminal === undefined) return;
    if (this.dialect === 'legacy') {
      terminal.named(session);
      this.#terminals.set(session, terminal);
    }
    if (code === 0) terminal.opened();
    else terminal.ended('loginRefused');
  }

  #drained(): void {
    for (const listener of this.#drainListeners) listener();
  }

  #pauseOrResume(): void {
    if (this.#ended) return;
    const { socket } = this.#parts;
    if (this.#holds.size === 0) {
      if (this.#heartbeats !== null) clearInterval(this.#heartbeats);
      this.#heartbeats = null;
      socket.resume();
      return;
    }
    socket.pause();
    this.#heartbeats ??= setInterval(() => this.send({ type: 'heartbeat' }), PAUSED_HEARTBEAT_MS);
  }
}
