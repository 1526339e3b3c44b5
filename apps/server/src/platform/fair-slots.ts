import { FairQueue } from './fair-queue.ts';

/** A bounded number of pieces of work at the same time. Accounts that wait take turns. */
export class FairSlots {
  readonly #atOnceMax: number;
  readonly #waiting = new FairQueue<() => void>();
  #running = 0;

  constructor(atOnceMax: number) {
    this.#atOnceMax = atOnceMax;
  }

  async run<T>(account: string, work: () => Promise<T>): Promise<T> {
    await this.#take(account);
    try {
      return await work();
    } finally {
      this.#free();
    }
  }

  async #take(account: string): Promise<void> {
    if (this.#running < this.#atOnceMax) {
      this.#running += 1;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const start = (): void => {
      this.#waiting.delete(account, start);
      resolve();
    };
    this.#waiting.add(account, start);
    await promise;
  }

  /** The slot goes to the account whose turn it is. */
  #free(): void {
    const next = this.#waiting.first();
    if (next === undefined) this.#running -= 1;
    else next();
  }
}
