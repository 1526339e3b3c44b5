import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import {
  deviceAttemptsRefused,
  deviceReported,
  deviceStatusChanged,
  devicesChanged,
} from '@airloom/contract/devices/devices.live';
import type { Device } from '@airloom/contract/devices/devices.model';
import type { Page } from '@airloom/contract/paging';
import { callKey, queryClient, refreshCalls } from '../../shared/api/query-client.ts';
import { atMostEvery } from '../../shared/live/at-most-every.ts';
import type { LiveBinding } from '../../shared/live/live-binding.ts';
import { DEVICE_CALLS } from './devices.queries.ts';
import { latestByDevice, patchPage } from './status-changes.ts';

/** Interval for reading counts, times and lists filtered by status again. */
const FOLLOW_MS = 3_000;

const follow = atMostEvery(FOLLOW_MS, () =>
  refreshCalls(
    deviceCalls.deviceCounts,
    deviceCalls.listDevices,
    deviceCalls.listGroups,
    deviceCalls.viewDevice,
    deviceCalls.listUnclaimed,
    // A new device may have used a code.
    deviceCalls.listClaimCodes,
  ),
);

function takeStatuses(payloads: readonly unknown[]): void {
  const changes = latestByDevice(
    payloads.flatMap((payload) => deviceStatusChanged.payload.safeParse(payload).data ?? []),
  );
  queryClient.setQueriesData<Page<Device>>(
    { queryKey: callKey(deviceCalls.listDevices) },
    (page) => page && patchPage(page, changes),
  );
  void refreshCalls(deviceCalls.addingProgress, deviceCalls.listRefusedAttempts);
  follow();
}

export const live: readonly LiveBinding[] = [
  { message: devicesChanged, refresh: DEVICE_CALLS },
  { message: deviceStatusChanged, take: takeStatuses },
  { message: deviceReported, refresh: [deviceCalls.addingProgress] },
  { message: deviceAttemptsRefused, refresh: [deviceCalls.listRefusedAttempts] },
];
