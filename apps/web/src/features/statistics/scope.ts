import { MY_SHARES_UUID, type SiteTree } from '@airloom/contract/organizations/organizations.model';
import { type CurrentSite, findCurrent, SITE } from '../../shared/session/current-site.ts';
import { EVERYTHING, type Place } from '../../shared/session/place.ts';

export interface ScopeChoice {
  value: string;
  label: string;
  /** The organization a site belongs to. */
  within?: string;
}

/** Everything, each organization, and under it its sites. */
export function scopeChoices(tree: SiteTree | undefined, everything: string): ScopeChoice[] {
  const own = tree?.trees.filter(({ enterpriseuuid }) => enterpriseuuid !== MY_SHARES_UUID) ?? [];
  return [
    { value: EVERYTHING, label: everything },
    ...own.flatMap(({ enterpriseuuid, enterprisename, sites }) => [
      { value: enterpriseuuid, label: enterprisename },
      ...sites.map(({ siteuuid, sitename }) => ({
        value: siteuuid,
        label: sitename,
        within: enterprisename,
      })),
    ]),
  ];
}

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
