/** So many a second, and never many at once. */
export class Pace {
  readonly #perSecond: number;
  readonly #atOnce: number;
  #allowance: number;
  #at = performance.now();

  constructor(perSecond: number, atOnce = Math.max(1, perSecond / 10)) {
    this.#perSecond = perSecond;
    this.#atOnce = atOnce;
    this.#allowance = atOnce;
  }

  /** Whether one more may pass; it is not counted yet. */
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
