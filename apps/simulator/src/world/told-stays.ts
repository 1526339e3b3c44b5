import { type Stay, stayBytes } from './client.ts';
import type { Node } from './node.ts';
import { signalOf } from './radio-waves.ts';
import type { Site } from './site.ts';

/** What the reports of an access point say of one stay of a client, all that can be known of it from them. */
export interface ExpectedSession {
  readonly mac: string;
  readonly hostname: string;
  readonly serial: string;
  readonly band: string;
  /** When it began, as the first report that names it says, and when the last one was made. */
  readonly from: number;
  readonly to: number;
  readonly down: number;
  readonly up: number;
  /** The weakest and the strongest it was heard. */
  readonly weakest: number;
  readonly strongest: number;
}

/** Stays by radio, as devices told of them. */
export class ToldStays {
  readonly #told = new Map<Stay, ExpectedSession>();

  reports(node: Node, site: Site, t: number): void {
    for (const client of site.clientsAt(node)) {
      const { mac, hostname, stay } = client;
      if (!stay?.radio) continue;
      const signal = signalOf(client, stay, t);
      const known = this.#told.get(stay) ?? {
        mac,
        hostname,
        serial: node.serial,
        band: stay.radio.band,
        from: t - Math.floor((t - stay.since) / 1000) * 1000,
        weakest: signal,
        strongest: signal,
      };
      this.#told.set(stay, {
        ...known,
        to: t,
        ...stayBytes(stay, t),
        weakest: Math.min(known.weakest, signal),
        strongest: Math.max(known.strongest, signal),
      });
    }
  }

  of(serial: string): ExpectedSession[] {
    return [...this.#told.values()].filter((stay) => stay.serial === serial);
  }
}
