import { DEVICE_CLASS_KEYS } from '@airloom/contract/devices/device-classes';
import type { RouteDef } from '../../shared/routing/route-def.ts';
import type { SiteType } from '../../shared/session/current-site.ts';

function isFixed(path: string): boolean {
  return !path.includes(':');
}

/**
 * A redirect whose target did not survive, or never was a child, leads to the first child that can be opened. In a section
 * of the menu that is one of the menu too: detail pages show nothing without an object in their address.
 */
export function repoint(route: RouteDef): RouteDef {
  const { redirect, children = [], ...rest } = route;
  if (redirect === undefined || children.some((child) => child.path === redirect)) return route;
  const first = children.find((child) => isFixed(child.path) && (child.menu || !route.menu));
  return first ? { ...rest, children, redirect: first.path } : { ...rest, children, menu: false };
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

/** The key without which a route is not there; of several the first stands for all of them. */
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

/** Whether a route makes sense while this is selected. */
export function fitsSelection(
  { siteType = 'any' }: Pick<RouteDef, 'siteType'>,
  selected: SiteType | undefined,
): boolean {
  return siteType === 'any' || selected === undefined || siteType === selected;
}

/** What menus and shortcuts offer of the routes of a role: nothing that is made for another type of selection. */
export function routesFor(routes: readonly RouteDef[], selected: SiteType | undefined): RouteDef[] {
  return routes.flatMap((route): RouteDef[] => {
    if (!fitsSelection(route, selected)) return [];
    if (!route.children) return [route];
    const children = routesFor(route.children, selected);
    if (children.length === 0 && !route.page) return [];
    return [repoint({ ...route, children })];
  });
}

/** Keeps a route with no key, or one of whose keys is among the person's grants; then redirects are repointed. */
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
