import type { RttyLimits } from './limits.ts';
import type { RttyConnection, RttyEnd } from './rtty-connection.ts';

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

export type TerminalEnd =
  | RttyEnd
  /** The shell on the device exited. */
  | 'loggedOut'
  | 'loginRefused'
  | 'loginTimedOut';

export interface TerminalEvents {
  onOpen(): void;
  /** Each byte must be acknowledged with {@link RttyTerminal.acknowledge} once it is consumed. */
  onData(data: Buffer): void;
  onEnd(reason: TerminalEnd): void;
}

const ACK_MAX = 0xffff;

/** One terminal of a device. Unacknowledged data pauses the device: by its own window, or by not reading its socket. */
export class RttyTerminal {
  readonly #connection: RttyConnection;
  readonly #events: TerminalEvents;
  readonly #limits: RttyLimits;
  readonly #loginTimer: NodeJS.Timeout;
  #size: TerminalSize;
  #session: string | null = null;
  #isOpen = false;
  #hasEnded = false;
  #unread = 0;
  #release: (() => void) | null = null;

  constructor(connection: RttyConnection, size: TerminalSize, events: TerminalEvents, limits: RttyLimits) {
    this.#connection = connection;
    this.#events = events;
    this.#limits = limits;
    this.#size = size;
    this.#loginTimer = setTimeout(() => this.ended('loginTimedOut'), limits.loginMs);
  }

  get session(): string | null {
    return this.#session;
  }

  named(session: string): void {
    this.#session = session;
  }

  opened(): void {
    if (this.#isOpen || this.#hasEnded) return;
    this.#isOpen = true;
    clearTimeout(this.#loginTimer);
    this.resize(this.#size);
    this.#events.onOpen();
  }

  receive(data: Buffer): void {
    if (!this.#isOpen || this.#hasEnded || data.length === 0) return;
    this.#unread += data.length;
    if (this.#connection.dialect === 'modern' && this.#unread > this.#limits.windowMaxBytes) {
      return this.#connection.end('flooding');
    }
    if (this.#unread > this.#limits.unreadMaxBytes) this.#release ??= this.#connection.hold();
    this.#events.onData(data);
  }

  acknowledge(bytes: number): void {
    if (this.#session === null || this.#hasEnded) return;
    this.#unread = Math.max(0, this.#unread - bytes);
    if (this.#connection.dialect === 'modern') {
      for (let left = bytes; left > 0; left -= ACK_MAX) {
        this.#connection.send({ type: 'ack', session: this.#session, bytes: Math.min(left, ACK_MAX) });
      }
    }
    if (this.#unread <= this.#limits.unreadMaxBytes / 2) this.#resume();
  }

  write(data: Buffer): void {
    if (this.#isOpen && this.#session !== null) {
      this.#connection.send({ type: 'data', session: this.#session, data });
    }
  }

  resize(size: TerminalSize): void {
    this.#size = size;
    if (this.#isOpen && this.#session !== null) {
      this.#connection.send({ type: 'windowSize', session: this.#session, ...size });
    }
  }

  /** Ends the shell on the device. */
  close(): void {
    if (this.#session !== null && !this.#hasEnded) {
      this.#connection.send({ type: 'logout', session: this.#session });
    }
    this.ended('ended');
  }

  ended(reason: TerminalEnd): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#loginTimer);
    this.#resume();
    this.#connection.forget(this);
    this.#events.onEnd(reason);
  }

  #resume(): void {
    this.#release?.();
    this.#release = null;
  }
}
