import type { Happening } from '@airloom/device-protocol/model';
import { RecentMap } from '../ingest/recent-map.ts';

type Health = Extract<Happening, { type: 'health' }>;

const KEPT_MS = 6 * 60 * 60_000;
const SANE = 100;
const WORDS_MAX = 200;

/** Finds changes in the health states that devices report every few minutes. */
export class HealthChanges {
  readonly #last = new RecentMap<string>(KEPT_MS);

  isChange(deviceId: string, { sanity, complaints }: Health, now: number): boolean {
    const words = `${sanity} ${complaints.join(' ')}`.slice(0, WORDS_MAX);
    const before = this.#last.get(deviceId, now);
    if (before === words) return false;
    this.#last.set(deviceId, words, now);
    return before !== undefined || sanity < SANE;
  }
}
