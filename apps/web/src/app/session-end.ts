import { standsOnWall } from '../shared/session/on-wall.ts';
import { hasTimedOut, hasToken } from '../shared/session/session-cookies.ts';
import { type SessionEnd, sessionEnded, whenSessionEnds } from '../shared/session/session-ended.ts';
import { useSession } from '../shared/session/session-store.ts';
import { LOGIN } from './routing/decide.ts';
import { tellSessionEnd } from './tell.ts';

const CHECK_MS = 15_000;

/** Many calls may fail at once because of one lost session; it is told once. */
let telling = false;

async function end(because: SessionEnd, toLogin: () => Promise<void>): Promise<void> {
  if (telling) return;
  telling = true;
  const { dropSession, signOut } = await import('../shared/session/session-actions.ts');
  try {
    // The server still has to forget the token, unless it was the one to say that the session is over.
    if (because === 'idle' || because === 'accountError') await signOut();
    else dropSession();
    await tellSessionEnd(because);
    if (because === 'accountError') location.reload();
    else await toLogin();
  } finally {
    telling = false;
  }
}

/**
 * The line is opened as soon as it is known who is signed in, however they came in: what pages ask once it is there need
 * not be asked again. Whoever is not signed in does not even load it.
 */
function openLineOnce(): void {
  let kept = false;
  const keep = async (): Promise<void> => {
    kept = true;
    try {
      await (await import('./live-line.ts')).keepLine();
    } catch {
      kept = false; // a part of the program did not arrive: with the next change of the session
    }
  };
  useSession.subscribe(({ currentRole }) => {
    if (!kept && currentRole !== null) void keep();
  });
}

export function watchSession(navigate: (path: string) => Promise<void>): void {
  openLineOnce();
  whenSessionEnds((because) => void end(because, () => navigate(LOGIN)));
  setInterval(() => {
    if (useSession.getState().profile === null || !hasToken() || standsOnWall()) return;
    if (hasTimedOut()) sessionEnded('idle');
  }, CHECK_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || !hasToken()) return;
    void import('../shared/session/session-actions.ts').then(({ keepTimeZone }) => keepTimeZone());
  });
}
