import type { Drawn, Placed, ReportedNeighbours } from '../../../network/topology/index.ts';
import type { Consequence, EndedByPerson, NamedRule, OpenAlarm } from '../evaluation/alarm-changes.ts';

export interface SiteDevice extends Placed {
  readonly name: string;
  readonly onlineAt: number | null;
  /** When it went offline; null for one that never was online. */
  readonly offlineAt: number | null;
  /** False for a controller member that never had a certificate of its own: only its controller reports it. */
  readonly isProven: boolean;
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** State of a site for the evaluation of outages. */
export interface SiteState {
  readonly id: string;
  readonly name: string;
  readonly devices: readonly SiteDevice[];
  readonly ties: readonly ReportedNeighbours[];
  readonly drawn: readonly Drawn[];
  /** Rules of outage types. */
  readonly rules: readonly NamedRule[];
  readonly open: readonly OpenAlarm[];
  readonly ended: readonly EndedByPerson[];
  readonly links: readonly Consequence[];
  /** Recent site outages, newest first. */
  readonly siteOutages: readonly {
    readonly ruleId: string;
    readonly raisedAt: number;
    readonly clearedAt: number | null;
  }[];
  /** Devices whose alarms are suppressed. */
  readonly suppressed: ReadonlySet<string>;
  /** When each device went offline within the last hour. */
  readonly droppedAt: ReadonlyMap<string, readonly number[]>;
  /** When ports lost their links within the last hour, by device and port. */
  readonly lostLinks: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;
  /** Planned downtime by device. */
  readonly planned: ReadonlyMap<string, readonly Span[]>;
}
