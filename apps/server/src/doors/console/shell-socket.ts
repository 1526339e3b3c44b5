import { SHELL_CLOSE } from '@airloom/contract/live';
import {
  type ShellFrame,
  type ShellNote,
  shellCloseCode,
  shellFrame,
} from '@airloom/contract/web-shell/web-shell.model';
import type { RawData, WebSocket } from 'ws';
import type { ShellBrowser, ShellSession, ShellSessions } from '../../domains/network/web-shell/index.ts';
import type { Platform } from '../../platform/platform.ts';
import { may } from '../../platform/scope.ts';
import { type Rate, TokenBucket } from '../../platform/throttle/token-bucket.ts';
import type { SocketEndpoint, Visitor } from './upgrades.ts';

const NO_SESSION = 'no such shell session';
const JOIN_MS = 10_000;
const PING_EVERY_MS = 7_000;
const UNANSWERED_MAX = 3;
/** A pasted text is sent in many frames of a kilobyte. */
const FRAMES: Rate = { atOnce: 2_000, perSecond: 300 };

/** Browsers join the shell session of a device here. */
export function shellEndpoint(
  sessions: ShellSessions,
  { monotonic }: Pick<Platform, 'monotonic'>,
): SocketEndpoint {
  return {
    admits: ({ scope, screen }) => !screen && may(scope, 'device_manage:operate'),
    enter: (socket, visitor) => new ShellSocket(socket, visitor, sessions, monotonic),
  };
}

class ShellSocket {
  readonly #socket: WebSocket;
  readonly #visitor: Visitor;
  readonly #sessions: ShellSessions;
  readonly #monotonic: () => number;
  readonly #frames: TokenBucket;
  readonly #joining: NodeJS.Timeout;
  readonly #pinging: NodeJS.Timeout;
  #unanswered = 0;
  #session: ShellSession | null = null;

  constructor(socket: WebSocket, visitor: Visitor, sessions: ShellSessions, monotonic: () => number) {
    this.#socket = socket;
    this.#visitor = visitor;
    this.#sessions = sessions;
    this.#monotonic = monotonic;
    this.#frames = new TokenBucket(FRAMES, monotonic());
    this.#joining = setTimeout(() => socket.close(SHELL_CLOSE.noSuchSession, NO_SESSION), JOIN_MS);
    this.#pinging = setInterval(() => this.#ping(), PING_EVERY_MS);
    socket.on('pong', () => {
      this.#unanswered = 0;
    });
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.once('close', () => {
      clearTimeout(this.#joining);
      clearInterval(this.#pinging);
      this.#session?.end('browserLeft');
    });
  }

  #ping(): void {
    this.#unanswered += 1;
    // A paused socket does not read answers.
    if (this.#unanswered > UNANSWERED_MAX && !this.#socket.isPaused) this.#socket.terminate();
    else this.#socket.ping();
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.#unanswered = 0;
    if (!this.#frames.spend(FRAMES, 1, this.#monotonic())) return this.#refuse();
    if (isBinary) {
      if (this.#session === null) return this.#refuse();
      return this.#session.input(bytesOf(data));
    }
    const frame = frameIn(data);
    if (frame === null) return this.#refuse();
    if (frame.type === 'join') return this.#join(frame.token);
    if (this.#session === null) return this.#refuse();
    if (frame.type === 'ack') this.#session.acknowledge(frame.bytes);
    else if (frame.type === 'stay') this.#session.stay();
    else this.#session.resize({ columns: frame.columns, rows: frame.rows });
  }

  #join(token: string): void {
    if (this.#session !== null) return this.#refuse();
    const { sessionId, scope } = this.#visitor;
    const session = this.#sessions.join({ token, loginSession: sessionId, scope, browser: this.#browser() });
    if (session === null) return this.#socket.close(SHELL_CLOSE.noSuchSession, NO_SESSION);
    clearTimeout(this.#joining);
    this.#session = session;
  }

  #refuse(): void {
    if (this.#session === null) this.#socket.close(SHELL_CLOSE.notUnderstood);
    else this.#session.end('protocolError');
  }

  #browser(): ShellBrowser {
    const socket = this.#socket;
    return {
      send: (output) => socket.send(output),
      note: (note: ShellNote) => socket.send(JSON.stringify(note)),
      pause: (isPaused) => {
        if (isPaused) return socket.pause();
        // Answers are read again.
        this.#unanswered = 0;
        socket.resume();
      },
      close: (end) => {
        // A paused socket would not read the answer to its close frame.
        socket.resume();
        socket.close(shellCloseCode(end));
      },
      again: (isActive) => this.#visitor.again(isActive),
    };
  }
}

/** Null for any other frame. */
function frameIn(data: RawData): ShellFrame | null {
  try {
    return shellFrame.parse(JSON.parse(bytesOf(data).toString()));
  } catch {
    return null;
  }
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}
