/** An outgoing frame. A report is numbered and kept until it is acknowledged; an event is sent once. */
export interface Entry {
  readonly seq: number | null;
  /** Measured in the past: sent at a limited rate. */
  readonly isLate: boolean;
  readonly frame: string;
}

/** Maximum late reports in flight per device. */
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

  /** Returns the number of oldest entries dropped for it. */
  put(entry: Entry): number {
    this.#waiting.push(entry);
    let lost = 0;
    while (this.size > this.#capacity) {
      const from = this.#unacknowledged.length > 0 ? this.#unacknowledged : this.#waiting;
      if (from.shift()?.seq !== null) lost += 1;
    }
    return lost;
  }

  /** The next entry to send; null when there is none or late ones have to wait. */
  take(mayTakeLate: () => boolean): Entry | null {
    const next = this.#waiting[0];
    if (next === undefined) return null;
    if (next.isLate && (this.#unacknowledged.length >= LATE_WINDOW || !mayTakeLate())) return null;
    this.#waiting.shift();
    if (next.seq !== null && this.#keeps) this.#unacknowledged.push(next);
    return next;
  }

  /** Returns the number of acknowledged entries. */
  acknowledge(seq: number): number {
    const before = this.#unacknowledged.length;
    this.#unacknowledged = this.#unacknowledged.filter((entry) => (entry.seq ?? 0) > seq);
    return before - this.#unacknowledged.length;
  }

  /** After a disconnect, entries without acknowledgement are sent again. */
  rewind(): void {
    this.#waiting = [...this.#unacknowledged, ...this.#waiting];
    this.#unacknowledged = [];
  }
}
