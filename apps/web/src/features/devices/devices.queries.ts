import type { Call } from '@airloom/contract/call';
import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import { QUOTAS } from '@airloom/contract/quotas';
import { BUILT_IN_ROLES } from '@airloom/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCall } from '../../shared/api/use-call.ts';
import type { Choice } from '../../shared/form/rich-inputs.tsx';
import { siteTreeQuery } from '../../shared/session/session-actions.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { usePlace } from '../../shared/session/use-place.ts';

/** Calls whose results change with a device. */
export const DEVICE_CALLS: readonly Call[] = [
  deviceCalls.listDevices,
  deviceCalls.deviceCounts,
  deviceCalls.viewDevice,
  deviceCalls.listGroups,
  deviceCalls.listDeviceTags,
  deviceCalls.listUnclaimed,
  // A new device may have used a code.
  deviceCalls.listClaimCodes,
  deviceCalls.addingProgress,
];

/** Calls whose results change with the virtual devices of a site. */
export const VIRTUAL_CALLS: readonly Call[] = [...DEVICE_CALLS, deviceCalls.viewVirtualDevices];

/** Default site of forms: the one in view, or the only one of the organization in view. */
export function useUsualSite(): string {
  const { siteUUID, enterpriseUUID } = usePlace();
  const { data: tree } = useQuery(siteTreeQuery);
  if (siteUUID !== undefined) return siteUUID;
  const sites = tree?.trees.find(({ enterpriseuuid }) => enterpriseuuid === enterpriseUUID)?.sites ?? [];
  return sites.length === 1 ? (sites[0]?.siteuuid ?? '') : '';
}

const NO_GROUPS: readonly Choice<string>[] = [];

/** Groups of one site; they fit into one response. */
export function useGroupChoices(siteUUID: string | undefined): readonly Choice<string>[] {
  const groups = useCall(
    deviceCalls.listGroups,
    { siteUUID, size: QUOTAS.deviceGroups.highest, sort: 'name' },
    { enabled: siteUUID !== undefined && siteUUID !== '' },
  );
  return useMemo(
    () => groups.data?.rows.map(({ groupUUID, name }) => ({ value: groupUUID, label: name })) ?? NO_GROUPS,
    [groups.data],
  );
}

export function useIsSuperAdministrator(): boolean {
  return useSession((state) => state.currentRole?.key === BUILT_IN_ROLES.superAdministrator.key);
}
