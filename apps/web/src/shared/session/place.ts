import { useMemo } from 'react';
import { SITE } from './current-site.ts';
import { useSession } from './session-store.ts';

export interface Place {
  siteUUID: string | undefined;
  enterpriseUUID: string | undefined;
}

/** Lists are about the site or organization the shell is at. */
export function usePlace(): Place {
  const current = useSession((state) => state.currentSite);
  return useMemo(
    () => ({
      siteUUID: current?.type === SITE ? current.id : undefined,
      enterpriseUUID: current && current.type !== SITE ? current.id : undefined,
    }),
    [current],
  );
}
