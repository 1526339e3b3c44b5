import type { Drawn, Placed, ReportedNeighbours } from '../../../network/topology/index.ts';
import type { Consequence, EndedByPerson, NamedRule, OpenAlarm } from '../evaluation/standing.ts';

export interface SiteDevice extends Placed {
  readonly name: string;
  readonly onlineAt: number | null;
  /** When it went; null for one that never was online. */
  readonly offlineAt: number | null;
  /** False for a controller member that never had a certificate of its own: only its controller vouches for it. */
  readonly isProven: boolean;
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** All of a site that decides on its outages. */
export interface SiteState {
  readonly id: string;
  readonly name: string;
  readonly devices: readonly SiteDevice[];
  readonly ties: readonly ReportedNeighbours[];
  readonly drawn: readonly Drawn[];
  /** Of the types this is about. */
  readonly rules: readonly NamedRule[];
  readonly open: readonly OpenAlarm[];
  readonly ended: readonly EndedByPerson[];
  readonly links: readonly Consequence[];
  /** Its last blackouts, the newest first. */
  readonly blackouts: readonly {
    readonly ruleId: string;
    readonly raisedAt: number;
    readonly clearedAt: number | null;
  }[];
  /** Devices of which nothing is raised now. */
  readonly quiet: ReadonlySet<string>;
  /** When each device went within the last hour. */
  readonly wentAt: ReadonlyMap<string, readonly number[]>;
  /** When ports lost their links within the last hour, by device and port. */
  readonly lostLinks: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;
  /** Whose going was planned, and when. */
  readonly planned: ReadonlyMap<string, readonly Span[]>;
}
