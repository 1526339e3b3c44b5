import type { MemberClients } from './client-updates.ts';
import { ARRIVAL_TOLERANCE_MS, type Session } from './session.ts';
import type { Owner } from './sessions.repository.ts';

/** The members of a controller that are up and whose clients can be told from others', as it last told them. */
export interface ControllerMembers {
  readonly members: ReadonlyMap<string, Owner>;
  /** Network → who serves it. */
  readonly networks: ReadonlyMap<string, Owner>;
}

export const NO_MEMBERS: ControllerMembers = { members: new Map(), networks: new Map() };

export function controllerMembersOf(clientsByMember: readonly MemberClients[]): ControllerMembers {
  const networks = new Map<string, Owner>();
  for (const { owner, bssids } of clientsByMember) {
    for (const bssid of bssids) if (!networks.has(bssid)) networks.set(bssid, owner);
  }
  return { members: new Map(clientsByMember.map(({ owner }) => [owner.deviceId, owner])), networks };
}

/** Where a client was last, of the sessions that had begun by then. */
export function latestDevice(
  places: readonly Owner[],
  sessionsAt: (place: Owner) => readonly Session[],
  mac: string,
  at: number,
): Owner | null {
  let last: { readonly place: Owner; readonly startedAt: number } | null = null;
  for (const place of places) {
    for (const session of sessionsAt(place)) {
      const { startedAt } = session;
      if (session.mac !== mac || startedAt > at + ARRIVAL_TOLERANCE_MS) continue;
      if (last === null || startedAt > last.startedAt) last = { place, startedAt };
    }
  }
  return last?.place ?? null;
}
