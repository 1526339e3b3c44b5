import type { RouteDef } from '../../shared/routing/route-def.ts';
import type { SiteType } from '../../shared/session/current-site.ts';
import { filterRoutes, missingKey, publicRoutes, routesFor } from './filter-routes.ts';
import { matchRoute } from './match-route.ts';

export const HOME = '/home';
export const LOGIN = '/login';
export const NOT_FOUND = '/404';

export interface Visitor {
  hasToken: boolean;
  /** Null until the role is known. */
  grants: ReadonlySet<string> | null;
  /** Type of the current selection; a section opens at a page that fits it. */
  selected?: SiteType | undefined;
}

export type Decision =
  | { do: 'show'; route: RouteDef }
  | { do: 'go'; to: string }
  /** There is a token, but the role is unknown: load it, then repeat the navigation. */
  | { do: 'load' }
  | { do: 'deny'; missing: string };

/** Any path containing this is public (specification §2). */
const SHARED_APP = 'shareAppDetail';

function landing(route: RouteDef): Decision {
  return route.redirect === undefined ? { do: 'show', route } : { do: 'go', to: route.redirect };
}

function isPublic(routes: readonly RouteDef[], path: string): boolean {
  return path.includes(SHARED_APP) || matchRoute(publicRoutes(routes), path).at(-1)?.public === true;
}

/** The missing permission of a known path. */
function missingGrant(
  routes: readonly RouteDef[],
  path: string,
  grants: ReadonlySet<string>,
): string | undefined {
  const chain = matchRoute(routes, path);
  const redirect = chain.at(-1)?.redirect;
  return [...chain, ...(redirect === undefined ? [] : matchRoute(routes, redirect))]
    .map((route) => missingKey(route, grants))
    .find((key) => key !== undefined);
}

/** Decision for a visitor who opens a path (specification §2 and §4). */
export function decide(routes: readonly RouteDef[], path: string, visitor: Visitor): Decision {
  if (path === LOGIN && visitor.hasToken) return { do: 'go', to: '/' };
  if (isPublic(routes, path)) {
    const route = matchRoute(publicRoutes(routes), path).at(-1);
    return route ? landing(route) : { do: 'go', to: NOT_FOUND };
  }
  if (!visitor.hasToken) return { do: 'go', to: LOGIN };
  if (visitor.grants === null) return { do: 'load' };
  if (path === '/') return { do: 'go', to: HOME };
  const own = filterRoutes(routes, visitor.grants);
  const route = matchRoute(own, path).at(-1);
  if (route?.page) return { do: 'show', route };
  if (route?.redirect !== undefined)
    return landing(matchRoute(routesFor(own, visitor.selected), path).at(-1) ?? route);
  const missing = missingGrant(routes, path, visitor.grants);
  return missing === undefined ? { do: 'go', to: NOT_FOUND } : { do: 'deny', missing };
}
