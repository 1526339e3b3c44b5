import type { SessionState } from '../session/session-store.ts';

type Known = Pick<SessionState, 'urls' | 'currentRole'>;

/** The socket belongs to the account of the current role, so another role opens another one. */
function connectionOf({ urls, currentRole }: Known): string | undefined {
  return urls && currentRole ? `${currentRole.accountUUID} ${urls.websocketUrl}` : undefined;
}

/** Called with every session change; keeps at most one live connection open, that of the signed-in person. */
export function followSession(open: (url: string) => () => void): (session: Known) => void {
  let current: string | undefined;
  let close: (() => void) | undefined;
  return (session) => {
    const wanted = connectionOf(session);
    if (wanted === current) return;
    close?.();
    close = undefined;
    current = wanted;
    if (wanted !== undefined && session.urls) close = open(session.urls.websocketUrl);
  };
}
