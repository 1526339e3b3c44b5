import type { RouteDef } from '../../shared/routing/route-def.ts';

export interface MenuLink {
  readonly route: RouteDef;
  /** Where it leads, redirects followed. */
  readonly to: string;
}

export interface MenuSection {
  /** Null for links that stand alone. */
  readonly section: RouteDef | null;
  readonly links: readonly MenuLink[];
}

function linkTo(route: RouteDef): MenuLink {
  return { route, to: route.redirect ?? route.path };
}

/** The sidebar, from routes already filtered for the role. */
export function menuOf(routes: readonly RouteDef[]): MenuSection[] {
  return routes
    .filter((route) => route.menu)
    .map((route) => {
      const children = (route.children ?? []).filter((child) => child.menu);
      return children.length === 0
        ? { section: null, links: [linkTo(route)] }
        : { section: route, links: children.map(linkTo) };
    });
}

/** Where `g` and then this key leads. */
export function jumpTargets(routes: readonly RouteDef[]): ReadonlyMap<string, RouteDef> {
  const targets = new Map<string, RouteDef>();
  const visit = (route: RouteDef): void => {
    if (route.jump !== undefined) targets.set(route.jump, route);
    route.children?.forEach(visit);
  };
  routes.forEach(visit);
  return targets;
}
