import type { RouteDef } from '../../shared/routing/route-def.ts';

export interface MenuLink {
  readonly route: RouteDef;
  /** Target after redirects. */
  readonly to: string;
}

export interface MenuSection {
  /** Null for a link without a section. */
  readonly section: RouteDef | null;
  readonly links: readonly MenuLink[];
  /** Whether its pages concern the whole account instead of the selected site. */
  readonly ofAccount: boolean;
}

function linkTo(route: RouteDef): MenuLink {
  return { route, to: route.redirect ?? route.path };
}

/** The sidebar from routes filtered for the role. */
export function menuOf(routes: readonly RouteDef[]): MenuSection[] {
  return routes
    .filter((route) => route.menu)
    .map((route) => {
      const children = (route.children ?? []).filter((child) => child.menu);
      const ofAccount = route.ofAccount === true;
      return children.length === 0
        ? { section: null, links: [linkTo(route)], ofAccount }
        : { section: route, links: children.map(linkTo), ofAccount };
    });
}

/** The links of these paths in this order; paths outside the menu are skipped. */
export function linksOf(menu: readonly MenuSection[], paths: readonly string[]): MenuLink[] {
  const links = new Map(menu.flatMap((section) => section.links.map((link) => [link.to, link])));
  return paths.flatMap((path) => links.get(path) ?? []);
}

/** Target of `g` followed by these two letters. */
export function jumpTargets(routes: readonly RouteDef[]): ReadonlyMap<string, RouteDef> {
  const targets = new Map<string, RouteDef>();
  const visit = (route: RouteDef): void => {
    if (route.jump !== undefined) targets.set(route.jump, route);
    route.children?.forEach(visit);
  };
  routes.forEach(visit);
  return targets;
}
