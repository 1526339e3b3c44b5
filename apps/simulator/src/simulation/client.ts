import type { Node, Radio, Totals } from './node.ts';
import type { Chance } from './random.ts';

export type ClientType = 'phone' | 'laptop' | 'tablet' | 'sensor' | 'camera' | 'printer' | 'desktop';

export interface Segment {
  readonly from: number;
  /** Bytes per second. */
  readonly down: number;
  readonly up: number;
}

/** The current connection of a client to one device. `ended` holds the bytes of finished segments. */
export interface Association {
  readonly node: Node;
  /** Null for wired clients. */
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
  /** Index of its network at the site. */
  readonly network: number;
  readonly building: number;
  /** Switch and port of a wired client. */
  readonly wired: { readonly node: Node; readonly port: string } | null;
  readonly chance: Chance;
  association: Association | null;
  /** Number of the visit; sessions of one visit follow each other by roaming. */
  visit: number;
  refusedUntil: number;
  /** Incremented with each new scheduled event, so that the previous one is ignored. */
  plan: number;
  /** Totals of all ended sessions. */
  readonly life: Totals & { seconds: number; sessions: number };
}

export function segmentBytes(segment: Segment, t: number): Totals {
  const seconds = Math.max(0, t - segment.from) / 1000;
  return { down: Math.floor(segment.down * seconds), up: Math.floor(segment.up * seconds) };
}

/** Bytes of the association so far. */
export function associationBytes(association: Association, t: number): Totals {
  const running = segmentBytes(association.segment, t);
  return { down: association.ended.down + running.down, up: association.ended.up + running.up };
}
