import type { GatewayLimits } from '../limits.ts';

/** What the entrance needs of a socket. */
export interface Arriving {
  destroy(): unknown;
  once(event: 'close', gone: () => void): unknown;
}

export type TurnedAway = 'queueFull' | 'waitedTooLong' | 'tooSlow';

interface Guest {
  readonly socket: Arriving;
  readonly block: string;
  inside: boolean;
  deadline: number;
}

type Limits = Pick<
  GatewayLimits,
  'entering' | 'enteringPerAddress' | 'startsPerTurn' | 'waiting' | 'waitingMs' | 'handshakeMs'
>;

interface Doorkeeper {
  readonly limits: Limits;
  now(): number;
  /** Begins the handshake. */
  start(socket: Arriving): void;
  turnedAway(why: TurnedAway): void;
}

/**
 * Paces those who come in. So many are on their way in at once; the rest wait, and addresses take turns, so that
 * neither a storm of returning devices nor one address full of slow ones keeps others out.
 */
export class Entrance {
  readonly #keeper: Doorkeeper;
  readonly #guests = new Map<Arriving, Guest>();
  /** Those who wait, by address; the address that comes next stands first. */
  readonly #waiting = new Map<string, Set<Guest>>();
  readonly #insideOf = new Map<string, number>();
  #inside = 0;
  #turn: NodeJS.Immediate | null = null;

  constructor(keeper: Doorkeeper) {
    this.#keeper = keeper;
  }

  /** Everyone on their way in, and those who wait. */
  get size(): number {
    return this.#guests.size;
  }

  get waiting(): number {
    return this.#guests.size - this.#inside;
  }

  arrive(socket: Arriving, block: string): void {
    const { limits } = this.#keeper;
    if (this.waiting >= limits.waiting) {
      this.#keeper.turnedAway('queueFull');
      socket.destroy();
      return;
    }
    const guest: Guest = { socket, block, inside: false, deadline: this.#keeper.now() + limits.waitingMs };
    this.#guests.set(socket, guest);
    socket.once('close', () => this.leave(socket));
    const queue = this.#waiting.get(block) ?? new Set();
    queue.add(guest);
    this.#waiting.set(block, queue);
    this.#schedule();
  }

  /** It came one step further and has this long for the next. */
  allow(socket: Arriving, ms: number): void {
    const guest = this.#guests.get(socket);
    if (guest !== undefined) guest.deadline = this.#keeper.now() + ms;
  }

  /** It is in, or gone. */
  leave(socket: Arriving): void {
    const guest = this.#guests.get(socket);
    if (guest === undefined) return;
    this.#guests.delete(socket);
    if (guest.inside) {
      this.#inside -= 1;
      this.#count(guest.block, -1);
    } else {
      this.#unqueue(guest);
    }
    this.#schedule();
  }

  /** Sends away whoever is too slow. */
  sweep(): void {
    const now = this.#keeper.now();
    for (const guest of this.#guests.values()) {
      if (guest.deadline > now) continue;
      this.#keeper.turnedAway(guest.inside ? 'tooSlow' : 'waitedTooLong');
      this.leave(guest.socket);
      guest.socket.destroy();
    }
  }

  close(): void {
    if (this.#turn) clearImmediate(this.#turn);
    for (const { socket } of this.#guests.values()) socket.destroy();
    this.#guests.clear();
    this.#waiting.clear();
  }

  #schedule(): void {
    if (this.#waiting.size === 0 || this.#inside >= this.#keeper.limits.entering) return;
    this.#turn ??= setImmediate(() => {
      this.#turn = null;
      let started = 0;
      while (started < this.#keeper.limits.startsPerTurn && this.#startNext()) started += 1;
      if (started > 0) this.#schedule();
    });
  }

  #startNext(): boolean {
    const { limits } = this.#keeper;
    if (this.#inside >= limits.entering) return false;
    for (const [block, queue] of this.#waiting) {
      if ((this.#insideOf.get(block) ?? 0) >= limits.enteringPerAddress) continue;
      const [guest] = queue;
      if (guest === undefined) continue;
      this.#unqueue(guest);
      this.#waitAtTheEnd(block);
      guest.inside = true;
      guest.deadline = this.#keeper.now() + limits.handshakeMs;
      this.#inside += 1;
      this.#count(block, 1);
      this.#keeper.start(guest.socket);
      return true;
    }
    return false;
  }

  #unqueue(guest: Guest): void {
    const queue = this.#waiting.get(guest.block);
    queue?.delete(guest);
    if (queue?.size === 0) this.#waiting.delete(guest.block);
  }

  #waitAtTheEnd(block: string): void {
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
