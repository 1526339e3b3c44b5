import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { CurrentSite } from './current-site.ts';
import { type Place, placeOf, readScope } from './place.ts';
import { siteTreeQuery } from './session-actions.ts';
import { useSession } from './session-store.ts';

/** What a page is about: what its address names, else the site or organization the shell is at. Null is everything. */
export function useScope(): CurrentSite | null {
  const [address] = useSearchParams();
  const { data: tree } = useQuery(siteTreeQuery);
  const inView = useSession((state) => state.currentSite);
  const at = address.get('at');
  return useMemo(() => readScope(at, tree, inView), [at, tree, inView]);
}

export function usePlace(): Place {
  const scope = useScope();
  return useMemo(() => placeOf(scope), [scope]);
}
