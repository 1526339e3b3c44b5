import { alarmLevel, alarmState, alarmTypeName } from '@airloom/contract/alarms/alarms.model';
import { uuid } from '@airloom/contract/fields';
import { momentIn } from '../../shared/logs/local-time.ts';
import type { Place } from '../../shared/session/place.ts';

export const FILTERS = ['level', 'state', 'type', 'deviceUUID', 'from', 'to'] as const;
export type FilterName = (typeof FILTERS)[number];

type Chosen = Readonly<Partial<Record<string, string>>>;

/** Filters of the call from the address. */
export function readFilters(chosen: Chosen, place: Place) {
  return {
    ...place,
    level: alarmLevel.safeParse(chosen['level']).data,
    type: alarmTypeName.safeParse(chosen['type']).data,
    deviceUUID: uuid.safeParse(chosen['deviceUUID']).data,
    from: momentIn(chosen['from']),
    to: momentIn(chosen['to']),
  };
}

export function readState(chosen: Chosen) {
  return alarmState.safeParse(chosen['state']).data;
}
