import { problemOfSession } from '@airloom/contract/clients/client-problems';
import type { TerminalSession } from '@airloom/contract/clients/clients.model';
import type { TerminalTimeline } from '@airloom/contract/clients/online.model';

type Refusal = TerminalTimeline['refusals'][number];

/** One event of a client. */
export type HistoryEntry =
  | { readonly what: 'joined' | 'roamed' | 'left'; readonly at: string; readonly session: TerminalSession }
  | { readonly what: 'refused'; readonly at: string; readonly refusal: Refusal };

/** Whether an event is a failed join, or the end of a session with a problem. */
export function isProblem(entry: HistoryEntry): boolean {
  if (entry.what === 'refused') return true;
  return entry.what === 'left' && problemOfSession(entry.session) !== null;
}

/** Events of a client, newest first. Roaming is neither leaving nor joining. */
export function clientHistoryOf({
  sessions,
  refusals,
}: Pick<TerminalTimeline, 'sessions' | 'refusals'>): HistoryEntry[] {
  const visits = Map.groupBy(sessions, (session) => session.visitUUID);
  const sessionEntries = [...visits.values()].flatMap((visit) => {
    const inOrder = visit.toSorted((one, other) => Date.parse(one.startedAt) - Date.parse(other.startedAt));
    return inOrder.flatMap((session, place): HistoryEntry[] => {
      const roamsOn = place < inOrder.length - 1;
      return [
        { what: place === 0 ? 'joined' : 'roamed', at: session.startedAt, session },
        ...(session.endedAt === null || roamsOn
          ? []
          : [{ what: 'left', at: session.endedAt, session } as const]),
      ];
    });
  });
  const refusalEntries = refusals.map(
    (refusal): HistoryEntry => ({ what: 'refused', at: refusal.at, refusal }),
  );
  return [...sessionEntries, ...refusalEntries].sort(
    (one, other) => Date.parse(other.at) - Date.parse(one.at),
  );
}
