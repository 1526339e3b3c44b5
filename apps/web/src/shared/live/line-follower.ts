import type { SessionState } from '../session/session-store.ts';

type Known = Pick<SessionState, 'urls' | 'currentRole'>;

/** The socket belongs to the account of the current role, so another role opens another one. */
function lineOf({ urls, currentRole }: Known): string | undefined {
  return urls && currentRole ? `${currentRole.accountUUID} ${urls.websocketUrl}` : undefined;
}

/** Told of every change of the session, has at most one line open: that of whoever is signed in. */
export function lineFollower(open: (url: string) => () => void): (session: Known) => void {
  let line: string | undefined;
  let close: (() => void) | undefined;
  return (session) => {
    const wanted = lineOf(session);
    if (wanted === line) return;
    close?.();
    close = undefined;
    line = wanted;
    if (wanted !== undefined && session.urls) close = open(session.urls.websocketUrl);
  };
}
