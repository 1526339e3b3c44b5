import type { MemberPart } from './said.ts';
import { ABOUT_MS, type Session } from './session.ts';
import type { Owner } from './sessions.repository.ts';

/** The members of a manager that are up and whose clients can be told from others', as it last told them. */
export interface Led {
  readonly members: ReadonlyMap<string, Owner>;
  /** Network → who serves it. */
  readonly networks: ReadonlyMap<string, Owner>;
}

export const NOBODY_LED: Led = { members: new Map(), networks: new Map() };

export function ledOf(parts: readonly MemberPart[]): Led {
  const networks = new Map<string, Owner>();
  for (const { owner, bssids } of parts) {
    for (const bssid of bssids) if (!networks.has(bssid)) networks.set(bssid, owner);
  }
  return { members: new Map(parts.map(({ owner }) => [owner.deviceId, owner])), networks };
}

/** Where a client was last, of the sessions that had begun by then. */
export function lastPlace(
  places: readonly Owner[],
  sessionsAt: (place: Owner) => readonly Session[],
  mac: string,
  at: number,
): Owner | null {
  let last: { readonly place: Owner; readonly startedAt: number } | null = null;
  for (const place of places) {
    for (const session of sessionsAt(place)) {
      const { startedAt } = session;
      if (session.mac !== mac || startedAt > at + ABOUT_MS) continue;
      if (last === null || startedAt > last.startedAt) last = { place, startedAt };
    }
  }
  return last?.place ?? null;
}
