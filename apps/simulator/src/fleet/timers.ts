import { Heap } from '../heap.ts';

export interface Alarm {
  cancelled: boolean;
  readonly ring: () => void;
}

/** Thousands of timeouts on one runtime timer. */
export class Timers {
  readonly #alarms = new Heap<Alarm>();
  #timer: NodeJS.Timeout | null = null;
  #wakesAt = Number.POSITIVE_INFINITY;
  #stopped = false;

  after(ms: number, ring: () => void): Alarm {
    const alarm = { cancelled: false, ring };
    if (this.#stopped) return alarm;
    this.#alarms.push(performance.now() + Math.max(0, ms), alarm);
    this.#wake();
    return alarm;
  }

  stop(): void {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  #wake(): void {
    const next = this.#alarms.nextTime;
    if (next >= this.#wakesAt) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#wakesAt = next;
    this.#timer = setTimeout(() => this.#ring(), Math.max(0, next - performance.now()));
  }

  #ring(): void {
    this.#wakesAt = Number.POSITIVE_INFINITY;
    const now = performance.now();
    while (!this.#stopped && this.#alarms.nextTime <= now) {
      const alarm = this.#alarms.pop();
      if (alarm && !alarm.cancelled) alarm.ring();
    }
    if (!this.#stopped && this.#alarms.size > 0) this.#wake();
  }
}
