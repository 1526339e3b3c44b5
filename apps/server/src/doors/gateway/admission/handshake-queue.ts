import type { GatewayLimits } from '../limits.ts';

/** The part of a socket that the queue needs. */
export interface PendingSocket {
  destroy(): unknown;
  once(event: 'close', gone: () => void): unknown;
}

export type DropReason = 'queueFull' | 'waitedTooLong' | 'tooSlow';

interface QueueEntry {
  readonly socket: PendingSocket;
  readonly block: string;
  inside: boolean;
  deadline: number;
}

type Limits = Pick<
  GatewayLimits,
  'entering' | 'enteringPerAddress' | 'startsPerTurn' | 'waiting' | 'waitingMs' | 'handshakeMs'
>;

interface QueueOptions {
  readonly limits: Limits;
  now(): number;
  /** Begins the handshake. */
  start(socket: PendingSocket): void;
  dropped(reason: DropReason): void;
}

/**
 * Limits concurrent handshakes. Further sockets wait, and addresses take turns, so that neither a storm of reconnecting
 * devices nor one address with slow ones blocks the others.
 */
export class HandshakeQueue {
  readonly #options: QueueOptions;
  readonly #entries = new Map<PendingSocket, QueueEntry>();
  /** Waiting sockets by address; the next address is first. */
  readonly #waiting = new Map<string, Set<QueueEntry>>();
  readonly #insideOf = new Map<string, number>();
  #inside = 0;
  #turn: NodeJS.Immediate | null = null;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  /** Sockets in their handshake and waiting ones. */
  get size(): number {
    return this.#entries.size;
  }

  get waiting(): number {
    return this.#entries.size - this.#inside;
  }

  arrive(socket: PendingSocket, block: string): void {
    const { limits } = this.#options;
    if (this.waiting >= limits.waiting) {
      this.#options.dropped('queueFull');
      socket.destroy();
      return;
    }
    const entry: QueueEntry = {
      socket,
      block,
      inside: false,
      deadline: this.#options.now() + limits.waitingMs,
    };
    this.#entries.set(socket, entry);
    socket.once('close', () => this.leave(socket));
    const queue = this.#waiting.get(block) ?? new Set();
    queue.add(entry);
    this.#waiting.set(block, queue);
    this.#schedule();
  }

  /** Extends the deadline for the next step. */
  allow(socket: PendingSocket, ms: number): void {
    const entry = this.#entries.get(socket);
    if (entry !== undefined) entry.deadline = this.#options.now() + ms;
  }

  /** The device is admitted, or the socket has closed. */
  leave(socket: PendingSocket): void {
    const entry = this.#entries.get(socket);
    if (entry === undefined) return;
    this.#entries.delete(socket);
    if (entry.inside) {
      this.#inside -= 1;
      this.#count(entry.block, -1);
    } else {
      this.#unqueue(entry);
    }
    this.#schedule();
  }

  /** Closes sockets past their deadline. */
  sweep(): void {
    const now = this.#options.now();
    for (const entry of this.#entries.values()) {
      if (entry.deadline > now) continue;
      this.#options.dropped(entry.inside ? 'tooSlow' : 'waitedTooLong');
      this.leave(entry.socket);
      entry.socket.destroy();
    }
  }

  close(): void {
    if (this.#turn) clearImmediate(this.#turn);
    for (const { socket } of this.#entries.values()) socket.destroy();
    this.#entries.clear();
    this.#waiting.clear();
  }

  #schedule(): void {
    if (this.#waiting.size === 0 || this.#inside >= this.#options.limits.entering) return;
    this.#turn ??= setImmediate(() => {
      this.#turn = null;
      let started = 0;
      while (started < this.#options.limits.startsPerTurn && this.#startNext()) started += 1;
      if (started > 0) this.#schedule();
    });
  }

  #startNext(): boolean {
    const { limits } = this.#options;
    if (this.#inside >= limits.entering) return false;
    for (const [block, queue] of this.#waiting) {
      if ((this.#insideOf.get(block) ?? 0) >= limits.enteringPerAddress) continue;
      const [entry] = queue;
      if (entry === undefined) continue;
      this.#unqueue(entry);
      this.#moveToEnd(block);
      entry.inside = true;
      entry.deadline = this.#options.now() + limits.handshakeMs;
      this.#inside += 1;
      this.#count(block, 1);
      this.#options.start(entry.socket);
      return true;
    }
    return false;
  }

  #unqueue(entry: QueueEntry): void {
    const queue = this.#waiting.get(entry.block);
    queue?.delete(entry);
    if (queue?.size === 0) this.#waiting.delete(entry.block);
  }

  #moveToEnd(block: string): void {
    const queue = this.#waiting.get(block);
    if (queue === undefined) return;
    this.#waiting.delete(block);
    this.#waiting.set(block, queue);
  }

  #count(block: string, change: 1 | -1): void {
    const count = (this.#insideOf.get(block) ?? 0) + change;
    if (count > 0) this.#insideOf.set(block, count);
    else this.#insideOf.delete(block);
  }
}
