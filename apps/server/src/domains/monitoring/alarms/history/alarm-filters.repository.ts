import type { alarmFilters } from '@airloom/contract/alarms/alarms.rules';
import type { AlarmState } from '@airloom/contract/alarms/alarms.states';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Transaction } from '../../../../platform/database/database.ts';
import { containing } from '../../../../platform/database/paging.ts';
import { isAmong, rareMatches } from '../../../../platform/database/text-search.ts';
import { type Asker, visibleDevices } from '../../../network/devices/index.ts';
import { historyNames, NAMES_MAX } from './alarm-names.repository.ts';
import type { AlarmQuery } from './alarm-rows.ts';
import { activeAlarms, clearedAlarms, inSites, sitesOf } from './visible-alarms.ts';

export type AlarmFilters = z.output<typeof alarmFilters> & { readonly search: string };
export type ActiveFilters = AlarmFilters & { readonly state?: AlarmState | undefined };

export function filtered(
  { tenant }: Asker,
  alarms: AlarmQuery,
  filters: Omit<AlarmFilters, 'search'>,
): AlarmQuery {
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

function devicesNamed(scope: Asker, search: string) {
  return visibleDevices(scope)
    .select('device.id')
    .where('device.sort_name', 'like', sql<string>`(select lower(${containing(search)}))`);
}

function sitesNamed(scope: Asker, search: string) {
  return sitesOf(scope).where(
    sql<string>`lower(site.name)`,
    'like',
    sql<string>`(select lower(${containing(search)}))`,
  );
}

/**
 * Matches the current and the former name. The planner underestimates a plain LIKE and would read everything where
 * the first rows of an index are enough. Sites are looked up in a hash table: an array of thousands would be read anew
 * for each alarm.
 */
function named(scope: Asker, search: string): RawBuilder<boolean> {
  return sql<boolean>`(coalesce(alarm.search like (select lower(${containing(search)})), false)
    or alarm.site_id in (${sitesNamed(scope, search)}) or alarm.device_id in (${devicesNamed(scope, search)}))`;
}

interface NamedPlaces {
  readonly devices: readonly { readonly id: string }[];
  readonly sites: readonly { readonly id: string }[];
}

async function placesNamed(tx: Transaction, scope: Asker, search: string): Promise<NamedPlaces> {
  const [rareDevices, rareSites] = await Promise.all([
    rareMatches(tx, 'device', search),
    rareMatches(tx, 'site', search),
  ]);
  const [devices, sites] = await Promise.all([
    tx.all(
      devicesNamed(scope, search)
        .where(isAmong('device.id', rareDevices))
        .limit(NAMES_MAX + 1),
    ),
    tx.all(
      sitesNamed(scope, search)
        .where(isAmong('site.id', rareSites))
        .limit(NAMES_MAX + 1),
    ),
  ]);
  return { devices, sites };
}

/** The same for the history: listed one by one, names can use indexes, unless there are too many. */
export async function namedInHistory(
  tx: Transaction,
  scope: Asker,
  search: string,
): Promise<RawBuilder<boolean>> {
  const [names, places] = await Promise.all([
    historyNames(tx, scope, search),
    placesNamed(tx, scope, search),
  ]);
  if (names.length > NAMES_MAX) return named(scope, search);
  return listed(sql`alarm.search = any(${names}::text[])`, places) ?? named(scope, search);
}

/** The same for active alarms. */
export async function namedAmongActive(
  tx: Transaction,
  scope: Asker,
  search: string,
): Promise<RawBuilder<boolean>> {
  const alarms = await rareMatches(tx, 'active_alarm', search);
  if (alarms === null) return named(scope, search);
  // The index finds bytes of other characters, too.
  const byName = sql`(${isAmong('alarm.id', alarms)} and alarm.search like lower(${containing(search)}))`;
  return listed(byName, await placesNamed(tx, scope, search)) ?? named(scope, search);
}

/** Null when there are too many devices or sites. */
function listed(
  byFormerName: RawBuilder<unknown>,
  { devices, sites }: NamedPlaces,
): RawBuilder<boolean> | null {
  if (devices.length > NAMES_MAX || sites.length > NAMES_MAX) return null;
  const conditions = [
    byFormerName,
    ...(devices.length === 0 ? [] : [sql`alarm.device_id = any(${devices.map(({ id }) => id)}::uuid[])`]),
    ...(sites.length === 0 ? [] : [sql`alarm.site_id = any(${sites.map(({ id }) => id)}::uuid[])`]),
  ];
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

export function filteredActive(
  scope: Asker,
  filters: ActiveFilters,
  matchesName: RawBuilder<boolean> = named(scope, filters.search),
): AlarmQuery {
  const { state, from, to } = filters;
  let found = filtered(scope, activeAlarms(scope), filters);
  if (filters.search !== '') found = found.where(matchesName);
  if (state !== undefined) found = found.where('alarm.state', '=', state);
  if (from !== undefined) found = found.where('alarm.raised_at', '>=', new Date(from));
  if (to !== undefined) found = found.where('alarm.raised_at', '<=', new Date(to));
  return found;
}

/** Alarms active at any time within the period. */
export function filteredHistory(
  scope: Asker,
  filters: AlarmFilters,
  matchesName: RawBuilder<boolean> = named(scope, filters.search),
): AlarmQuery {
  const { from, to } = filters;
  let found = filtered(scope, clearedAlarms(scope), filters);
  if (filters.search !== '') found = found.where(matchesName);
  if (from !== undefined) found = found.where('alarm.cleared_at', '>=', new Date(from));
  if (to !== undefined) found = found.where('alarm.raised_at', '<=', new Date(to));
  return found;
}
