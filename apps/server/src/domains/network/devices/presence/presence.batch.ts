import { type Backoff, backoffMs } from '@airloom/contract/backoff';
import { SECOND } from '@airloom/contract/time';
import pg from 'pg';
import type { Logger } from '../../../../platform/log.ts';

export interface BatchOptions<T> {
  readonly name: string;
  readonly log: Logger;
  /** How long the first item waits for others. */
  readonly everyMs: number;
  readonly max: number;
  /** Writes all of them in one transaction, or throws and has written none. */
  write(items: readonly T[]): Promise<void>;
  /** The database refuses this item permanently. */
  refused(item: T): void;
}

/** The larger the last batch, the longer the next one waits for more items. */
const CROWD_EACH = 1 / 4;
const CROWD_MAX_MS = 500;

const RETRY: Backoff = { firstMs: SECOND, maxMs: 15 * SECOND };

/** Combines many small writes into few large ones, in sequence, one batch at a time. A failed write is retried. */
export class Batch<T> {
  readonly #options: BatchOptions<T>;
  #waiting: T[] = [];
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> | null = null;
  #failures = 0;
  #lastRound = 0;
  #closed = false;

  constructor(options: BatchOptions<T>) {
    this.#options = options;
  }

  get size(): number {
    return this.#waiting.length;
  }

  add(...items: T[]): void {
    if (this.#closed) return;
    this.#waiting.push(...items);
    if (this.#writing === null) this.#schedule(this.#patience());
  }

  /** Writes pending items once, and accepts no more. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#writing;
    const items = this.#waiting;
    this.#waiting = [];
    if (items.length > 0) await this.#options.write(items).catch((error: unknown) => this.#complain(error));
  }

  #schedule(ms: number): void {
    if (this.#closed || this.#waiting.length === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#writing = this.#flush().finally(() => {
        this.#writing = null;
        this.#schedule(this.#failures === 0 ? this.#patience() : backoffMs(RETRY, this.#failures - 1));
      });
    }, ms);
  }

  async #flush(): Promise<void> {
    const items = this.#waiting.splice(0, this.#options.max);
    this.#lastRound = items.length;
    try {
      await this.#write(items);
      this.#failures = 0;
    } catch (error) {
      this.#failures += 1;
      this.#complain(error);
      this.#waiting.unshift(...items);
    }
  }

  /** One invalid item must not block the others: the batch is split in halves until it is alone. */
  async #write(items: readonly T[]): Promise<void> {
    try {
      await this.#options.write(items);
    } catch (error) {
      if (!isAboutContent(error)) throw error;
      const [only] = items;
      if (items.length === 1 && only !== undefined) {
        this.#complain(error);
        this.#options.refused(only);
        return;
      }
      const half = Math.ceil(items.length / 2);
      await this.#write(items.slice(0, half));
      await this.#write(items.slice(half));
    }
  }

  #patience(): number {
    const { everyMs } = this.#options;
    if (this.#waiting.length >= this.#options.max) return 0;
    return Math.max(everyMs, Math.min(everyMs * this.#lastRound * CROWD_EACH, CROWD_MAX_MS));
  }

  #complain(error: unknown): void {
    this.#options.log.error({ err: error, batch: this.#options.name }, 'a batch could not be written');
  }
}

/** Data exceptions and constraint violations; any other error may be temporary. */
function isAboutContent(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(?:22|23)/.test(error.code ?? '');
}
