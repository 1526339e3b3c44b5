import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useAddressValue } from '../../../shared/routing/use-address-value.ts';
import { findCurrent } from '../../../shared/session/current-site.ts';
import { changeSite, siteTreeQuery } from '../../../shared/session/session-actions.ts';
import { usePlace } from '../../../shared/session/use-place.ts';
import { useSitesInView } from './use-sites-in-view.ts';

/**
 * The site in view; for an organization the chosen one, or its only one. A site in the address is selected at first and
 * dropped after another choice.
 */
export function useChosenSite(): [chosen: string | null, choose: (siteUUID: string) => void] {
  const { siteUUID } = usePlace();
  const { data: tree } = useQuery(siteTreeQuery);
  const sites = useSitesInView();
  const [asked, ask] = useAddressValue('site');
  const [followed, setFollowed] = useState<string | null>(null);
  const isInView = sites.some(({ value }) => value === asked);
  if (tree !== undefined && asked !== followed && (asked === null || isInView)) setFollowed(asked);
  useEffect(() => {
    if (tree === undefined || asked === null || isInView) return;
    const site = followed === asked ? null : findCurrent(tree, asked);
    if (site === null) ask(null);
    else changeSite(site);
  }, [tree, asked, isInView, followed, ask]);
  const [only] = sites;
  const chosen = siteUUID ?? (isInView ? asked : sites.length === 1 ? (only?.value ?? null) : null);
  return [chosen, ask];
}
