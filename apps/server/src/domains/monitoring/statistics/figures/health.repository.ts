import { ALARM_LEVELS, type AlarmLevel, gravity } from '@airloom/contract/alarms/alarms.types';
import { DEVICE_KINDS } from '@airloom/contract/devices/device-classes';
import { STATISTICS_LIMITS } from '@airloom/contract/statistics/statistics.limits';
import {
  type NetworkHealth,
  SITE_STATES,
  type SiteHealth,
  type SiteState,
} from '@airloom/contract/statistics/statistics.model';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { isConnectedIn } from '../../../../platform/database/device-status.ts';
import { may } from '../../../../platform/scope.ts';
import { type Asker, visibleKinds } from '../../../network/devices/index.ts';
import { visibleAlarms } from '../../alarms/index.ts';
import { atDevicesOfKinds, isThere } from '../../clients/index.ts';
import { type Place, sitesAt } from './place.repository.ts';

interface SiteRow {
  readonly id: string;
  readonly name: string;
  readonly enterprise_id: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly devices: number;
  readonly online: number;
  readonly neverConnected: number;
  readonly clients: number;
  readonly alarms: number;
  readonly gravest: number | null;
  readonly state: SiteState;
}

interface HealthRow extends Readonly<Record<SiteState, number>> {
  readonly sites: number;
  readonly unplaced: number;
  readonly devices: number;
  readonly online: number;
  readonly neverConnected: number;
  readonly alarms: number;
  readonly worst: readonly SiteRow[];
}

interface Sees {
  /** Devices of any class. */
  readonly devices: boolean;
  /** Devices of every class. */
  readonly allDevices: boolean;
  readonly alarms: boolean;
}

/** Positions start at 1, as in PostgreSQL. */
function placeIn(list: readonly string[], value: 'alarm.level' | 'state') {
  return sql`array_position(${sql.lit(`{${list.join(',')}}`)}::text[], ${sql.ref(value)})`;
}

function placeOf(level: AlarmLevel) {
  return sql.lit(gravity(level) + 1);
}

function levelAt(place: number | null): AlarmLevel | null {
  return place === null ? null : (ALARM_LEVELS[place - 1] ?? null);
}

/** State as defined by `siteHealth` in the contract. */
function stateFor(sees: Sees) {
  return sql`case
    when gravest <= ${placeOf('important')} or (online = 0 and devices > "neverConnected") then 'trouble'
    when gravest = ${placeOf('secondary')} or online + "neverConnected" < devices then 'attention'
    when devices > 0 and online = 0 then 'pending'
    when devices = 0 and ${sees.allDevices}::boolean then 'empty'
    when devices = 0 or not ${sees.devices}::boolean or not ${sees.alarms}::boolean then 'unknown'
    else 'well'
  end`;
}

/** Based on the device classes and alarms visible to the scope. If there are too many sites, the worst are listed. */
export async function readHealth(
  tx: Transaction,
  scope: Asker,
  place: Place,
  now: Date,
): Promise<NetworkHealth> {
  const kinds = visibleKinds(scope);
  const sees: Sees = {
    devices: kinds.length > 0,
    allDevices: kinds.length === DEVICE_KINDS.length,
    alarms: may(scope, 'current_alarm'),
  };
  const alarms = visibleAlarms(scope)
    .where('alarm.cleared_at', 'is', null)
    .where('alarm.site_id', 'in', sitesAt(scope, place).select('site.id'))
    .where(sql<boolean>`${sees.alarms}::boolean`)
    .select([
      'alarm.site_id',
      sql`count(*)::int`.as('alarms'),
      sql`min(${placeIn(ALARM_LEVELS, 'alarm.level')})`.as('gravest'),
    ])
    .groupBy('alarm.site_id');
  const sites = sitesAt(scope, place).select([
    'site.id',
    'site.name',
    'site.enterprise_id',
    'site.latitude',
    'site.longitude',
  ]);
  const states = SITE_STATES.map(
    (state) => sql`count(*) filter (where state = ${sql.lit(state)})::int as ${sql.id(state)}`,
  );
  // New sites have no planner statistics, and a nested loop over them would take minutes.
  await tx.run(sql`select set_config('enable_nestloop', 'off', true)`);
  const row = await tx.first(sql<HealthRow>`
    with sites as (${sites}),
    devices as (
      select site_id, count(*)::int as devices, count(*) filter (where ${isConnectedIn('status')})::int as online,
        count(*) filter (where status = 'neverConnected')::int as "neverConnected"
      from device where tenant_id = ${scope.tenant} and kind = any(${kinds}::text[])
        and site_id = any(array(select id from sites))
      group by site_id
    ),
    clients as (
      select site_id, count(distinct mac)::int as clients from terminal_session
      where tenant_id = ${scope.tenant} and ${isThere(now)} and site_id = any(array(select id from sites))
        and ${atDevicesOfKinds(scope, kinds)}
      group by site_id
    ),
    alarms as (${alarms}),
    counted as (
      select sites.*, coalesce(devices, 0) as devices, coalesce(online, 0) as online,
        coalesce("neverConnected", 0) as "neverConnected", coalesce(clients, 0) as clients,
        coalesce(alarms, 0) as alarms, gravest
      from sites
      left join devices on devices.site_id = sites.id left join clients on clients.site_id = sites.id
      left join alarms on alarms.site_id = sites.id
    ),
    rated as (select *, ${stateFor(sees)} as state from counted),
    worst as (
      select * from rated
      order by ${placeIn(SITE_STATES, 'state')}, gravest nulls last, alarms desc, lower(name), id
      limit ${STATISTICS_LIMITS.sitesOnMapMax}
    )
    select count(*)::int as sites, count(*) filter (where latitude is null)::int as unplaced,
      coalesce(sum(devices), 0)::int as devices, coalesce(sum(online), 0)::int as online,
      coalesce(sum("neverConnected"), 0)::int as "neverConnected",
      coalesce(sum(alarms), 0)::int as alarms, ${sql.join(states)},
      (select coalesce(json_agg(worst), '[]') from worst) as worst
    from rated`);
  if (row === undefined) throw new Error('the sites could not be counted');
  return {
    kinds: [...kinds],
    sites: row.worst.map((site) => siteOf(site, sees)),
    totals: {
      sites: row.sites,
      unplaced: row.unplaced,
      devices: sees.devices ? row.devices : null,
      online: sees.devices ? row.online : null,
      neverConnected: sees.devices ? row.neverConnected : null,
      alarms: alarmsSeen(row.alarms, sees),
      states: {
        trouble: row.trouble,
        attention: row.attention,
        well: row.well,
        pending: row.pending,
        empty: row.empty,
        unknown: row.unknown,
      },
    },
  };
}

/** Without any device class only alarms of sites are visible, so zero alarms means unknown. */
function alarmsSeen(alarms: number, sees: Sees): number | null {
  return sees.alarms && (sees.devices || alarms > 0) ? alarms : null;
}

function siteOf(row: SiteRow, sees: Sees): SiteHealth {
  return {
    siteUUID: row.id,
    siteName: row.name,
    enterpriseUUID: row.enterprise_id,
    coordinates:
      row.latitude === null || row.longitude === null
        ? null
        : { latitude: row.latitude, longitude: row.longitude },
    devices: sees.devices ? row.devices : null,
    online: sees.devices ? row.online : null,
    neverConnected: sees.devices ? row.neverConnected : null,
    clients: sees.devices ? row.clients : null,
    alarms: alarmsSeen(row.alarms, sees),
    level: levelAt(row.gravest),
    state: row.state,
  };
}
