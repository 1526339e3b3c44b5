import type { EnterpriseNode } from '@airloom/contract/organizations/organizations.model';
import type { RoleReach } from '@airloom/contract/roles';
import type { ReactNode } from 'react';
import type { Control } from '../form/use-schema-form.ts';
import { isPickable, markOf, type ReachValue, reachFor, toggled } from './reach-choice.ts';
import { SiteTree } from './SiteTree.tsx';

interface ReachOptions {
  trees: readonly EnterpriseNode[];
  /** Decides what can be chosen: everything and no choice, organizations or sites, or sites alone. */
  roleReach: RoleReach;
  label: string;
}

const HEIGHT_PX = 320;

export function reachInput({ trees, roleReach, label }: ReachOptions) {
  return function ReachControl(control: Control<ReachValue | undefined>): ReactNode {
    const reach = reachFor(roleReach, control.value ?? {});
    return (
      <SiteTree
        trees={trees}
        label={label}
        height={HEIGHT_PX}
        mark={(row) => markOf(reach, row)}
        pickable={(row) => isPickable(roleReach, reach, row)}
        onPick={(row) => control.onChange(toggled(reach, row))}
      />
    );
  };
}
