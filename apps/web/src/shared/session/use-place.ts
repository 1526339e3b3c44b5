import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { CurrentSite } from './current-site.ts';
import { type Place, placeOf, readScope } from './place.ts';
import { SCOPE_PARAMETER } from './scope-address.ts';
import { siteTreeQuery } from './session-actions.ts';
import { useSession } from './session-store.ts';

/** The scope of a page: the one in its address, else the selected one. Null is everything. */
export function useScope(): CurrentSite | null {
  const [address] = useSearchParams();
  const { data: tree } = useQuery(siteTreeQuery);
  const selected = useSession((state) => state.currentSite);
  const choosesScope = useSession((state) => state.choosesScope);
  const at = choosesScope ? address.get(SCOPE_PARAMETER) : null;
  return useMemo(() => readScope(at, tree, selected), [at, tree, selected]);
}

export function usePlace(): Place {
  const scope = useScope();
  return useMemo(() => placeOf(scope), [scope]);
}
