import type { Bus } from '../platform/bus/bus.ts';

const PAUSE_MS = 20;

/** Tells the process that tells facts that there are some: at once, and then fifty times a second at most. */
export class Kicks {
  readonly #bus: Bus;
  #timer: NodeJS.Timeout | null = null;
  #again = false;

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  kick(): void {
    if (this.#timer !== null) {
      this.#again = true;
      return;
    }
    this.#bus.publish('outbox.kick', {});
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (!this.#again) return;
      this.#again = false;
      this.kick();
    }, PAUSE_MS);
  }

  /** Says at once what was still to be said. */
  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#again) this.#bus.publish('outbox.kick', {});
  }
}
