import type { Reach } from '@airloom/contract/access/access.model';
import { selectionProblem } from '@airloom/contract/access/access.rules';
import { MY_SHARES_UUID } from '@airloom/contract/organizations/organizations.model';
import type { RoleReach } from '@airloom/contract/roles';
import type { Mark } from './SiteTree.tsx';
import type { TreeRow } from './tree-rows.ts';

/** Which organizations or sites somebody may see, as a form has it. */
export interface ReachValue {
  all?: boolean | undefined;
  enterpriseUUIDs?: string[] | undefined;
  siteUUIDs?: string[] | undefined;
}

/** What of a choice counts for a role; the rest stays chosen, in case the role is changed back. */
export function reachFor(roleReach: RoleReach, chosen: ReachValue): Reach {
  if (roleReach === 'account') return { all: true, enterpriseUUIDs: [], siteUUIDs: [] };
  return {
    all: false,
    enterpriseUUIDs: roleReach === 'site' ? [] : (chosen.enterpriseUUIDs ?? []),
    siteUUIDs: chosen.siteUUIDs ?? [],
  };
}

/** Sites of a chosen organization are seen with it, and a role for the whole account sees everything. */
export function markOf(reach: Reach, row: TreeRow): Mark {
  if (reach.all || reach.enterpriseUUIDs.includes(row.organization.enterpriseuuid)) return 'on';
  if (row.kind === 'site') return reach.siteUUIDs.includes(row.id) ? 'on' : 'off';
  const chosen = new Set(reach.siteUUIDs);
  return row.organization.sites.some((site) => chosen.has(site.siteuuid)) ? 'part' : 'off';
}

function without(ids: readonly string[], id: string): string[] {
  return ids.filter((other) => other !== id);
}

export function toggled(reach: Reach, row: TreeRow): Reach {
  const list = row.kind === 'organization' ? 'enterpriseUUIDs' : 'siteUUIDs';
  const known = reach[list];
  return { ...reach, [list]: known.includes(row.id) ? without(known, row.id) : [...known, row.id] };
}

/** What is chosen can always be taken back; anything else only when the rules allow the outcome. */
export function isPickable(roleReach: RoleReach, reach: Reach, row: TreeRow): boolean {
  if (roleReach === 'account' || row.organization.enterpriseuuid === MY_SHARES_UUID) return false;
  if (reach.enterpriseUUIDs.includes(row.id) || reach.siteUUIDs.includes(row.id)) return true;
  return selectionProblem(roleReach, toggled(reach, row)) === null;
}
