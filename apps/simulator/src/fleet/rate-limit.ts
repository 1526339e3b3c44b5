/** Token bucket: a rate per second and a burst size. */
export class RateLimit {
  readonly #perSecond: number;
  readonly #atOnce: number;
  #allowance: number;
  #at = performance.now();

  constructor(perSecond: number, atOnce = Math.max(1, perSecond / 10)) {
    this.#perSecond = perSecond;
    this.#atOnce = atOnce;
    this.#allowance = atOnce;
  }

  /** Whether a token is available, without taking it. */
  get isOpen(): boolean {
    this.#refill();
    return this.#allowance >= 1;
  }

  take(): boolean {
    this.#refill();
    if (this.#allowance < 1) return false;
    this.#allowance -= 1;
    return true;
  }

  #refill(): void {
    const now = performance.now();
    this.#allowance = Math.min(this.#atOnce, this.#allowance + ((now - this.#at) * this.#perSecond) / 1000);
    this.#at = now;
  }
}
