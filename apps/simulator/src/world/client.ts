import type { Node, Radio, Totals } from './node.ts';
import type { Chance } from './random.ts';

export type ClientType = 'phone' | 'laptop' | 'tablet' | 'sensor' | 'camera' | 'printer' | 'desktop';

export interface Segment {
  readonly from: number;
  /** Bytes per second. */
  readonly down: number;
  readonly up: number;
}

/** One stay at one device. `ended` holds what its finished segments carried. */
export interface Stay {
  readonly node: Node;
  /** Null at a port. */
  readonly radio: Radio | null;
  readonly network: string;
  readonly since: number;
  readonly metres: number;
  readonly shadow: number;
  readonly ended: Totals;
  segment: Segment;
}

export interface Client {
  readonly mac: string;
  readonly ip: string;
  readonly hostname: string;
  readonly type: ClientType;
  /** Which of the site's networks it belongs to. */
  readonly network: number;
  readonly building: number;
  /** Where a wired one is plugged in. */
  readonly wired: { readonly node: Node; readonly port: string } | null;
  readonly chance: Chance;
  stay: Stay | null;
  /** Stays within one visit follow each other by roaming. */
  visit: number;
  refusedUntil: number;
  /** Raised whenever it is given a new next moment, so that the old one is passed over. */
  plan: number;
  /** Of all stays that are over. */
  readonly life: Totals & { seconds: number; stays: number };
}

export function segmentBytes(segment: Segment, t: number): Totals {
  const seconds = Math.max(0, t - segment.from) / 1000;
  return { down: Math.floor(segment.down * seconds), up: Math.floor(segment.up * seconds) };
}

/** What the stay has carried so far. */
export function stayBytes(stay: Stay, t: number): Totals {
  const running = segmentBytes(stay.segment, t);
  return { down: stay.ended.down + running.down, up: stay.ended.up + running.up };
}
