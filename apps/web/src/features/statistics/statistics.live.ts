import { deviceStatusChanged, devicesChanged } from '@airloom/contract/devices/devices.live';
import { refreshIfRead } from '../../shared/api/query-client.ts';
import { atMostEvery } from '../../shared/live/at-most-every.ts';
import type { LiveBinding } from '../../shared/live/live-binding.ts';

/** Devices change all the time; refreshes are limited to this interval. */
const FOLLOW_MS = 30_000;

const follow = atMostEvery(FOLLOW_MS, () =>
  refreshIfRead(['/statistics'], async () => {
    const { statisticsCalls } = await import('@airloom/contract/statistics/statistics.calls');
    const { assetStatistics, deviceStatistics, listAvailability } = statisticsCalls;
    return [assetStatistics, deviceStatistics, listAvailability];
  }),
);

export const live: readonly LiveBinding[] = [
  { message: devicesChanged, run: follow },
  { message: deviceStatusChanged, run: follow },
];
