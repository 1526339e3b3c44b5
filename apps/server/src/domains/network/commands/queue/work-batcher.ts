import type { Logger } from '../../../../platform/log.ts';

const ATTEMPTS_MAX = 5;
const PAUSE_MS = 500;
const ROUND_MAX = 500;

/**
 * Collects items while one batch is processed and passes them to the next batch, so that many devices at once need few
 * statements. A failed batch is retried a few times and then left to the timers.
 */
export class WorkBatcher<T> {
  readonly #name: string;
  readonly #log: Logger;
  readonly #work: (items: readonly T[]) => Promise<void>;
  readonly #dropped: (items: readonly T[]) => void;
  #waiting: T[] = [];
  #running: Promise<void> | null = null;

  constructor(
    name: string,
    log: Logger,
    work: (items: readonly T[]) => Promise<void>,
    dropped: (items: readonly T[]) => void = () => undefined,
  ) {
    this.#name = name;
    this.#log = log;
    this.#work = work;
    this.#dropped = dropped;
  }

  add(...items: readonly T[]): void {
    this.#waiting.push(...items);
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      if (this.#waiting.length > 0) this.add();
    });
  }

  /** Resolves when all items added so far have been processed. */
  async settled(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  async #run(): Promise<void> {
    // Items added in the same turn belong to the same batch.
    await Promise.resolve();
    while (this.#waiting.length > 0) await this.#round(this.#waiting.splice(0, ROUND_MAX));
  }

  async #round(items: readonly T[]): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#work(items);
        return;
      } catch (error) {
        this.#log.error(
          { err: error, work: this.#name, items: items.length, attempt },
          'command work failed',
        );
        if (attempt === ATTEMPTS_MAX) return this.#dropped(items);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt));
      }
    }
  }
}
