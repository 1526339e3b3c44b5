import { RecentMap } from './recent-map.ts';

const WINDOW_MS = 60_000;

interface Spent {
  readonly since: number;
  count: number;
}

/** Limits the events of one device, so that it cannot fill the database. */
export class EventBudget {
  readonly #max: number;
  readonly #spent = new RecentMap<Spent>(WINDOW_MS);

  /** `max` events per device and minute. */
  constructor(max: number) {
    this.#max = max;
  }

  /** `tooMany` once, for the first rejected event. */
  take(deviceId: string, now: number): 'yes' | 'no' | 'tooMany' {
    let spent = this.#spent.get(deviceId, now);
    if (spent === undefined || Math.abs(now - spent.since) >= WINDOW_MS) {
      spent = { since: now, count: 0 };
      this.#spent.set(deviceId, spent, now);
    }
    spent.count += 1;
    if (spent.count <= this.#max) return 'yes';
    return spent.count === this.#max + 1 ? 'tooMany' : 'no';
  }
}
