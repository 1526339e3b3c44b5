import { useMemo } from 'react';
import type { RouteDef } from '../../shared/routing/route-def.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { routeTable } from '../route-table.ts';
import { filterRoutes, routesFor } from '../routing/filter-routes.ts';

/** The routes of the current role. */
export function useRoutes(): RouteDef[] {
  const role = useSession((state) => state.currentRole);
  return useMemo(() => filterRoutes(routeTable().routes, new Set(role?.permissions)), [role]);
}

/** Routes that fit the selected organization or site, for menus, palette and shortcuts. */
export function useOfferedRoutes(): RouteDef[] {
  const own = useRoutes();
  const selected = useSession((state) => state.currentSite?.type);
  return useMemo(() => routesFor(own, selected), [own, selected]);
}
