import type { SiteTree } from '@airloom/contract/organizations/organizations.model';
import { type CurrentSite, findCurrent, SITE } from './current-site.ts';

export interface Place {
  siteUUID: string | undefined;
  enterpriseUUID: string | undefined;
}

/** Value of `at` for the whole reach; otherwise `at` is the id of a site or an organization. */
export const EVERYTHING = 'account';

export function placeOf(current: Pick<CurrentSite, 'id' | 'type'> | null): Place {
  return {
    siteUUID: current?.type === SITE ? current.id : undefined,
    enterpriseUUID: current && current.type !== SITE ? current.id : undefined,
  };
}

/** Null is everything. What the address names and nobody knows is as if it named nothing. */
export function readScope(
  at: string | null,
  tree: SiteTree | undefined,
  inView: CurrentSite | null,
): CurrentSite | null {
  if (at === EVERYTHING) return null;
  return (at !== null && tree ? findCurrent(tree, at) : null) ?? inView;
}
