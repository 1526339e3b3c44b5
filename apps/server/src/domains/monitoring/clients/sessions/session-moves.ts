import type { ClientSample } from '@airloom/device-protocol/model';
import { isSameConnection } from './apply-reports.ts';
import type { ClientReport } from './client-updates.ts';
import type { ControllerMembers } from './controller-members.ts';
import type { Clients, Session } from './session.ts';
import type { Owner } from './sessions.repository.ts';

export interface Move {
  readonly session: Session;
  readonly from: Owner;
  readonly to: Owner;
}

/**
 * Sessions that change between a controller and its member, because it became known, or is no longer known, which member
 * serves the client. A client that roams between members has a new connection instead.
 */
export function sessionMoves(
  report: ClientReport,
  before: ControllerMembers,
  clientsOf: (deviceId: string) => Clients,
): readonly Move[] {
  const { owner: controller, time } = report;
  const known = (owner: Owner, { mac }: ClientSample) => clientsOf(owner.deviceId).open.get(mac);
  const moves: Move[] = [];
  for (const { owner: to, clients } of report.members) {
    for (const sample of clients) {
      const session = known(controller, sample);
      if (session !== undefined && known(to, sample) === undefined && isSameConnection(session, time, sample))
        moves.push({ session, from: controller, to });
    }
  }
  if (before.members.size === 0) return moves;
  const unknown = report.clients.filter((sample) => known(controller, sample) === undefined);
  if (unknown.length === 0) return moves;
  const elsewhere = new Map<string, { readonly session: Session; readonly from: Owner }>();
  for (const from of before.members.values()) {
    for (const session of clientsOf(from.deviceId).open.values())
      elsewhere.set(session.mac, { session, from });
  }
  for (const sample of unknown) {
    const previous = elsewhere.get(sample.mac);
    if (previous !== undefined && isSameConnection(previous.session, time, sample))
      moves.push({ ...previous, to: controller });
  }
  return moves;
}
