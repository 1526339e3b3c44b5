import type { SiteHealth } from '@airloom/contract/statistics/statistics.model';
import { useMemo } from 'react';
import { useSiteWords } from './use-site-words.ts';

/** Those that have a place on the map, as it shows them. */
export function usePlacedSites(sites: readonly SiteHealth[]) {
  const words = useSiteWords();
  return useMemo(
    () =>
      sites.flatMap((site) =>
        site.coordinates === null
          ? []
          : [
              {
                id: site.siteUUID,
                name: site.siteName,
                coordinates: site.coordinates,
                state: site.state,
                description: words(site),
              },
            ],
      ),
    [sites, words],
  );
}
