import { isBigScreenMode } from '../shared/session/big-screen-mode.ts';
import { hasTimedOut, hasToken } from '../shared/session/session-cookies.ts';
import { type SessionEnd, sessionEnded, whenSessionEnds } from '../shared/session/session-ended.ts';
import { useSession } from '../shared/session/session-store.ts';
import { LOGIN } from './routing/decide.ts';
import { showSessionEnd } from './session-dialogs.ts';

const CHECK_MS = 15_000;

/** Many calls may fail because of one ended session; the dialog is shown once. */
let telling = false;

async function end(because: SessionEnd, toLogin: () => Promise<void>): Promise<void> {
  if (telling) return;
  telling = true;
  const { dropSession, signOut } = await import('../shared/session/session-actions.ts');
  try {
    // Ends the session on the server too, unless the server ended it.
    if (because === 'idle' || because === 'accountError') await signOut();
    else dropSession();
    await showSessionEnd(because);
    if (because === 'accountError') location.reload();
    else await toLogin();
  } finally {
    telling = false;
  }
}

/**
 * Opens the live connection as soon as the person is known, by any way of signing in: calls made after it is open need
 * not be repeated. Without a session the module is not loaded.
 */
function openLineOnce(): void {
  let kept = false;
  const keep = async (): Promise<void> => {
    kept = true;
    try {
      await (await import('./live-connection.ts')).keepLiveConnection();
    } catch {
      kept = false; // a chunk failed to load: retried with the next session change
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
    if (useSession.getState().profile === null || !hasToken() || isBigScreenMode()) return;
    if (hasTimedOut()) sessionEnded('idle');
  }, CHECK_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || !hasToken()) return;
    void import('../shared/session/session-actions.ts').then(({ keepTimeZone }) => keepTimeZone());
  });
}
