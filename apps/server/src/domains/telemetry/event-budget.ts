const WINDOW_MS = 60_000;
const REMEMBERED_MAX = 10_000;

interface Spent {
  readonly since: number;
  count: number;
}

/** Keeps one device that tells without end from filling the database. */
export class EventBudget {
  readonly #max: number;
  readonly #spent = new Map<string, Spent>();

  /** So many of one device in a minute. */
  constructor(max: number) {
    this.#max = max;
  }

  /** `tooMany` once, for the first one left out. */
  take(deviceId: string, now: number): 'yes' | 'no' | 'tooMany' {
    let spent = this.#spent.get(deviceId);
    if (spent === undefined || now - spent.since >= WINDOW_MS) {
      if (this.#spent.size > REMEMBERED_MAX) this.#forget(now);
      spent = { since: now, count: 0 };
      this.#spent.set(deviceId, spent);
    }
    spent.count += 1;
    if (spent.count <= this.#max) return 'yes';
    return spent.count === this.#max + 1 ? 'tooMany' : 'no';
  }

  #forget(now: number): void {
    for (const [deviceId, { since }] of this.#spent) {
      if (now - since >= WINDOW_MS) this.#spent.delete(deviceId);
    }
  }
}
