import { problemOfSession, type TerminalHeadline } from '@airloom/contract/clients/client-problems';
import type { TerminalSession } from '@airloom/contract/clients/clients.model';
import type { TerminalDetail, TerminalTimeline } from '@airloom/contract/clients/online.model';

const NO_PROBLEMS: TerminalHeadline = { problem: null, isNow: false, at: null, value: null, reason: '' };

/** What happened to a client within the last day, newest first. */
export interface LastDay {
  readonly sessions: readonly TerminalSession[];
  readonly refusals: TerminalTimeline['refusals'];
  /** How many refusals there were; the list may be shorter. */
  readonly refused: number;
}

function problemsOf({ sessions, refusals, refused }: LastDay): TerminalHeadline[] {
  const [latest] = refusals;
  const failedJoin: TerminalHeadline[] =
    latest === undefined
      ? []
      : [{ problem: 'refused', isNow: false, at: latest.at, value: refused, reason: latest.reason }];
  const ofSessions = sessions.flatMap((session): TerminalHeadline[] => {
    const problem = problemOfSession(session);
    if (problem === null) return [];
    const value = problem === 'weakSignal' ? session.signalAverage : null;
    return [{ problem, isNow: false, at: session.endedAt, value, reason: '' }];
  });
  return [...failedJoin, ...ofSessions];
}

const timeOf = ({ at }: TerminalHeadline): number => (at === null ? 0 : Date.parse(at));

/** What is wrong with an online client now, else the latest problem of the last day. */
export function headlineOf(
  isOnline: boolean,
  hints: TerminalDetail['hints'],
  lastDay: LastDay,
): TerminalHeadline {
  const current = isOnline ? hints.find(({ hint }) => hint !== 'refused') : undefined;
  if (current !== undefined)
    return { problem: current.hint, isNow: true, at: null, value: current.value, reason: '' };
  return problemsOf(lastDay).toSorted((one, other) => timeOf(other) - timeOf(one))[0] ?? NO_PROBLEMS;
}
