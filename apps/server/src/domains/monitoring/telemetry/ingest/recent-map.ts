/** A map that drops entries not set or read for a while, without iterating over them. */
export class RecentMap<T> {
  readonly #keptMs: number;
  #current = new Map<string, T>();
  #before = new Map<string, T>();
  #since = 0;

  constructor(keptMs: number) {
    this.#keptMs = keptMs;
  }

  get(key: string, now: number): T | undefined {
    this.#turn(now);
    const known = this.#current.get(key);
    if (known !== undefined) return known;
    const older = this.#before.get(key);
    if (older !== undefined) this.#current.set(key, older);
    return older;
  }

  set(key: string, value: T, now: number): void {
    this.#turn(now);
    this.#current.set(key, value);
  }

  #turn(now: number): void {
    if (Math.abs(now - this.#since) < this.#keptMs) return;
    this.#before = this.#current;
    this.#current = new Map();
    this.#since = now;
  }
}
