import { DEVICE_CLASS_KEYS } from '@airloom/contract/devices/device-classes';
import type { RouteDef } from '../../shared/routing/route-def.ts';
import type { SiteType } from '../../shared/session/current-site.ts';

function isFixed(path: string): boolean {
  return !path.includes(':');
}

/**
 * A redirect without a remaining target points to the first child that can be opened; in a menu section to one that is
 * in the menu, because detail pages need an object in their address.
 */
export function repoint(route: RouteDef): RouteDef {
  const { redirect, children = [], ...rest } = route;
  if (redirect === undefined || children.some((child) => child.path === redirect)) return route;
  const first = children.find((child) => isFixed(child.path) && (child.menu || !route.menu));
  return first ? { ...rest, children, redirect: first.path } : { ...rest, children, menu: false };
}

/** Only public routes, inside sections without their page, redirect and menu entry. */
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

/** The missing permission of a route; the first of several. */
export function missingKey(
  { permission, ofDevices }: RouteDef,
  grants: ReadonlySet<string>,
): string | undefined {
  const keys = permission === undefined ? [] : [permission].flat();
  const held = keys.filter((key) => grants.has(key));
  const needsClass =
    ofDevices === true || (ofDevices !== undefined && held.every((key) => key === ofDevices));
  const needed = [...(keys.length === 0 ? [] : [keys]), ...(needsClass ? [DEVICE_CLASS_KEYS] : [])];
  return needed.find((some) => !some.some((key) => grants.has(key)))?.[0];
}

/** Whether the page shows what belongs to the selected scope. */
export function showsScope({ page, scope, ...route }: RouteDef): boolean {
  const isOwn = route.public === true || route.bigScreen === true || route.fromBigScreen === true;
  return page !== undefined && scope === undefined && !isOwn && route.siteType !== undefined;
}

/** Whether a route fits the selection. */
export function fitsSelection(
  { siteType = 'any' }: Pick<RouteDef, 'siteType'>,
  selected: SiteType | undefined,
): boolean {
  return siteType === 'any' || selected === undefined || siteType === selected;
}

/** Routes of a role for menus and shortcuts, without those for another type of selection. */
export function routesFor(routes: readonly RouteDef[], selected: SiteType | undefined): RouteDef[] {
  return routes.flatMap((route): RouteDef[] => {
    if (!fitsSelection(route, selected)) return [];
    if (!route.children) return [route];
    const children = routesFor(route.children, selected);
    if (children.length === 0 && !route.page) return [];
    return [repoint({ ...route, children })];
  });
}

/** Keeps routes without a permission key or with a granted one, then adjusts redirects. */
export function filterRoutes(routes: readonly RouteDef[], grants: ReadonlySet<string>): RouteDef[] {
  return routes.flatMap((route): RouteDef[] => {
    const allowed = route.public || missingKey(route, grants) === undefined;
    if (!allowed) return publicRoutes([route]);
    if (!route.children) return [route];
    const children = filterRoutes(route.children, grants);
    if (children.length === 0 && !route.page) return [];
    return [repoint({ ...route, children })];
  });
}
