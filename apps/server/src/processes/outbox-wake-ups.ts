import type { Bus } from '../platform/bus/bus.ts';

const PAUSE_MS = 20;

/** Wakes up the process that delivers events: at once, and then at most fifty times a second. */
export class OutboxWakeUps {
  readonly #bus: Bus;
  #timer: NodeJS.Timeout | null = null;
  #again = false;

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  wake(): void {
    if (this.#timer !== null) {
      this.#again = true;
      return;
    }
    this.#bus.publish('outbox.wake', {});
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (!this.#again) return;
      this.#again = false;
      this.wake();
    }, PAUSE_MS);
  }

  /** Sends a pending wake-up at once. */
  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#again) this.#bus.publish('outbox.wake', {});
  }
}
