import { ALARM_LEVELS } from '@airloom/contract/alarms/alarms.types';
import { DEVICE_KINDS } from '@airloom/contract/devices/device-classes';
import type { HealthFigures } from '@airloom/contract/statistics/statistics.model';
import { type RawBuilder, sql } from 'kysely';
import { sqlBuilder } from '../../../../platform/database/database.ts';
import { may } from '../../../../platform/scope.ts';
import { type Asker, visibleKinds } from '../../../network/devices/index.ts';
import { type Sees, severityOf, stateAt } from './site-severity.ts';

/** Stored figures of a site or an organization. */
export interface HealthRow {
  readonly devices: number;
  readonly online: number;
  readonly offline: number;
  readonly clients: number;
  readonly outdated: number;
  readonly urgent: number;
  readonly important: number;
  readonly secondary: number;
  readonly notice: number;
  readonly alarms: number;
  readonly traffic: string;
  readonly hourly: string[];
  readonly severity: number;
}

export interface SiteHealthColumns extends HealthRow {
  readonly site_id: string;
  readonly sort_name: string;
}

export const HEALTH_COLUMNS = [
  'sort_name',
  'devices',
  'online',
  'offline',
  'clients',
  'outdated',
  'urgent',
  'important',
  'secondary',
  'notice',
  'alarms',
  'traffic',
  'hourly',
  'severity',
] as const;

export function seenBy(scope: Asker): Sees {
  const kinds = visibleKinds(scope);
  return {
    devices: kinds.length > 0,
    allDevices: kinds.length === DEVICE_KINDS.length,
    alarms: may(scope, 'current_alarm'),
  };
}

export function seesEverything({ allDevices, alarms }: Sees): boolean {
  return allDevices && alarms;
}

function sum(column: string, condition: RawBuilder<unknown>) {
  return sql<number>`coalesce(sum(${sql.id(column)}) filter (where ${condition}), 0)::int`.as(column);
}

/** Figures by site of what the caller sees. The row of all kinds is indexed; for other roles kinds are summed up. */
export function siteFigures(scope: Asker) {
  const sees = seenBy(scope);
  if (seesEverything(sees)) {
    return sqlBuilder
      .selectFrom('site_health')
      .select(['site_health.site_id', ...HEALTH_COLUMNS])
      .where('site_health.tenant_id', '=', scope.tenant)
      .where('site_health.kind', '=', sql.lit('all'))
      .$castTo<SiteHealthColumns>();
  }
  const kinds = visibleKinds(scope);
  const isSeen = sql`kind = any(${kinds}::text[])`;
  const isAlarmSeen = sees.alarms ? sql`(${isSeen} or kind = 'none')` : sql`false`;
  const sums = sqlBuilder
    .selectFrom('site_health')
    .where('site_health.tenant_id', '=', scope.tenant)
    .groupBy('site_health.site_id')
    .select([
      'site_health.site_id',
      sql<string>`max(sort_name)`.as('sort_name'),
      ...(['devices', 'online', 'offline', 'clients', 'outdated'] as const).map((name) => sum(name, isSeen)),
      ...ALARM_LEVELS.map((level) => sum(level, isAlarmSeen)),
      sum('alarms', isAlarmSeen),
      sql<string>`max(traffic)`.as('traffic'),
      sql<string[]>`max(hourly)`.as('hourly'),
    ]);
  return sqlBuilder
    .selectFrom(sums.as('sums'))
    .selectAll()
    .select(severityOf(sees).as('severity'))
    .$castTo<SiteHealthColumns>();
}

/** Without any device class only alarms of sites are visible, so zero alarms means unknown. */
export function alarmsSeen(alarms: number, sees: Sees): number | null {
  return sees.alarms && (sees.devices || alarms > 0) ? alarms : null;
}

export function healthOf(row: Omit<HealthRow, 'traffic' | 'hourly'>, sees: Sees): HealthFigures {
  const known = (value: number) => (sees.devices ? value : null);
  const alarms = alarmsSeen(row.alarms, sees);
  const { urgent, important, secondary, notice } = row;
  return {
    devices: known(row.devices),
    online: known(row.online),
    offline: known(row.offline),
    clients: known(row.clients),
    outdated: known(row.outdated),
    alarms,
    levels: alarms === null ? null : { urgent, important, secondary, notice },
    level: ALARM_LEVELS.find((level) => row[level] > 0) ?? null,
    state: stateAt(row.severity),
  };
}

export function trafficOf(
  { traffic, hourly }: Pick<HealthRow, 'traffic' | 'hourly'>,
  isSeen: boolean,
): { trafficBytes: number | null; trafficByHour: number[] | null } {
  if (!isSeen) return { trafficBytes: null, trafficByHour: null };
  return { trafficBytes: Number(traffic), trafficByHour: hourly.map(Number) };
}
