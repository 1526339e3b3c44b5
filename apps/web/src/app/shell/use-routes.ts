import { useMemo } from 'react';
import type { RouteDef } from '../../shared/routing/route-def.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { routes } from '../route-paths.ts';
import { filterRoutes } from '../routing/filter-routes.ts';

/** The routes the current role has. */
export function useRoutes(): RouteDef[] {
  const role = useSession((state) => state.currentRole);
  return useMemo(() => filterRoutes(routes, new Set(role?.permissions)), [role]);
}
