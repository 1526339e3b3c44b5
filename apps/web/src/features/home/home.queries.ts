import { accessCalls } from '@airloom/contract/access/access.calls';
import { alarmCalls } from '@airloom/contract/alarms/alarms.calls';
import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import { organizationCalls } from '@airloom/contract/organizations/organizations.calls';
import { statisticsCalls } from '@airloom/contract/statistics/statistics.calls';
import { useCall } from '../../shared/api/use-call.ts';
import type { Place } from '../../shared/session/place.ts';
import { useSeesDevices } from '../../shared/session/seen-kinds.ts';
import { useHolds } from '../../shared/session/session-store.ts';

/** One row, because only the total is used. */
const COUNT_ONLY = { size: 1 };

/** Polls in addition to live messages. */
const READ_AGAIN_MS = 60_000;
const KEPT = { keepPrevious: true } as const;
/** Sites or devices that need attention on the page; the lists have all of them. */
export const ATTENTION_SHOWN = 8;
const MOVING = { keepPrevious: true, every: READ_AGAIN_MS } as const;

/** Counts of the account; undefined without permission. */
export function useCounts() {
  const seesOrganizations = useHolds('org_manage');
  const seesSites = useHolds('site_manage');
  const seesPeople = useHolds('subaccount_manage');
  const seesDevices = useSeesDevices();
  return {
    organizations: useCall(organizationCalls.listEnterprises, COUNT_ONLY, { enabled: seesOrganizations }),
    sites: useCall(organizationCalls.listSites, COUNT_ONLY, { enabled: seesSites }),
    people: useCall(accessCalls.listSubAccounts, COUNT_ONLY, { enabled: seesPeople }),
    invitations: useCall(
      accessCalls.listInvitations,
      { ...COUNT_ONLY, status: 'sent' },
      { enabled: seesPeople },
    ),
    devices: useCall(deviceCalls.deviceCounts, {}, { enabled: seesDevices }),
  };
}

export function useHealth(place: Place) {
  return useCall(statisticsCalls.siteHealth, place, MOVING);
}

export function useNow(place: Place) {
  return useCall(statisticsCalls.networkNow, place, MOVING);
}

/** Active alarms of the last 24 hours. */
export function useAlarmTrend(place: Place) {
  return useCall(statisticsCalls.alarmTrend, place, { ...MOVING, enabled: useHolds('current_alarm') });
}

/** Availability of the last 24 hours. */
export function useAvailability(place: Place) {
  return useCall(
    statisticsCalls.deviceStatistics,
    { ...place, range: 'day' },
    { ...MOVING, enabled: useSeesDevices() },
  );
}

/** Devices that are offline, of one site. */
export function useOfflineDevices(siteUUID: string | undefined) {
  return useCall(
    deviceCalls.listDevices,
    { siteUUID, status: 'offline', size: ATTENTION_SHOWN },
    { ...MOVING, enabled: useSeesDevices() && siteUUID !== undefined },
  );
}

export function useTodos(place: Place) {
  return useCall(statisticsCalls.todos, place, MOVING);
}

export function useDeviceCounts(place: Place) {
  return useCall(deviceCalls.deviceCounts, place, { ...KEPT, enabled: useSeesDevices() });
}

export function useAlarmCounts(place: Place) {
  return useCall(alarmCalls.getAlarmLogCount, place, { ...KEPT, enabled: useHolds('current_alarm') });
}

/** Number of alarms that fit beside the map. */
const NEWEST = 4;

/** Active alarms, most severe first. */
export function useMostSevereAlarms(place: Place) {
  return useCall(
    alarmCalls.queryAlarm,
    { ...place, size: NEWEST, sort: 'level' },
    { ...KEPT, enabled: useHolds('current_alarm') },
  );
}

/** Number of devices with expiring certificates, as found by an alarm rule. */
export function useCertificatesDue(place: Place): number {
  const query = useCall(
    alarmCalls.queryAlarm,
    { ...place, ...COUNT_ONLY, type: 'certificateDue' },
    { ...KEPT, enabled: useHolds('current_alarm') },
  );
  return query.data?.total ?? 0;
}
