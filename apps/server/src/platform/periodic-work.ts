export interface PeriodicOptions {
  readonly everyMs: number;
  /** What happens when a run is due while one is under way: nothing, or another run right after it. */
  readonly whileRunning: 'skip' | 'repeat';
  work(): Promise<void>;
  onError(error: unknown): void;
}

/** Work that is done at an interval and on request, never twice at the same time. A failure does not end it. */
export class PeriodicWork {
  readonly #options: PeriodicOptions;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #requested = false;
  #stopped = false;

  constructor(options: PeriodicOptions) {
    this.#options = options;
  }

  /** The first run is due after one interval. */
  start(): void {
    const { everyMs, whileRunning } = this.#options;
    this.#timer = setInterval(() => {
      if (whileRunning === 'repeat' || this.#running === null) this.request();
    }, everyMs);
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  /** Runs the work now, or once more after the run that is under way. */
  request(): void {
    if (this.#stopped) return;
    this.#requested = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      if (this.#requested) this.request();
    });
  }

  /** Resolves when no run is under way or requested. */
  async settled(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  /** Starts no more runs, and waits for the one that is under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#requested = false;
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#requested && !this.#stopped) {
      this.#requested = false;
      try {
        await this.#options.work();
      } catch (error) {
        this.#options.onError(error);
      }
    }
  }
}
