import type { Timers } from '../fleet/timers.ts';
import type { Node } from '../simulation/node.ts';
import type { Simulation } from '../simulation/simulation.ts';

/** A connection to the cloud, as a device sees it. */
export interface Link {
  send(frame: string): void;
  /** Bytes that have not left yet. */
  readonly backlog: number;
  close(): void;
  /** Stops without closing: the other end has to detect it. */
  abandon(): void;
}

/** How a device ends its link. */
export type LinkEnd = 'close' | 'abandon';

/** Services and settings of the fleet for a device. */
export interface DeviceEnvironment {
  readonly simulation: Simulation;
  readonly timers: Timers;
  readonly now: () => number;
  /** Whether one more late report may be sent now. */
  readonly takeLate: () => boolean;
  /** Boot time. */
  readonly bootMs: number;
  /** Length of a simulated second of waiting; shorter in tests. */
  readonly secondMs: number;
  readonly reportMs: number;
  /** Whether configurations set the report interval; false when the fleet sets it. */
  readonly acceptsInterval: boolean;
  readonly keeps: boolean;
  /** Whether it sends events between reports. */
  readonly sendsEvents: boolean;
  readonly outboxCapacity: number;
  /** CA of the cloud, for downloads. */
  readonly trusted: () => string | undefined;
  /** Cuts the power of a device and restores it. */
  readonly cutPower: (node: Node, awayMs: number) => void;
  /** Sees every frame that leaves or arrives. */
  readonly onFrame?: (serial: string, way: 'sent' | 'received', frame: string) => void;
  /** Called after a change that has to be saved. */
  readonly changed: () => void;
}
