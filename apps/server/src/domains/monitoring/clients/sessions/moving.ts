import type { ClientSample } from '@airloom/device-protocol/model';
import { goesOn } from './folding.ts';
import type { Led } from './led.ts';
import type { SaidReport } from './said.ts';
import type { Clients, Session } from './session.ts';
import type { Owner } from './sessions.repository.ts';

export interface Move {
  readonly session: Session;
  readonly from: Owner;
  readonly to: Owner;
}

/**
 * Connections that a manager had for its own until it was known which member serves them, or the other way round:
 * they go on where they belong. From one member to another a client goes by a connection of its own.
 */
export function movesIn(
  said: SaidReport,
  before: Led,
  clientsOf: (deviceId: string) => Clients,
): readonly Move[] {
  const { owner: manager, told } = said;
  const known = (owner: Owner, { mac }: ClientSample) => clientsOf(owner.deviceId).open.get(mac);
  const moves: Move[] = [];
  for (const { owner: to, clients } of said.members) {
    for (const sample of clients) {
      const session = known(manager, sample);
      if (session !== undefined && known(to, sample) === undefined && goesOn(session, told, sample))
        moves.push({ session, from: manager, to });
    }
  }
  if (before.members.size === 0) return moves;
  const strange = said.clients.filter((sample) => known(manager, sample) === undefined);
  if (strange.length === 0) return moves;
  const elsewhere = new Map<string, { readonly session: Session; readonly from: Owner }>();
  for (const from of before.members.values()) {
    for (const session of clientsOf(from.deviceId).open.values())
      elsewhere.set(session.mac, { session, from });
  }
  for (const sample of strange) {
    const found = elsewhere.get(sample.mac);
    if (found !== undefined && goesOn(found.session, told, sample)) moves.push({ ...found, to: manager });
  }
  return moves;
}
