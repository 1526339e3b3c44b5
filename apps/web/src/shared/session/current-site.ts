import {
  type EnterpriseNode,
  MY_SHARES_UUID,
  type SiteTree,
} from '@airloom/contract/organizations/organizations.model';
import { BUILT_IN_ROLES } from '@airloom/contract/roles';

export const ORGANIZATION = 1;
export const SITE = 2;
export type SiteType = typeof ORGANIZATION | typeof SITE;

/** What a person is looking at (specification §3): an organization or one site. */
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

function firstSite(organizations: readonly EnterpriseNode[]): CurrentSite | null {
  for (const organization of organizations) {
    const site = organization.sites[0];
    if (site) return siteAsCurrent(organization, site);
  }
  return null;
}

const OPENS_DEFAULT_TREE: readonly string[] = [
  BUILT_IN_ROLES.siteOperator.key,
  BUILT_IN_ROLES.siteObserver.key,
];

/** The last selected one; else, for operators and observers, the first site of the default tree; else the first. */
export function chooseSite(tree: SiteTree, roleKey: string, lastSelected: string | null): CurrentSite | null {
  const last = lastSelected === null ? null : findCurrent(tree, lastSelected);
  if (last !== null) return last;
  if (OPENS_DEFAULT_TREE.includes(roleKey) && tree.defaultTree !== null) {
    const site = firstSite([tree.defaultTree]);
    if (site !== null) return site;
  }
  return firstSite(ownTrees(tree));
}

export function hasSites(tree: SiteTree): boolean {
  return tree.trees.some((organization) => organization.sites.length > 0);
}
