import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { DeviceCounts } from '@airloom/contract/devices/devices.model';

export interface StatusCounts {
  total: number;
  online: number;
  offline: number;
  partlyOffline: number;
  neverConnected: number;
}

/** Counts by status of one kind, or of all. */
export function statusCounts({ kinds }: DeviceCounts, kind: DeviceKind | undefined): StatusCounts {
  const sums: StatusCounts = { total: 0, online: 0, offline: 0, partlyOffline: 0, neverConnected: 0 };
  for (const row of kinds) {
    if (kind !== undefined && row.kind !== kind) continue;
    sums.total += row.total;
    sums.online += row.online;
    sums.offline += row.offline;
    sums.partlyOffline += row.partlyOffline;
    sums.neverConnected += row.neverConnected;
  }
  return sums;
}
