import type { MiddlewareFunction } from 'react-router';
import { redirect } from 'react-router';
import { CallFailure } from '../shared/api/call-failure.ts';
import { reactionTo } from '../shared/api/reaction.ts';
import { isLeaving } from '../shared/session/leaving.ts';
import { standsOnWall } from '../shared/session/on-wall.ts';
import { hasTimedOut, hasToken } from '../shared/session/session-cookies.ts';
import { sessionEnded } from '../shared/session/session-ended.ts';
import { useSession } from '../shared/session/session-store.ts';
import { loadRoutes, routeTable } from './route-table.ts';
import { type Decision, decide, HOME, LOGIN } from './routing/decide.ts';
import { matchRoute } from './routing/match-route.ts';
import { tellFailure, tellNoSite } from './tell.ts';
import { rememberWanted, takeWanted } from './wanted-page.ts';

/** A wall that nobody has touched for too long goes on, and leads to nothing but itself. */
function isOver(path: string): boolean {
  if (!hasTimedOut()) return false;
  const route = matchRoute(routeTable().routes, path).at(-1);
  return !standsOnWall() || (route?.wall !== true && route?.fromWall !== true);
}

function decideNow(path: string): Decision {
  const { currentRole: role, currentSite } = useSession.getState();
  return decide(routeTable().routes, path, {
    hasToken: hasToken() && !isOver(path),
    grants: role && new Set(role.permissions),
    selected: currentSite?.type,
  });
}

/** Role info and sites; whoever cannot be let in afterwards is signed out. */
async function admitted(): Promise<boolean> {
  const { loadSession, signOut } = await import('../shared/session/session-actions.ts');
  try {
    const { mayEnter } = await loadSession();
    if (mayEnter) return true;
    await signOut();
    await tellNoSite();
    return false;
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    if (error.kind === 'network' && isLeaving()) return new Promise(() => undefined);
    // A session that is over brings its own dialog.
    if (reactionTo(error).do !== 'endSession') {
      await signOut();
      await tellFailure(error);
    }
    return false;
  }
}

/** Whoever was signed in a moment ago most likely still is: the page is fetched while the session is asked for. */
async function fetchAhead(path: string): Promise<void> {
  try {
    const shell = import('./shell/Shell.tsx');
    await loadRoutes();
    await Promise.all([shell, matchRoute(routeTable().routes, path).at(-1)?.page?.()]);
  } catch {
    // What fails here fails again when it is needed, and is told then.
  }
}

/** The guard before every page (specification §4). */
export const admit: MiddlewareFunction = async ({ request }, next) => {
  const url = new URL(request.url);
  const path = url.pathname;
  let decision = decideNow(path);
  if (decision.do === 'load') {
    void fetchAhead(path);
    if (!(await admitted())) throw redirect(LOGIN);
    decision = decideNow(path);
  }
  if (decision.do !== 'go') return next();
  if (decision.to === LOGIN) {
    rememberWanted(`${path}${url.search}`);
    if (hasToken()) sessionEnded('idle');
  }
  throw redirect(decision.to === HOME && path === '/' ? (takeWanted() ?? HOME) : decision.to);
};

/** What keeps a page that exists away from the current role. */
export function missingFor(path: string): string | null {
  const decision = decideNow(path);
  return decision.do === 'deny' ? decision.missing : null;
}
