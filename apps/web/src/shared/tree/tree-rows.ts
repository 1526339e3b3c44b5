import type { EnterpriseNode } from '@airloom/contract/organizations/organizations.model';
import type { IconName } from '../ui/Icon.tsx';

export type SiteNode = EnterpriseNode['sites'][number];

export interface OrganizationRow {
  readonly kind: 'organization';
  readonly id: string;
  readonly name: string;
  readonly organization: EnterpriseNode;
  readonly expanded: boolean;
}

export interface SiteRow {
  readonly kind: 'site';
  readonly id: string;
  readonly name: string;
  readonly organization: EnterpriseNode;
  readonly site: SiteNode;
}

export type TreeRow = OrganizationRow | SiteRow;

/** An entry above the tree. */
export interface ChoiceRow {
  readonly kind: 'choice';
  readonly id: string;
  readonly name: string;
  readonly icon: IconName;
  readonly note?: string | undefined;
}

/** Names in lower case, made once per tree: searching ten thousand sites happens at every keystroke. */
export interface TreeIndex {
  readonly organization: EnterpriseNode;
  readonly name: string;
  readonly siteNames: readonly string[];
}

export function indexTree(trees: readonly EnterpriseNode[]): TreeIndex[] {
  return trees.map((organization) => ({
    organization,
    name: organization.enterprisename.toLowerCase(),
    siteNames: organization.sites.map((site) => site.sitename.toLowerCase()),
  }));
}

function siteRow(organization: EnterpriseNode, site: SiteNode): SiteRow {
  return { kind: 'site', id: site.siteuuid, name: site.sitename, organization, site };
}

/** The rows on show: a search opens what it finds, and an organization that matches keeps all its sites. */
export function visibleRows(
  index: readonly TreeIndex[],
  search: string,
  closed: ReadonlySet<string>,
): TreeRow[] {
  const wanted = search.trim().toLowerCase();
  const rows: TreeRow[] = [];
  for (const { organization, name, siteNames } of index) {
    const whole = wanted === '' || name.includes(wanted);
    const sites = whole
      ? organization.sites
      : organization.sites.filter((_, position) => siteNames[position]?.includes(wanted));
    if (!whole && sites.length === 0) continue;
    const expanded = wanted !== '' || !closed.has(organization.enterpriseuuid);
    rows.push({
      kind: 'organization',
      id: organization.enterpriseuuid,
      name: organization.enterprisename,
      organization,
      expanded,
    });
    if (expanded) for (const site of sites) rows.push(siteRow(organization, site));
  }
  return rows;
}

/** Where Enter should land after a search: on what was found, not on the organization that merely holds it. */
export function firstFound(rows: readonly (TreeRow | ChoiceRow)[], search: string): number {
  const wanted = search.trim().toLowerCase();
  return Math.max(
    0,
    rows.findIndex((row) => row.name.toLowerCase().includes(wanted)),
  );
}
