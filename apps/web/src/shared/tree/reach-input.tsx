import { type EnterpriseNode, MY_SHARES_UUID } from '@airloom/contract/organizations/organizations.model';
import type { RoleReach } from '@airloom/contract/roles';
import type { ReactNode } from 'react';
import type { Control } from '../form/use-schema-form.ts';
import { type Mark, SiteTree } from './SiteTree.tsx';
import type { TreeRow } from './tree-rows.ts';

/** Which organizations or sites somebody may see, as the contract's `reach` has it. */
export interface ReachValue {
  all?: boolean | undefined;
  enterpriseUUIDs?: string[] | undefined;
  siteUUIDs?: string[] | undefined;
}

interface ReachOptions {
  trees: readonly EnterpriseNode[];
  /** A role meant for sites cannot be given organizations. */
  roleReach: RoleReach;
  label: string;
}

const HEIGHT_PX = 320;

function toggled(ids: readonly string[] | undefined, id: string): string[] {
  const known = ids ?? [];
  return known.includes(id) ? known.filter((other) => other !== id) : [...known, id];
}

export function reachInput({ trees, roleReach, label }: ReachOptions) {
  return function ReachControl(control: Control<ReachValue | undefined>): ReactNode {
    const chosen = control.value ?? {};
    const mark = (row: TreeRow): Mark => {
      const own = row.kind === 'organization' ? chosen.enterpriseUUIDs : chosen.siteUUIDs;
      if (own?.includes(row.id)) return 'on';
      if (row.kind === 'site') return 'off';
      return row.organization.sites.some((site) => chosen.siteUUIDs?.includes(site.siteuuid))
        ? 'part'
        : 'off';
    };
    return (
      <SiteTree
        trees={trees}
        label={label}
        height={HEIGHT_PX}
        mark={mark}
        pickable={(row) =>
          row.organization.enterpriseuuid !== MY_SHARES_UUID && (row.kind === 'site' || roleReach !== 'site')
        }
        onPick={(row) =>
          control.onChange(
            row.kind === 'organization'
              ? { ...chosen, enterpriseUUIDs: toggled(chosen.enterpriseUUIDs, row.id) }
              : { ...chosen, siteUUIDs: toggled(chosen.siteUUIDs, row.id) },
          )
        }
      />
    );
  };
}
