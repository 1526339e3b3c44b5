import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { SITE } from './current-site.ts';
import { useSession } from './session-store.ts';

export interface Place {
  siteUUID: string | undefined;
  enterpriseUUID: string | undefined;
}

/** What an address says at `at` to be about all one sees. */
export const EVERYTHING = 'account';

/** Lists are about the site or organization the shell is at, or about everything if their address says so. */
export function usePlace(): Place {
  const [address] = useSearchParams();
  const inView = useSession((state) => state.currentSite);
  const current = address.get('at') === EVERYTHING ? null : inView;
  return useMemo(
    () => ({
      siteUUID: current?.type === SITE ? current.id : undefined,
      enterpriseUUID: current && current.type !== SITE ? current.id : undefined,
    }),
    [current],
  );
}
