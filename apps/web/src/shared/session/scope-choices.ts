import { MY_SHARES_UUID, type SiteTree } from '@airloom/contract/organizations/organizations.model';
import { EVERYTHING } from './scope-address.ts';

export interface ScopeChoice {
  value: string;
  label: string;
  /** The organization of a site. */
  within?: string;
}

/** Everything, and each organization with its sites. */
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
