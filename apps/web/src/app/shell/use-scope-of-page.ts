import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { type CurrentSite, findCurrent } from '../../shared/session/current-site.ts';
import { EVERYTHING, SCOPE_PARAMETER, withScope } from '../../shared/session/scope-address.ts';
import { changeSite, siteTreeQuery } from '../../shared/session/session-actions.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { routeTable } from '../route-table.ts';
import { showsScope } from '../routing/filter-routes.ts';
import { matchRoute } from '../routing/match-route.ts';

/** How the open page relates to the scope; `object` for pages without any relation too. */
export function useScopeOfPage(): 'selected' | 'account' | 'object' {
  const { pathname } = useLocation();
  const route = matchRoute(routeTable().routes, pathname).at(-1);
  if (route === undefined) return 'object';
  return showsScope(route) ? 'selected' : (route.scope ?? 'object');
}

const HOME_PAGE = '/home/index';

/** Parameters of a list that are of no use in another scope. */
const OF_SCOPE = ['page', 'groupUUID', 'managedByUUID', 'deviceUUID', 'device'];

/** Keeps the scope in the address and the selected scope the same. Whichever changes is followed. */
export function useScopeInAddress(): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const isShown = useScopeOfPage() === 'selected';
  const { data: tree } = useQuery(siteTreeQuery);
  const choosesScope = useSession((state) => state.choosesScope);
  const selected = useSession((state) => state.currentSite?.id ?? EVERYTHING);
  const at = isShown && choosesScope ? query.get(SCOPE_PARAMETER) : null;
  const followed = useRef(selected);
  const followedAddress = useRef<string | null>(null);

  useEffect(() => {
    // Once for each address: a tree that is loaded again must not undo a selection that the address does not have yet.
    if (at === null || tree === undefined || followedAddress.current === at) {
      if (at === null) followedAddress.current = null;
      return;
    }
    followedAddress.current = at;
    const named = at === EVERYTHING ? null : findCurrent(tree, at);
    if (named !== null || at === EVERYTHING) changeSite(named);
    else {
      const current = useSession.getState().currentSite?.id ?? null;
      void navigate(withScope(`${pathname}${search}`, current), { replace: true });
    }
  }, [at, tree, pathname, search, navigate]);

  useEffect(() => {
    if (followed.current === selected) return;
    followed.current = selected;
    const current = useSession.getState().currentSite?.id ?? EVERYTHING;
    if (at === null || at === current) return;
    const kept = new URLSearchParams(search);
    for (const name of OF_SCOPE) kept.delete(name);
    void navigate(withScope(`${pathname}?${kept}`, current), { replace: true, preventScrollReset: true });
  }, [selected, at, pathname, search, navigate]);
}

/** Selects a scope; null is everything. A page that does not show the scope is left for the home page. */
export function useSelectScope(): (scope: CurrentSite | null) => void {
  const navigate = useNavigate();
  const isShown = useScopeOfPage() === 'selected';
  return useCallback(
    (scope) => {
      changeSite(scope);
      if (!isShown) void navigate(withScope(HOME_PAGE, scope?.id ?? null));
    },
    [isShown, navigate],
  );
}
