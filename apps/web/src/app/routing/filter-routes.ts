import type { RouteDef } from '../../shared/routing/route-def.ts';

function isFixed(path: string): boolean {
  return !path.includes(':');
}

/** A redirect whose target did not survive, or never was a child, leads to the first child that can be opened. */
export function repoint(route: RouteDef): RouteDef {
  const { redirect, children = [], ...rest } = route;
  if (redirect === undefined || children.some((child) => child.path === redirect)) return route;
  const first = children.find((child) => isFixed(child.path));
  return first ? { ...rest, children, redirect: first.path } : { ...rest, children };
}

/** Only what needs no session, inside sections that lose their own page, redirect and place in the menu. */
export function publicRoutes(routes: readonly RouteDef[]): RouteDef[] {
  return routes.flatMap((route): RouteDef[] => {
    if (route.public && !route.children) return [route];
    const children = publicRoutes(route.children ?? []);
    if (children.length === 0) return [];
    return [
      route.public ? repoint({ ...route, children }) : { path: route.path, title: route.title, children },
    ];
  });
}

/** Keeps a route with no key, or whose key is among the person's grants; then redirects are repointed. */
export function filterRoutes(routes: readonly RouteDef[], grants: ReadonlySet<string>): RouteDef[] {
  return routes.flatMap((route): RouteDef[] => {
    const allowed = route.public || route.permission === undefined || grants.has(route.permission);
    if (!allowed) return publicRoutes([route]);
    if (!route.children) return [route];
    const children = filterRoutes(route.children, grants);
    if (children.length === 0 && !route.page) return [];
    return [repoint({ ...route, children })];
  });
}
