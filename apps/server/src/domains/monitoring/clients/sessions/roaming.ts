/** Longest gap between two access points that still counts as roaming. */
export const ROAMING_MS = 30_000;

export interface RoamingSession {
  readonly mac: string;
  readonly siteId: string | null;
  readonly ssid: string;
  readonly startedAt: number;
  /** Null while it is open. */
  readonly endedAt: number | null;
}

export interface SessionOfVisit extends RoamingSession {
  readonly visitId: string;
}

/**
 * The visit of a session: that of an adjacent session of the same client at the same site and network. The other one was
 * open or had just ended when this one started, or, for a late report, started as this one ended. Null for a new visit.
 */
export function visitOf(session: RoamingSession, others: readonly SessionOfVisit[]): string | null {
  const own = others.filter(
    ({ mac, siteId, ssid }) =>
      mac === session.mac &&
      siteId !== null &&
      siteId === session.siteId &&
      ssid !== '' &&
      ssid === session.ssid,
  );
  const before = own
    .filter((other) => follows(session, other))
    .sort((one, other) => other.startedAt - one.startedAt)[0];
  const after = own
    .filter((other) => follows(other, session))
    .sort((one, other) => one.startedAt - other.startedAt)[0];
  return (before ?? after)?.visitId ?? null;
}

function follows(later: RoamingSession, earlier: RoamingSession): boolean {
  return (
    earlier.startedAt <= later.startedAt &&
    later.startedAt <= (earlier.endedAt ?? Number.POSITIVE_INFINITY) + ROAMING_MS
  );
}
