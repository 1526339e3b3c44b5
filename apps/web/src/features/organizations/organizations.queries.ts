import type { Call } from '@airloom/contract/call';
import { organizationCalls } from '@airloom/contract/organizations/organizations.calls';
import { MY_SHARES_UUID } from '@airloom/contract/organizations/organizations.model';
import { useMemo } from 'react';
import { useCall } from '../../shared/api/use-call.ts';
import type { Choice } from '../../shared/form/rich-inputs.tsx';
import { ORGANIZATION } from '../../shared/session/current-site.ts';
import { useSession } from '../../shared/session/session-store.ts';

/** Queries that contain organizations or sites. */
export const TREE_CALLS: readonly Call[] = [
  organizationCalls.getEnterprise,
  organizationCalls.getAllSiteName,
  organizationCalls.listEnterprises,
  organizationCalls.listSites,
  organizationCalls.listBin,
];

/** The account's own organizations by name; those of shared sites belong to other accounts. */
export function useOrganizationChoices(): { choices: readonly Choice<string>[]; loading: boolean } {
  const tree = useCall(organizationCalls.getEnterprise, {});
  const choices = useMemo(
    () =>
      (tree.data?.trees ?? [])
        .filter((node) => node.enterpriseuuid !== MY_SHARES_UUID)
        .map((node) => ({ value: node.enterpriseuuid, label: node.enterprisename })),
    [tree.data],
  );
  return { choices, loading: tree.isPending };
}

/** The organization currently shown, as a whole or through one of its sites. */
export function useOrganizationInView(): string | undefined {
  return useSession(({ currentSite }) => {
    if (currentSite === null) return undefined;
    return currentSite.type === ORGANIZATION ? currentSite.id : currentSite.parentId;
  });
}
