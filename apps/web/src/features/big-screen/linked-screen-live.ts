import { alarmCalls } from '@airloom/contract/alarms/alarms.calls';
import { alarmsChanged } from '@airloom/contract/alarms/alarms.live';
import { terminalsChanged } from '@airloom/contract/clients/clients.live';
import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import { deviceStatusChanged, devicesChanged } from '@airloom/contract/devices/devices.live';
import { siteTreeChanged } from '@airloom/contract/organizations/organizations.live';
import { statisticsCalls } from '@airloom/contract/statistics/statistics.calls';
import { healthCounted } from '@airloom/contract/statistics/statistics.live';
import { refreshCalls } from '../../shared/api/query-client.ts';
import { atMostEvery } from '../../shared/live/at-most-every.ts';
import type { LiveBinding } from '../../shared/live/live-binding.ts';

/** In a large account something changes all the time; refreshes are limited to these intervals. */
const FOLLOW_MS = 3_000;
const CLIENTS_FOLLOW_MS = 10_000;

const states = atMostEvery(FOLLOW_MS, () =>
  refreshCalls(statisticsCalls.siteHealth, deviceCalls.deviceCounts),
);
const clients = atMostEvery(CLIENTS_FOLLOW_MS, () => refreshCalls(statisticsCalls.networkNow));

/** What a display that a link opened receives. */
export const LINKED_SCREEN_LIVE: readonly LiveBinding[] = [
  { message: alarmsChanged, refresh: [alarmCalls.queryAlarm, alarmCalls.getAlarmLogCount], run: states },
  { message: deviceStatusChanged, run: states },
  { message: devicesChanged, run: states },
  { message: siteTreeChanged, run: states },
  { message: healthCounted, run: states },
  { message: terminalsChanged, run: clients },
];
