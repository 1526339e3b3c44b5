import { alarmsChanged } from '@airloom/contract/alarms/alarms.live';
import { terminalsChanged } from '@airloom/contract/clients/clients.live';
import { deviceStatusChanged, devicesChanged } from '@airloom/contract/devices/devices.live';
import { siteTreeChanged } from '@airloom/contract/organizations/organizations.live';
import { healthCounted } from '@airloom/contract/statistics/statistics.live';
import { refreshIfRead } from '../../shared/api/query-client.ts';
import { atMostEvery } from '../../shared/live/at-most-every.ts';
import type { LiveBinding } from '../../shared/live/live-binding.ts';

/** In a large account something changes all the time; refreshes are limited to this interval. */
const FOLLOW_MS = 3_000;
/** Clients change more often and matter less. */
const CLIENTS_FOLLOW_MS = 10_000;

function follow(ms: number, figure: 'todos' | 'networkNow'): () => void {
  return atMostEvery(ms, () =>
    refreshIfRead(['/statistics'], async () => {
      const { statisticsCalls } = await import('@airloom/contract/statistics/statistics.calls');
      const { siteHealth, listSiteHealth, listOrganizationHealth } = statisticsCalls;
      return [siteHealth, listSiteHealth, listOrganizationHealth, statisticsCalls[figure]];
    }),
  );
}

const states = follow(FOLLOW_MS, 'todos');
const clients = follow(CLIENTS_FOLLOW_MS, 'networkNow');

/** Home, the big screen and the lists of sites and organizations show the same figures. */
export const live: readonly LiveBinding[] = [
  { message: alarmsChanged, run: states },
  { message: deviceStatusChanged, run: states },
  { message: devicesChanged, run: states },
  { message: siteTreeChanged, run: states },
  { message: healthCounted, run: states },
  { message: terminalsChanged, run: clients },
];
