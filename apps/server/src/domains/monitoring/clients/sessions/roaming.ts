/** Away for no longer than this between two access points, a client was never gone. */
export const ROAMING_MS = 30_000;

export interface RoamingSession {
  readonly mac: string;
  readonly siteId: string | null;
  readonly ssid: string;
  readonly startedAt: number;
  /** Null while it lasts. */
  readonly endedAt: number | null;
}

export interface SessionOfVisit extends RoamingSession {
  readonly visitId: string;
}

/**
 * The visit a session belongs to: that of another of the same client in the same site on the same network that
 * still ran when it began or had only just ended, or, where it is told late, that began as it ended. Null when
 * it begins a visit of its own.
 */
export function visitOf(stay: RoamingSession, others: readonly SessionOfVisit[]): string | null {
  const own = others.filter(
    ({ mac, siteId, ssid }) =>
      mac === stay.mac && siteId !== null && siteId === stay.siteId && ssid !== '' && ssid === stay.ssid,
  );
  const before = own
    .filter((other) => follows(stay, other))
    .sort((one, other) => other.startedAt - one.startedAt)[0];
  const after = own
    .filter((other) => follows(other, stay))
    .sort((one, other) => one.startedAt - other.startedAt)[0];
  return (before ?? after)?.visitId ?? null;
}

function follows(later: RoamingSession, earlier: RoamingSession): boolean {
  return (
    earlier.startedAt <= later.startedAt &&
    later.startedAt <= (earlier.endedAt ?? Number.POSITIVE_INFINITY) + ROAMING_MS
  );
}
