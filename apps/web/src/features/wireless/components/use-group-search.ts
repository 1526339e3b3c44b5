import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { DeviceGroup } from '@airloom/contract/devices/devices.model';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { listedGroups } from '../listed-groups.ts';
import { useSearchText } from './use-search-text.ts';

const SHOWN = 200;

interface GroupSearch {
  /** Those that match what is typed, and the chosen ones. */
  groups: readonly DeviceGroup[];
  isPending: boolean;
  search(typed: string): void;
}

interface GroupPlace {
  siteUUID?: string | undefined;
  enterpriseUUID?: string | undefined;
}

/** Device groups of an organization or a site. */
export function useGroupSearch(
  place: GroupPlace,
  chosenUUIDs: readonly string[],
  enabled = true,
): GroupSearch {
  const [wanted, search] = useSearchText();
  const { data, isPending } = useCall(
    deviceCalls.listGroups,
    { ...place, search: wanted, size: SHOWN, sort: 'name' },
    { keepPrevious: true, enabled },
  );
  const found = data?.rows ?? [];
  // A chosen group keeps its name when a later search leaves it out.
  const [seen, setSeen] = useState<readonly DeviceGroup[]>([]);
  const groups = listedGroups(found, seen, chosenUUIDs);
  const chosen = groups.filter(({ groupUUID }) => chosenUUIDs.includes(groupUUID));
  if (chosen.some((group) => !seen.includes(group))) setSeen(chosen);
  return { groups, isPending, search };
}
