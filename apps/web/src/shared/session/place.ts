import type { SiteTree } from '@airloom/contract/organizations/organizations.model';
import { type CurrentSite, findCurrent, SITE } from './current-site.ts';

export interface Place {
  siteUUID: string | undefined;
  enterpriseUUID: string | undefined;
}

/** What an address says at `at` to be about all one sees; else it names a site or an organization there. */
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
