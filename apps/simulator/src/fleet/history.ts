import { DAY, HOUR, MINUTE } from '@airloom/device-protocol/time';
import type { VirtualDevice } from '../device/virtual-device.ts';
import type { Site } from '../simulation/site.ts';

/** Finer steps for recent history, so that charts of a few hours show lines. */
const FINER = [
  { within: 6 * HOUR, step: 5 * MINUTE },
  { within: 3 * DAY, step: 15 * MINUTE },
] as const;
const FINEST = FINER[0].step;

/** Times of past reports, aligned to hours and their parts, up to the present. */
export function* pastMoments(from: number, now: () => number): Generator<number> {
  let t = Math.ceil(from / FINEST) * FINEST;
  while (t < now()) {
    yield t;
    const age = now() - t;
    const step = FINER.find(({ within }) => age <= within)?.step ?? HOUR;
    t = (Math.floor(t / step) + 1) * step;
  }
}

/** The history of a site pauses while a device has more pending reports. */
const WAITING_MAX = 192;

/** The history of one site, reported step by step as fast as its devices send it. */
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

  /** Continues while there is room, at most `stepsMax` steps. */
  advance(stepsMax: number): void {
    for (let step = 0; step < stepsMax && !this.#isOver && this.#hasFreeSlot(); step += 1) this.#step();
  }

  /** Waits until all devices are connected, because generating history delays connecting. */
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
