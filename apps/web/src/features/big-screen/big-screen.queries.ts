import { alarmCalls } from '@airloom/contract/alarms/alarms.calls';
import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import { statisticsCalls } from '@airloom/contract/statistics/statistics.calls';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useCall } from '../../shared/api/use-call.ts';
import { findCurrent, SITE } from '../../shared/session/current-site.ts';
import type { Place } from '../../shared/session/place.ts';
import { siteTreeQuery } from '../../shared/session/session-actions.ts';
import { useHolds } from '../../shared/session/session-store.ts';

/** A big screen has no user at hand, so it polls in addition to live messages. */
const SOON = { keepPrevious: true, every: 20_000 } as const;
const ALARMS_SHOWN = 8;

/** Everything visible, or the organization or site in the address. */
export function useScreenPlace(): { place: Place; name: string | undefined } {
  const [query] = useSearchParams();
  const { data: tree } = useQuery(siteTreeQuery);
  const at = query.get('at');
  return useMemo(() => {
    const found = at !== null && tree ? findCurrent(tree, at) : null;
    return {
      place: {
        siteUUID: found?.type === SITE ? found.id : undefined,
        enterpriseUUID: found && found.type !== SITE ? found.id : undefined,
      },
      name: found?.name,
    };
  }, [at, tree]);
}

/** Polls in the background too: a display that is off at night hides the page but stays signed in. */
export function useHealth(place: Place) {
  return useCall(statisticsCalls.siteHealth, place, { ...SOON, evenHidden: true });
}

export function useNow(place: Place) {
  return useCall(statisticsCalls.networkNow, place, SOON);
}

export function useAlarms(place: Place) {
  return useCall(
    alarmCalls.queryAlarm,
    { ...place, size: ALARMS_SHOWN, sort: 'level' },
    { ...SOON, enabled: useHolds('current_alarm') },
  );
}

export function useAlarmCounts(place: Place) {
  return useCall(alarmCalls.getAlarmLogCount, place, { ...SOON, enabled: useHolds('current_alarm') });
}

export function useDeviceCounts(place: Place) {
  return useCall(deviceCalls.deviceCounts, place, { ...SOON, enabled: useHolds('device_manage') });
}
