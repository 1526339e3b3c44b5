import type { DeviceGroup } from '@airloom/contract/devices/devices.model';

/** Groups to choose from: those that were found, and before them the chosen ones that a search left out. */
export function listedGroups(
  found: readonly DeviceGroup[],
  seen: readonly DeviceGroup[],
  chosenUUIDs: readonly string[],
): readonly DeviceGroup[] {
  const isFound = new Set(found.map(({ groupUUID }) => groupUUID));
  const leftOut = seen.filter(({ groupUUID }) => chosenUUIDs.includes(groupUUID) && !isFound.has(groupUUID));
  return [...leftOut, ...found];
}
