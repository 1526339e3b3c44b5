import type { MiddlewareFunction } from 'react-router';
import { redirect } from 'react-router';
import { CallFailure } from '../shared/api/call-failure.ts';
import { reactionTo } from '../shared/api/reaction.ts';
import { isServerReachable, untilServerReachable } from '../shared/live/reachability.ts';
import type { RouteDef } from '../shared/routing/route-def.ts';
import { isBigScreenMode } from '../shared/session/big-screen-mode.ts';
import { isLeaving } from '../shared/session/leaving.ts';
import { SCOPE_PARAMETER, withScope } from '../shared/session/scope-address.ts';
import { hasTimedOut, hasToken } from '../shared/session/session-cookies.ts';
import { sessionEnded } from '../shared/session/session-ended.ts';
import { useSession } from '../shared/session/session-store.ts';
import { rememberRequestedPage, takeRequestedPage } from './requested-page.ts';
import { loadRoutes, routeTable } from './route-table.ts';
import { type Decision, decide, HOME, LOGIN } from './routing/decide.ts';
import { showsScope } from './routing/filter-routes.ts';
import { matchRoute } from './routing/match-route.ts';
import { showNoSite, showSignInFailure } from './session-dialogs.ts';

/** Whether the session is idle too long for this path. A big screen continues, but opens only its own pages. */
function isIdleTooLong(path: string): boolean {
  if (!hasTimedOut()) return false;
  const route = matchRoute(routeTable().routes, path).at(-1);
  return !isBigScreenMode() || (route?.bigScreen !== true && route?.fromBigScreen !== true);
}

function decideNow(path: string): Decision {
  const { currentRole: role, currentSite } = useSession.getState();
  return decide(routeTable().routes, path, {
    hasToken: hasToken() && !isIdleTooLong(path),
    grants: role && new Set(role.permissions),
    selected: currentSite?.type,
  });
}

/** Loads role and sites; signs out when the person may not enter. */
async function loadedSession(): Promise<boolean> {
  const { loadSession, signOut } = await import('../shared/session/session-actions.ts');
  try {
    const { mayEnter } = await loadSession();
    if (mayEnter) return true;
    await signOut();
    await showNoSite();
    return false;
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    if (error.kind === 'network' && isLeaving()) return new Promise(() => undefined);
    if (error.kind === 'network' && !(await isServerReachable())) {
      await untilServerReachable();
      return loadedSession();
    }
    // An ended session shows its own dialog.
    if (reactionTo(error).do !== 'endSession') {
      await signOut();
      await showSignInFailure(error);
    }
    return false;
  }
}

/** Prefetches the page while the session loads, because the session is usually valid. */
async function fetchAhead(path: string): Promise<void> {
  try {
    const shell = import('./shell/Shell.tsx');
    await loadRoutes();
    await Promise.all([shell, matchRoute(routeTable().routes, path).at(-1)?.page?.()]);
  } catch {
    // A failure here occurs again when the page is needed, and is shown then.
  }
}

/** Whether the address must name the scope, so that it can be shared. With one site there is nothing to name. */
function lacksScope(url: URL, route: RouteDef): boolean {
  return useSession.getState().choosesScope && showsScope(route) && !url.searchParams.has(SCOPE_PARAMETER);
}

/** The guard before every page (specification §4). */
export const admit: MiddlewareFunction = async ({ request }, next) => {
  const url = new URL(request.url);
  const path = url.pathname;
  let decision = decideNow(path);
  if (decision.do === 'load') {
    void fetchAhead(path);
    if (!(await loadedSession())) throw redirect(LOGIN);
    decision = decideNow(path);
  }
  if (decision.do === 'show' && lacksScope(url, decision.route)) {
    throw redirect(withScope(`${path}${url.search}`, useSession.getState().currentSite?.id ?? null));
  }
  if (decision.do !== 'go') return next();
  if (decision.to === LOGIN) {
    rememberRequestedPage(`${path}${url.search}`);
    if (hasToken()) sessionEnded('idle');
  }
  throw redirect(decision.to === HOME && path === '/' ? (takeRequestedPage() ?? HOME) : decision.to);
};

/** The permission that the current role lacks for an existing page. */
export function missingFor(path: string): string | null {
  const decision = decideNow(path);
  return decision.do === 'deny' ? decision.missing : null;
}
