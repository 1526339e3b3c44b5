import { MY_SHARES_UUID } from '@airloom/contract/organizations/organizations.model';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { siteTreeQuery } from '../../../shared/session/session-actions.ts';
import { usePlace } from '../../../shared/session/use-place.ts';
import type { SiteChoice } from '../../../shared/session/use-site-choices.ts';

/** The site in view, or those of the organization in view. */
export function useSitesInView(): readonly SiteChoice[] {
  const { siteUUID, enterpriseUUID } = usePlace();
  const { data: tree } = useQuery(siteTreeQuery);
  return useMemo(
    () =>
      (tree?.trees ?? [])
        .filter(
          (organization) =>
            organization.enterpriseuuid !== MY_SHARES_UUID &&
            (siteUUID !== undefined ||
              enterpriseUUID === undefined ||
              organization.enterpriseuuid === enterpriseUUID),
        )
        .flatMap(({ sites }) => sites)
        .filter((site) => siteUUID === undefined || site.siteuuid === siteUUID)
        .map((site) => ({ value: site.siteuuid, label: site.sitename })),
    [tree, siteUUID, enterpriseUUID],
  );
}
