import type { VirtualDevice } from '../device/virtual-device.ts';
import type { Site } from '../world/site.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The younger, the finer: charts of a few hours show lines, not points. */
const FINER = [
  { within: 6 * HOUR, step: 5 * MINUTE },
  { within: 3 * DAY, step: 15 * MINUTE },
] as const;
const FINEST = FINER[0].step;

/** The moments of the past at which a device measured, on full hours and their parts, until it has become present. */
export function* pastMoments(from: number, now: () => number): Generator<number> {
  let t = Math.ceil(from / FINEST) * FINEST;
  while (t < now()) {
    yield t;
    const age = now() - t;
    const step = FINER.find(({ within }) => age <= within)?.step ?? HOUR;
    t = (Math.floor(t / step) + 1) * step;
  }
}

/** No device may have more than this waiting before its site's past goes on. */
const WAITING_MAX = 192;

/** The past of one site, told step by step as fast as its devices get rid of it. */
export class SiteHistory {
  readonly site: Site;
  readonly #devices: readonly VirtualDevice[];
  readonly #moments: Generator<number>;
  #isOver = false;

  constructor(site: Site, devices: readonly VirtualDevice[], from: number, now: () => number) {
    this.site = site;
    this.#devices = devices;
    this.#moments = pastMoments(from, now);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get devices(): readonly VirtualDevice[] {
    return this.#devices;
  }

  /** Goes on as long as there is room, at most so many steps at a time. */
  advance(stepsMax: number): void {
    for (let step = 0; step < stepsMax && !this.#isOver && this.#hasFreeSlot(); step += 1) this.#step();
  }

  /** Before all of them are there to be told of, making the past would only keep them from coming. */
  #hasFreeSlot(): boolean {
    return this.#devices.every((device) => device.isConnected && device.outbox.size < WAITING_MAX);
  }

  #step(): void {
    const next = this.#moments.next();
    if (next.done) {
      this.#isOver = true;
      return;
    }
    this.site.advanceTo(next.value);
    for (const device of this.#devices) if (device.node.isUp) device.report(next.value, true);
  }
}
