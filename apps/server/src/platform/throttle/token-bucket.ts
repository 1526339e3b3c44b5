/** Burst size and refill rate. */
export interface Rate {
  readonly atOnce: number;
  readonly perSecond: number;
}

/** A token bucket. A negative level is a debt that the refill pays off. */
export class TokenBucket {
  #left: number;
  #at: number;

  constructor(rate: Rate, now: number) {
    this.#left = rate.atOnce;
    this.#at = now;
  }

  /** False when the amount exceeds the level. */
  spend(rate: Rate, amount: number, now: number): boolean {
    this.#fill(rate, now);
    this.#left -= amount;
    return this.#left >= 0;
  }

  giveBack(rate: Rate, amount: number): void {
    this.#left = Math.min(rate.atOnce, this.#left + amount);
  }

  /** Whether the bucket holds the tokens of one second. */
  hasOneSecond(rate: Rate, now: number): boolean {
    return this.has(rate, Math.min(rate.perSecond, rate.atOnce), now);
  }

  has(rate: Rate, amount: number, now: number): boolean {
    this.#fill(rate, now);
    return this.#left >= amount;
  }

  isFull(rate: Rate, now: number): boolean {
    return this.has(rate, rate.atOnce, now);
  }

  #fill(rate: Rate, now: number): void {
    const elapsedMs = Math.max(0, now - this.#at);
    this.#left = Math.min(rate.atOnce, this.#left + (elapsedMs / 1000) * rate.perSecond);
    this.#at = now;
  }
}
