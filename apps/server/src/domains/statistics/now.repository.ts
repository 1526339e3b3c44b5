import { ALARM_LEVELS, type AlarmLevel } from '@airloom/contract/alarms/alarms.types';
import { CONFIGURATION_FAILED } from '@airloom/contract/devices/devices.states';
import { LIMITS } from '@airloom/contract/limits';
import type { NetworkNow, SiteHealth, Todos } from '@airloom/contract/statistics/statistics.model';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../platform/database/database.ts';
import { may, type Scope } from '../../platform/scope.ts';
import { visibleAlarms } from '../alarms/index.ts';
import { type Asker, visibleDevices, visibleKinds } from '../devices/index.ts';
import { isThere } from '../terminals/index.ts';
import { type Place, sitesAt } from './place.repository.ts';
import { passedIn, type SitesAsked } from './site-figures.repository.ts';
import { DAY_MS, HOUR_MS, kbps, rounded } from './window.ts';

/** What passes is measured over so long: devices report once a minute. */
const NOW_MS = 5 * 60_000;
const WEEK_MS = 7 * DAY_MS;

export async function readNow(tx: Transaction, asked: SitesAsked): Promise<NetworkNow> {
  const { scope, sites, moment } = asked;
  const span = { from: moment.now - NOW_MS, to: moment.now };
  const before = Math.floor((moment.now - WEEK_MS) / HOUR_MS) * HOUR_MS;
  const [here, passed, then] = await Promise.all([
    tx.first(sql<{ clients: number }>`
      select count(distinct mac)::int as clients from terminal_session
      where tenant_id = ${scope.tenant} and ${isThere(new Date(moment.now))} and site_id = any(${sites}::uuid[])`),
    passedIn(tx, asked, span),
    tx.first(sql<{ rx: string | null; tx: string; clients: number }>`
      select sum(rx_bytes)::bigint as rx, sum(tx_bytes)::bigint as tx, sum(clients_avg) as clients
      from site_1h
      where tenant_id = ${scope.tenant} and site_id = any(${sites}::uuid[]) and hour = ${new Date(before)}`),
  ]);
  const hour = { from: 0, to: HOUR_MS };
  const known = then === undefined || then.rx === null ? null : { ...then, rx: then.rx };
  return {
    at: new Date(moment.now).toISOString(),
    clients: here?.clients ?? 0,
    clientsBefore: known && rounded(known.clients),
    downKbps: passed && kbps(passed.down, span),
    downKbpsBefore: known && kbps(Number(known.rx), hour),
    upKbps: passed && kbps(passed.up, span),
    upKbpsBefore: known && kbps(Number(known.tx), hour),
  };
}

interface HealthRow {
  readonly id: string;
  readonly name: string;
  readonly enterprise_id: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly devices: number | null;
  readonly online: number | null;
  readonly clients: number | null;
  readonly alarms: number | null;
  readonly gravest: number | null;
}

const LEVEL_PLACE = sql`array_position(${sql.lit(`{${ALARM_LEVELS.join(',')}}`)}::text[], alarm.level)`;

/** Whoever may not see alarms or devices is told nothing of them. Of too many sites those that fare worst are shown. */
export async function readHealth(
  tx: Transaction,
  scope: Asker,
  place: Place,
  now: Date,
): Promise<SiteHealth[]> {
  const kinds = visibleKinds(scope);
  const seesAlarms = may(scope, 'current_alarm');
  const alarms = visibleAlarms(scope)
    .where('alarm.cleared_at', 'is', null)
    .where('alarm.site_id', 'in', sitesAt(scope, place).select('site.id'))
    .where(sql<boolean>`${seesAlarms}::boolean`)
    .select(['alarm.site_id', sql`count(*)::int`.as('alarms'), sql`min(${LEVEL_PLACE})`.as('gravest')])
    .groupBy('alarm.site_id');
  const sites = sitesAt(scope, place).select([
    'site.id',
    'site.name',
    'site.enterprise_id',
    'site.latitude',
    'site.longitude',
  ]);
  const rows = await tx.all(sql<HealthRow>`
    with sites as (${sites}),
    devices as (
      select site_id, count(*)::int as devices, count(*) filter (where status <> 'offline')::int as online
      from device where tenant_id = ${scope.tenant} and kind = any(${kinds}::text[])
        and site_id = any(array(select id from sites))
      group by site_id
    ),
    clients as (
      select site_id, count(distinct mac)::int as clients from terminal_session
      where tenant_id = ${scope.tenant} and ${isThere(now)} and site_id = any(array(select id from sites))
      group by site_id
    ),
    alarms as (${alarms})
    select sites.*, devices, online, clients, alarms, gravest from sites
    left join devices on devices.site_id = sites.id left join clients on clients.site_id = sites.id
    left join alarms on alarms.site_id = sites.id
    order by gravest nulls last, coalesce(devices.online, 0) < coalesce(devices.devices, 0) desc, sites.name, sites.id
    limit ${LIMITS.statistics.sitesOnMapMax}`);
  return rows.map((row) => ({
    siteUUID: row.id,
    siteName: row.name,
    enterpriseUUID: row.enterprise_id,
    coordinates:
      row.latitude === null || row.longitude === null
        ? null
        : { latitude: row.latitude, longitude: row.longitude },
    devices: kinds.length === 0 ? null : (row.devices ?? 0),
    online: kinds.length === 0 ? null : (row.online ?? 0),
    clients: row.clients ?? 0,
    alarms: seesAlarms ? (row.alarms ?? 0) : null,
    level: levelAt(row.gravest),
  }));
}

function levelAt(place: number | null): AlarmLevel | null {
  return place === null ? null : (ALARM_LEVELS[place - 1] ?? null);
}

function counted(condition: string) {
  return sql<number>`count(*) filter (where ${sql.raw(condition)})::int`;
}

export async function readTodos(tx: Transaction, scope: Scope, place: Place): Promise<Todos> {
  const isWhole = place.enterpriseUUID === undefined && place.siteUUID === undefined;
  const [devices, waiting, sites] = await Promise.all([
    tx.first(
      visibleDevices(scope)
        .where('device.site_id', 'in', sitesAt(scope, place).select('site.id'))
        .select([
          counted("upgrade_status = 'upgradeFailed'").as('failed'),
          counted("upgrade_status = 'upgrading'").as('running'),
          sql<number>`count(*) filter (where configuration_state in (${sql.join(CONFIGURATION_FAILED)}))::int`.as(
            'misconfigured',
          ),
        ]),
    ),
    scope.reach.kind === 'all' && isWhole
      ? tx.first(
          visibleDevices(scope)
            .where('device.site_id', 'is', null)
            .select(sql<number>`count(*)::int`.as('devices')),
        )
      : undefined,
    tx.first(
      sqlBuilder
        .selectFrom(sitesAt(scope, place).select('site.latitude').as('sites'))
        .select(counted('latitude is null').as('unplaced')),
    ),
  ]);
  return {
    unclaimed: waiting?.devices ?? 0,
    upgradesFailed: devices?.failed ?? 0,
    upgradesRunning: devices?.running ?? 0,
    configurationsFailed: devices?.misconfigured ?? 0,
    sitesWithoutPlace: sites?.unplaced ?? 0,
  };
}
