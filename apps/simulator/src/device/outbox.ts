/** What a device has to tell. A report has a number and is kept until it is acknowledged; an event is told once. */
export interface Entry {
  readonly seq: number | null;
  /** Measured in the past: waits for its turn behind a bounded pace. */
  readonly isLate: boolean;
  readonly frame: string;
}

/** So many late reports may be on their way to one device's cloud before it acknowledges some. */
const LATE_WINDOW = 160;

export class Outbox {
  readonly #capacity: number;
  readonly #keeps: boolean;
  #waiting: Entry[] = [];
  #unacknowledged: Entry[] = [];

  constructor(capacity: number, keeps: boolean) {
    this.#capacity = capacity;
    this.#keeps = keeps;
  }

  get size(): number {
    return this.#waiting.length + this.#unacknowledged.length;
  }

  get hasWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** How many of the oldest had to be thrown away for it. */
  put(entry: Entry): number {
    this.#waiting.push(entry);
    let lost = 0;
    while (this.size > this.#capacity) {
      const from = this.#unacknowledged.length > 0 ? this.#unacknowledged : this.#waiting;
      if (from.shift()?.seq !== null) lost += 1;
    }
    return lost;
  }

  /** The next to be sent; null when there is none, or when the late ones have to wait. */
  take(mayTakeLate: () => boolean): Entry | null {
    const next = this.#waiting[0];
    if (next === undefined) return null;
    if (next.isLate && (this.#unacknowledged.length >= LATE_WINDOW || !mayTakeLate())) return null;
    this.#waiting.shift();
    if (next.seq !== null && this.#keeps) this.#unacknowledged.push(next);
    return next;
  }

  /** How many were confirmed by this. */
  acknowledge(seq: number): number {
    const before = this.#unacknowledged.length;
    this.#unacknowledged = this.#unacknowledged.filter((entry) => (entry.seq ?? 0) > seq);
    return before - this.#unacknowledged.length;
  }

  /** The connection is gone: what was not acknowledged has to be sent again. */
  rewind(): void {
    this.#waiting = [...this.#unacknowledged, ...this.#waiting];
    this.#unacknowledged = [];
  }
}
