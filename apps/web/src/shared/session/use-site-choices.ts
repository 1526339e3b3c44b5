import { MY_SHARES_UUID } from '@airloom/contract/organizations/organizations.model';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { siteTreeQuery } from './session-actions.ts';

export interface SiteChoice {
  value: string;
  label: string;
}

/** The account's own sites, each with its organization: names of sites are unique only within one. */
export function useSiteChoices(): readonly SiteChoice[] {
  const { data: tree } = useQuery(siteTreeQuery);
  return useMemo(() => {
    const own = tree?.trees.filter((organization) => organization.enterpriseuuid !== MY_SHARES_UUID) ?? [];
    return own.flatMap((organization) =>
      organization.sites.map((site) => ({
        value: site.siteuuid,
        label: own.length > 1 ? `${site.sitename} · ${organization.enterprisename}` : site.sitename,
      })),
    );
  }, [tree]);
}
