import type { Timers } from '../fleet/timers.ts';
import type { Node } from '../world/node.ts';
import type { World } from '../world/world.ts';

/** A connection to the cloud, as a device sees it. */
export interface Link {
  send(frame: string): void;
  /** Bytes that have not left yet. */
  readonly backlog: number;
  close(): void;
  /** Nobody is at this end any more, and the other is not told: it has to find out. */
  abandon(): void;
}

/** How a link ends at this end. */
export type Parting = 'close' | 'abandon';

/** What a device finds around it. */
export interface Surroundings {
  readonly world: World;
  readonly timers: Timers;
  readonly now: () => number;
  /** Whether one more late report may leave now. */
  readonly takeLate: () => boolean;
  /** How long a device needs to start. */
  readonly bootMs: number;
  /** How long a second of waiting is: tests are in a hurry. */
  readonly secondMs: number;
  readonly reportMs: number;
  /** A configuration may say how often to report, unless whoever started the fleet did. */
  readonly obeysInterval: boolean;
  readonly keeps: boolean;
  /** Whether it tells what happens between reports. */
  readonly tellsEvents: boolean;
  readonly outboxCapacity: number;
  /** The CA of the cloud, for what is fetched from it. */
  readonly trusted: () => string | undefined;
  /** Takes the power from whatever this is, and gives it back. */
  readonly cutPower: (node: Node, awayMs: number) => void;
  /** Sees every frame that leaves or arrives. */
  readonly onFrame?: (serial: string, way: 'sent' | 'received', frame: string) => void;
  /** Something changed that has to be remembered beyond this process. */
  readonly changed: () => void;
}
