import { type Rate, TokenBucket } from '../../../platform/throttle/token-bucket.ts';
import type { GatewayLimits } from '../limits.ts';

/** Counts recent replacements of connections with one certificate, as caused by two devices with the same one. */
export class Replacements {
  readonly #rate: Rate;
  readonly #left = new Map<string, TokenBucket>();

  constructor(limits: Pick<GatewayLimits, 'replacementsMax' | 'replacementEveryMs'>) {
    this.#rate = { atOnce: limits.replacementsMax, perSecond: 1000 / limits.replacementEveryMs };
  }

  note(fingerprint: string, now: number): void {
    const left = this.#left.get(fingerprint) ?? new TokenBucket(this.#rate, now);
    left.spend(this.#rate, 1, now);
    this.#left.set(fingerprint, left);
  }

  /** Whether it must wait before its admission. */
  areTooMany(fingerprint: string, now: number): boolean {
    return this.#left.get(fingerprint)?.has(this.#rate, 1, now) === false;
  }

  /** Removes certificates without recent replacements. */
  forget(now: number): void {
    for (const [fingerprint, left] of this.#left) {
      if (left.isFull(this.#rate, now)) this.#left.delete(fingerprint);
    }
  }
}
