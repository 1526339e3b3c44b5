import { type Association, associationBytes } from './client.ts';
import type { Node } from './node.ts';
import { signalOf } from './radio-propagation.ts';
import type { Site } from './site.ts';

/** A client session as the reports of an access point describe it. */
export interface ReportedSession {
  readonly mac: string;
  readonly hostname: string;
  readonly serial: string;
  readonly band: string;
  /** Start according to the first report, and time of the last report. */
  readonly from: number;
  readonly to: number;
  readonly down: number;
  readonly up: number;
  /** Weakest and strongest signal in dBm. */
  readonly weakest: number;
  readonly strongest: number;
}

/** Wireless client sessions as devices reported them. */
export class ReportedSessions {
  readonly #reported = new Map<Association, ReportedSession>();

  reports(node: Node, site: Site, t: number): void {
    for (const client of site.clientsAt(node)) {
      const { mac, hostname, association } = client;
      if (!association?.radio) continue;
      const signal = signalOf(client, association, t);
      const known = this.#reported.get(association) ?? {
        mac,
        hostname,
        serial: node.serial,
        band: association.radio.band,
        from: t - Math.floor((t - association.since) / 1000) * 1000,
        weakest: signal,
        strongest: signal,
      };
      this.#reported.set(association, {
        ...known,
        to: t,
        ...associationBytes(association, t),
        weakest: Math.min(known.weakest, signal),
        strongest: Math.max(known.strongest, signal),
      });
    }
  }

  of(serial: string): ReportedSession[] {
    return [...this.#reported.values()].filter((association) => association.serial === serial);
  }
}
