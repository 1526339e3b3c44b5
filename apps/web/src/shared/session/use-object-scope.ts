import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { findCurrent } from './current-site.ts';
import { changeSite, siteTreeQuery } from './session-actions.ts';
import { useSession } from './session-store.ts';

/** Selects the site of the object that a page shows. */
export function useObjectScope(siteUUID: string | null): void {
  const { data: tree } = useQuery(siteTreeQuery);
  const choosesScope = useSession((state) => state.choosesScope);
  useEffect(() => {
    const site = tree && choosesScope && siteUUID !== null ? findCurrent(tree, siteUUID) : null;
    if (site) changeSite(site);
  }, [tree, choosesScope, siteUUID]);
}
