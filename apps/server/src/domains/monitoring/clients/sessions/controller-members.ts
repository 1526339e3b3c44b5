import type { MemberClients } from './client-updates.ts';
import { ARRIVAL_TOLERANCE_MS, type Session } from './session.ts';
import type { Owner } from './sessions.repository.ts';

/** Online members of a controller with their BSSIDs, from its latest report. */
export interface ControllerMembers {
  readonly members: ReadonlyMap<string, Owner>;
  /** BSSID → member. */
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

/** The device of the client's latest session that had started by `at`. */
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
