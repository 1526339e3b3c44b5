import {
  type EnterpriseNode,
  MY_SHARES_UUID,
  type SiteTree,
} from '@airloom/contract/organizations/organizations.model';

export const ORGANIZATION = 1;
export const SITE = 2;
export type SiteType = typeof ORGANIZATION | typeof SITE;

/** The selected organization or site (specification §3). Where it is null, everything within reach is selected. */
export interface CurrentSite {
  readonly id: string;
  readonly type: SiteType;
  /** The organization of a site; empty for an organization. */
  readonly parentId: string;
  readonly name: string;
  readonly firstSiteId: string;
  readonly firstSiteName: string;
}

export function organizationAsCurrent(organization: EnterpriseNode): CurrentSite {
  const first = organization.sites[0];
  return {
    id: organization.enterpriseuuid,
    type: ORGANIZATION,
    parentId: '',
    name: organization.enterprisename,
    firstSiteId: first?.siteuuid ?? '',
    firstSiteName: first?.sitename ?? '',
  };
}

export function siteAsCurrent(
  organization: EnterpriseNode,
  site: EnterpriseNode['sites'][number],
): CurrentSite {
  return {
    id: site.siteuuid,
    type: SITE,
    parentId: organization.enterpriseuuid,
    name: site.sitename,
    firstSiteId: site.siteuuid,
    firstSiteName: site.sitename,
  };
}

/** Shared sites need another role first, so they are never the current site of this one. */
function ownTrees(tree: SiteTree): EnterpriseNode[] {
  return tree.trees.filter((organization) => organization.enterpriseuuid !== MY_SHARES_UUID);
}

export function findCurrent(tree: SiteTree, id: string): CurrentSite | null {
  for (const organization of ownTrees(tree)) {
    if (organization.enterpriseuuid === id) return organizationAsCurrent(organization);
    const site = organization.sites.find((candidate) => candidate.siteuuid === id);
    if (site) return siteAsCurrent(organization, site);
  }
  return null;
}

/** The only site of a person who has no other site or organization to select. */
export function onlySite(tree: SiteTree): CurrentSite | null {
  const [organization, ...others] = ownTrees(tree);
  const [site, ...more] = organization?.sites ?? [];
  if (organization === undefined || site === undefined || others.length > 0 || more.length > 0) return null;
  return siteAsCurrent(organization, site);
}

/** Whether there is more than one thing to select. */
export function hasChoice(tree: SiteTree): boolean {
  const own = ownTrees(tree);
  return own.length > 1 || own.some(({ sites }) => sites.length > 1);
}

/** The only site; otherwise what was selected last, if it still exists. Null is everything. */
export function chooseSite(tree: SiteTree, lastSelected: string | null): CurrentSite | null {
  return onlySite(tree) ?? (lastSelected === null ? null : findCurrent(tree, lastSelected));
}

export function hasSites(tree: SiteTree): boolean {
  return tree.trees.some((organization) => organization.sites.length > 0);
}
