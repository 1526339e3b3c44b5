import { Allowance, type Rate } from '../admission/token-bucket.ts';
import type { GatewayLimits } from '../limits.ts';

/** How often the connections of a certificate took each other's place lately, as two boxes with the same one do. */
export class Replacements {
  readonly #rate: Rate;
  readonly #left = new Map<string, Allowance>();

  constructor(limits: Pick<GatewayLimits, 'replacementsMax' | 'replacementEveryMs'>) {
    this.#rate = { atOnce: limits.replacementsMax, perSecond: 1000 / limits.replacementEveryMs };
  }

  note(fingerprint: string, now: number): void {
    const left = this.#left.get(fingerprint) ?? new Allowance(this.#rate, now);
    left.spend(this.#rate, 1, now);
    this.#left.set(fingerprint, left);
  }

  /** Whether it should not come in yet. */
  areTooMany(fingerprint: string, now: number): boolean {
    return this.#left.get(fingerprint)?.has(this.#rate, 1, now) === false;
  }

  /** Those that were not replaced for a while. */
  forget(now: number): void {
    for (const [fingerprint, left] of this.#left) {
      if (left.isFull(this.#rate, now)) this.#left.delete(fingerprint);
    }
  }
}
