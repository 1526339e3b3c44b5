import type { alarmFilters } from '@airloom/contract/alarms/alarms.rules';
import type { AlarmState } from '@airloom/contract/alarms/alarms.states';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Transaction } from '../../../../platform/database/database.ts';
import { containing } from '../../../../platform/database/paging.ts';
import { type Asker, visibleDevices } from '../../../network/devices/index.ts';
import { NAMES_MAX, pastNames } from './alarm-names.repository.ts';
import type { Found } from './shown-alarms.ts';
import { currentAlarms, inSites, pastAlarms, sitesOf } from './visible-alarms.ts';

export type AlarmFilters = z.output<typeof alarmFilters> & { readonly search: string };
export type CurrentFilters = AlarmFilters & { readonly state?: AlarmState | undefined };

export function narrowed({ tenant }: Asker, alarms: Found, filters: Omit<AlarmFilters, 'search'>): Found {
  const { type, level, enterpriseUUID, siteUUID, deviceUUID } = filters;
  let found = alarms;
  if (type !== undefined) found = found.where('alarm.type', '=', type);
  if (level !== undefined) found = found.where('alarm.level', '=', level);
  if (siteUUID !== undefined) found = found.where('alarm.site_id', '=', siteUUID);
  if (deviceUUID !== undefined) found = found.where('alarm.device_id', '=', deviceUUID);
  if (enterpriseUUID !== undefined) {
    found = found.where(inSites(sitesOf({ tenant }).where('site.enterprise_id', '=', enterpriseUUID)));
  }
  return found;
}

function devicesCalled(scope: Asker, search: string) {
  return visibleDevices(scope)
    .select('device.id')
    .where('device.sort_name', 'like', sql<string>`(select lower(${containing(search)}))`);
}

function sitesCalled(scope: Asker, search: string) {
  return sitesOf(scope).where(
    sql<string>`lower(site.name)`,
    'like',
    sql<string>`(select lower(${containing(search)}))`,
  );
}

/**
 * What was renamed since is found by either name. Of a plain LIKE the planner expects next to nothing, and would read
 * all there is where the first thousands are enough.
 */
function called(scope: Asker, search: string): RawBuilder<boolean> {
  return sql<boolean>`(coalesce(alarm.search like (select lower(${containing(search)})), false)
    or ${inSites(sitesCalled(scope, search))} or alarm.device_id in (${devicesCalled(scope, search)}))`;
}

/** The same for the history: told one by one, indexes lead to what is called so, unless that is too much. */
export async function calledInPast(
  tx: Transaction,
  scope: Asker,
  search: string,
): Promise<RawBuilder<boolean>> {
  const [names, devices, sites] = await Promise.all([
    pastNames(tx, scope, search),
    tx.all(devicesCalled(scope, search).limit(NAMES_MAX + 1)),
    tx.all(sitesCalled(scope, search).limit(NAMES_MAX + 1)),
  ]);
  if ([names, devices, sites].some(({ length }) => length > NAMES_MAX)) return called(scope, search);
  const ways = [
    sql`alarm.search = any(${names}::text[])`,
    ...(devices.length === 0 ? [] : [sql`alarm.device_id = any(${devices.map(({ id }) => id)}::uuid[])`]),
    ...(sites.length === 0 ? [] : [sql`alarm.site_id = any(${sites.map(({ id }) => id)}::uuid[])`]),
  ];
  return sql<boolean>`(${sql.join(ways, sql` or `)})`;
}

export function foundCurrent(scope: Asker, filters: CurrentFilters): Found {
  const { state, from, to } = filters;
  let found = narrowed(scope, currentAlarms(scope), filters);
  if (filters.search !== '') found = found.where(called(scope, filters.search));
  if (state !== undefined) found = found.where('alarm.state', '=', state);
  if (from !== undefined) found = found.where('alarm.raised_at', '>=', new Date(from));
  if (to !== undefined) found = found.where('alarm.raised_at', '<=', new Date(to));
  return found;
}

/** Those that went on at any time between. */
export function foundPast(
  scope: Asker,
  filters: AlarmFilters,
  isCalled: RawBuilder<boolean> = called(scope, filters.search),
): Found {
  const { from, to } = filters;
  let found = narrowed(scope, pastAlarms(scope), filters);
  if (filters.search !== '') found = found.where(isCalled);
  if (from !== undefined) found = found.where('alarm.cleared_at', '>=', new Date(from));
  if (to !== undefined) found = found.where('alarm.raised_at', '<=', new Date(to));
  return found;
}
