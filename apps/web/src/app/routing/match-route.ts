import type { RouteDef } from '../../shared/routing/route-def.ts';

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return false;
  return wanted.every((part, position) =>
    part.startsWith(':') ? given[position] !== '' : part === given[position],
  );
}

/** The route of a path with its parent sections, outermost first; empty without a match. */
export function matchRoute(routes: readonly RouteDef[], path: string): RouteDef[] {
  const bare = path.length > 1 ? path.replace(/\/+$/, '') : path;
  for (const route of routes) {
    if (matches(route.path, bare)) return [route];
    const below = matchRoute(route.children ?? [], bare);
    if (below.length > 0) return [route, ...below];
  }
  return [];
}

export function flattenRoutes(routes: readonly RouteDef[]): RouteDef[] {
  return routes.flatMap((route) => [route, ...flattenRoutes(route.children ?? [])]);
}
