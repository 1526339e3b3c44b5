import { randomBytes } from 'node:crypto';
import type { ServerMessage } from '@airloom/device-protocol/rtty/messages';
import type { RttyLimits } from './limits.ts';
import type { RttyDevice } from './rtty-connection.ts';

/** The connections by which devices of this process receive commands. */
export interface MainConnections {
  /** Time of the last message or pong; null if the device is not connected to this process. */
  seenAt(device: RttyDevice): number | null;
  ping(device: RttyDevice): void;
}

interface LivenessParts {
  readonly device: RttyDevice;
  readonly limits: Pick<RttyLimits, 'silentMs' | 'askAfterMs' | 'answerMs'>;
  readonly heartbeatSeconds: number | null;
  readonly mainConnections: MainConnections;
  /** Requests a login, which every device answers. */
  ask(session: string): void;
  readonly now: number;
}

const RESUMED_MS = 5_000;

/**
 * Whether a device at the other end of a line is still there, within 30 seconds. Devices with frequent heartbeats are
 * heard on the line itself. Others, and those whose line is not read, are pinged on their main connection. A login is
 * requested on the line where that shows too little: the device is connected to another process, or has received data
 * that is unanswered, for which TCP sends no keep-alive probes.
 */
export class LineLiveness {
  readonly #parts: LivenessParts;
  /** Longest silence of a healthy device. */
  readonly #heartbeatMs: number;
  #heardAt: number;
  #isUnanswered = false;
  #asked: { readonly session: string; readonly at: number } | null = null;
  /** Logins that were requested and not answered. */
  readonly #sessions = new Set<string>();

  constructor(parts: LivenessParts) {
    this.#parts = parts;
    this.#heardAt = parts.now;
    this.#heartbeatMs = Math.max(parts.limits.silentMs, (parts.heartbeatSeconds ?? 0) * 1_500);
  }

  heard(now: number): void {
    this.#heardAt = now;
    this.#isUnanswered = false;
    this.#asked = null;
  }

  /** The line is read again: what the device sent meanwhile arrives at once. */
  resumed(now: number): void {
    this.#heardAt = Math.max(this.#heardAt, now - this.#parts.limits.silentMs + RESUMED_MS);
  }

  sent(message: ServerMessage): void {
    if (expectsAnswer(message)) this.#isUnanswered = true;
  }

  /** Whether a login of the device answers a question of this class; once per question. */
  isAnswer(session: string): boolean {
    return this.#sessions.delete(session);
  }

  /** Called every few seconds. */
  isLost(now: number, isPaused: boolean): boolean {
    const { limits, mainConnections, device } = this.#parts;
    const silent = now - this.#heardAt;
    if (!isPaused && silent > this.#heartbeatMs) return true;
    const hasRareHeartbeats = this.#heartbeatMs > limits.silentMs;
    if (silent <= limits.askAfterMs || !(isPaused || hasRareHeartbeats)) return false;
    const seenAt = mainConnections.seenAt(device);
    if (seenAt !== null) mainConnections.ping(device);
    if (!isPaused && (seenAt === null || this.#isUnanswered) && this.#hasNoAnswer(now)) return true;
    if (seenAt === null && !isPaused) return false;
    return now - Math.max(this.#heardAt, seenAt ?? this.#heardAt) > limits.silentMs;
  }

  /** Asks unless it has. */
  #hasNoAnswer(now: number): boolean {
    if (this.#asked !== null) return now - this.#asked.at > this.#parts.limits.answerMs;
    const session = randomBytes(16).toString('hex');
    this.#asked = { session, at: now };
    this.#sessions.add(session);
    this.#parts.ask(session);
    return false;
  }
}

function expectsAnswer(message: ServerMessage): boolean {
  if (message.type === 'data' || message.type === 'http') return message.data.length > 0;
  return message.type === 'tunnel' && (message.event.kind === 'open' || message.event.kind === 'data');
}
