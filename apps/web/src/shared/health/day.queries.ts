import { statisticsCalls } from '@airloom/contract/statistics/statistics.calls';
import { useCall } from '../api/use-call.ts';
import type { Place } from '../session/place.ts';

/** Figures move on without anybody telling. */
const MOVING = { keepPrevious: true, every: 60_000 } as const;

/** The last 24 hours of a place, and who took most of them. */
export function useDay(place: Place) {
  return useCall(statisticsCalls.networkStatistics, { ...place, range: 'day' }, MOVING);
}

export function useTop(place: Place, what: 'sites' | 'aps' | 'ssids', size: number) {
  return useCall(
    statisticsCalls.compareNetwork,
    { ...place, range: 'day', what, size, sort: '-bytes' },
    MOVING,
  );
}

export function useTopTerminals(place: Place, size: number) {
  const query = useCall(statisticsCalls.topTerminals, { ...place, range: 'day' }, MOVING);
  return { ...query, data: query.data?.slice(0, size) };
}
