import { RateLimit } from '../fleet/rate-limit.ts';
import { eventFrame, eventsFrame } from '../frames/frames.ts';
import type { Chance } from '../simulation/random.ts';
import type { DeviceEnvironment, Link } from './environment.ts';
import type { Faults } from './faults.ts';
import { type Entry, Outbox } from './outbox.ts';

/** Number of past events per frame. */
const EVENTS_TOGETHER = 60;
/** Slightly below the limit of the gateway per device. */
const LATE_PER_SECOND = 40;
const LATE_AT_ONCE = 200;
const BACKLOG_MAX_BYTES = 256 * 1024;

/** The frames of a device: those that wait, and the link that may be slow, lossy or duplicating. */
export class FrameSender {
  readonly outbox: Outbox;
  link: Link | null = null;
  readonly #serial: string;
  readonly #environment: DeviceEnvironment;
  readonly #faults: Faults;
  readonly #chance: Chance;
  #gathered: [number, { type: string; payload: object }][] = [];
  #latePace: RateLimit | null = null;

  constructor(
    serial: string,
    environment: DeviceEnvironment,
    options: { readonly faults: Faults; readonly chance: Chance; readonly keeps: boolean },
  ) {
    this.#serial = serial;
    this.#environment = environment;
    this.#faults = options.faults;
    this.#chance = options.chance;
    this.outbox = new Outbox(environment.outboxCapacity, options.keeps);
  }

  put(entry: Entry): void {
    this.#activity.reportsLost += this.outbox.put(entry);
    this.pump();
  }

  putEvent(seconds: number, type: string, payload: object): void {
    this.put({ seq: null, isLate: false, frame: eventFrame(this.#serial, seconds, type, payload) });
  }

  /** Keeps a past event, to send many in one frame. */
  gather(seconds: number, type: string, payload: object): void {
    this.#gathered.push([seconds, { type, payload }]);
  }

  /** Sends the gathered events, if there are at least this many. */
  sendGathered(atLeast = EVENTS_TOGETHER): void {
    if (this.#gathered.length < atLeast) return;
    const frame = eventsFrame(this.#serial, this.#gathered);
    this.#gathered = [];
    this.put({ seq: null, isLate: true, frame });
  }

  acknowledged(seq: number): void {
    this.#activity.reportsAcknowledged += this.outbox.acknowledge(seq);
    this.pump();
  }

  /** Sends pending entries as far as the link accepts them. */
  pump(): void {
    const activity = this.#activity;
    while (this.link && this.link.backlog < BACKLOG_MAX_BYTES) {
      const entry = this.outbox.take(() => this.#mayTakeLate());
      if (!entry) return;
      if (entry.seq === null) activity.eventsSent += 1;
      else activity.reportsSent += 1;
      this.send(entry.frame);
    }
  }

  /** Sends at once; without a link the frame is lost. */
  send(frame: string): void {
    const { link } = this;
    if (!link) return;
    const { slowMs, dropPercent, duplicatePercent } = this.#faults;
    if (dropPercent > 0 && this.#chance.next() * 100 < dropPercent) return;
    const times = duplicatePercent > 0 && this.#chance.next() * 100 < duplicatePercent ? 2 : 1;
    const transmit = () => {
      for (let time = 0; time < times; time += 1) {
        link.send(frame);
        this.#environment.onFrame?.(this.#serial, 'sent', frame);
      }
    };
    if (slowMs > 0) this.#environment.timers.after(slowMs, transmit);
    else transmit();
  }

  /** Rate limits per device and for the fleet. */
  #mayTakeLate(): boolean {
    this.#latePace ??= new RateLimit(LATE_PER_SECOND, LATE_AT_ONCE);
    return this.#latePace.isOpen && this.#environment.takeLate() && this.#latePace.take();
  }

  get #activity() {
    return this.#environment.simulation.ledger.activity(this.#serial);
  }
}
