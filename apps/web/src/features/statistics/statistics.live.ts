import { deviceStatusChanged, devicesChanged } from '@airloom/contract/devices/devices.live';
import { statisticsCalls } from '@airloom/contract/statistics/statistics.calls';
import { refreshCalls } from '../../shared/api/query-client.ts';
import { atMostEvery } from '../../shared/live/at-most-every.ts';
import type { LiveBinding } from '../../shared/live/live-binding.ts';

/** Devices change all the time; refreshes are limited to this interval. */
const FOLLOW_MS = 30_000;

const { assetStatistics, deviceStatistics, listAvailability } = statisticsCalls;
const follow = atMostEvery(FOLLOW_MS, () =>
  refreshCalls(assetStatistics, deviceStatistics, listAvailability),
);

export const live: readonly LiveBinding[] = [
  { message: devicesChanged, run: follow },
  { message: deviceStatusChanged, run: follow },
];
