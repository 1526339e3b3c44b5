import type { SiteTree } from '@airloom/contract/organizations/organizations.model';
import { type CurrentSite, findCurrent, SITE } from './current-site.ts';
import { EVERYTHING } from './scope-address.ts';

export interface Place {
  siteUUID: string | undefined;
  enterpriseUUID: string | undefined;
}

export function placeOf(current: Pick<CurrentSite, 'id' | 'type'> | null): Place {
  return {
    siteUUID: current?.type === SITE ? current.id : undefined,
    enterpriseUUID: current && current.type !== SITE ? current.id : undefined,
  };
}

/** Null is everything. An unknown id in the address is ignored. */
export function readScope(
  at: string | null,
  tree: SiteTree | undefined,
  selected: CurrentSite | null,
): CurrentSite | null {
  if (at === EVERYTHING) return null;
  return (at !== null && tree ? findCurrent(tree, at) : null) ?? selected;
}
