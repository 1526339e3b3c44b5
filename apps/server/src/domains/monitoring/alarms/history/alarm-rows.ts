import type { Alarm, PastAlarm } from '@airloom/contract/alarms/alarms.model';
import type { ClearReason } from '@airloom/contract/alarms/alarms.states';
import { DEVICE_KINDS } from '@airloom/contract/devices/device-classes';
import { sql } from 'kysely';
import { type Asker, visibleDevices, visibleKinds } from '../../../network/devices/index.ts';
import type { visibleAlarms } from './visible-alarms.ts';

export type AlarmQuery = ReturnType<typeof visibleAlarms>;

/** Devices of classes hidden from the caller are not counted; deleted devices have no class. */
function consequencesOf(scope: Asker) {
  const kinds = visibleKinds(scope);
  const seen =
    kinds.length === DEVICE_KINDS.length
      ? sql`true`
      : sql`not exists (
          select from device away
          where away.tenant_id = because.tenant_id and away.id = because.device_id
            and away.kind <> all(${kinds}::text[]))`;
  return sql<number>`(select count(*)::int from alarm_consequence because
    where because.tenant_id = alarm.tenant_id and because.alarm_id = alarm.id and ${seen})`;
}

/** Adds display data. */
export function withDisplayData(scope: Asker, found: AlarmQuery) {
  return found
    .leftJoin('site', (join) =>
      join.onRef('site.tenant_id', '=', 'alarm.tenant_id').onRef('site.id', '=', 'alarm.site_id'),
    )
    .leftJoin('alarm_rule', (join) =>
      join.onRef('alarm_rule.tenant_id', '=', 'alarm.tenant_id').onRef('alarm_rule.id', '=', 'alarm.rule_id'),
    )
    .leftJoin(
      visibleDevices(scope)
        .select(['device.id', 'device.kind', 'device.name', 'device.virtual'])
        .as('device'),
      (join) => join.onRef('device.id', '=', 'alarm.device_id'),
    )
    .select([
      'alarm.id',
      'alarm.type',
      'alarm.level',
      'alarm.state',
      'alarm_rule.id as rule_id',
      sql<string>`coalesce(alarm_rule.name, alarm.rule_name)`.as('rule_name'),
      'alarm.shipped',
      'alarm.site_id',
      sql<string>`coalesce(site.name, alarm.site_name)`.as('site_name'),
      'device.id as device_id',
      'device.kind as device_kind',
      sql<string>`coalesce(device.name, alarm.device_name)`.as('device_name'),
      sql<boolean>`coalesce(device.virtual, false)`.as('virtual'),
      sql<string>`coalesce(alarm.part_name, alarm.part)`.as('part'),
      'alarm.value',
      'alarm.threshold',
      consequencesOf(scope).as('consequences'),
      'alarm.raised_at',
      'alarm.confirmed_at',
      'alarm.confirmed_by_name',
      'alarm.confirm_note',
      'alarm.cleared_at',
      'alarm.clear_reason',
      'alarm.cleared_by_name',
      'alarm.clear_note',
    ]);
}

export type Row = Awaited<ReturnType<ReturnType<typeof withDisplayData>['executeTakeFirstOrThrow']>>;

export function alarmOf(row: Row): Alarm {
  return {
    alarmUUID: row.id,
    type: row.type,
    level: row.level,
    state: row.state,
    ruleUUID: row.rule_id,
    ruleName: row.rule_name,
    shipped: row.shipped,
    siteUUID: row.site_id,
    siteName: row.site_name,
    device:
      row.device_id === null || row.device_kind === null
        ? null
        : { deviceUUID: row.device_id, kind: row.device_kind, name: row.device_name },
    deviceName: row.device_name,
    virtual: row.virtual,
    part: row.part,
    value: row.value,
    threshold: row.threshold,
    consequences: row.consequences,
    raisedAt: row.raised_at.toISOString(),
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    confirmedBy: row.confirmed_by_name,
    confirmNote: row.confirm_note,
  };
}

function clearing(row: Row): { readonly at: Date; readonly reason: ClearReason } {
  if (row.cleared_at === null || row.clear_reason === null) throw new Error(`Alarm ${row.id} goes on`);
  return { at: row.cleared_at, reason: row.clear_reason };
}

export function pastAlarmOf(row: Row): PastAlarm {
  const { alarmUUID, ...alarm } = alarmOf(row);
  const { at, reason } = clearing(row);
  return {
    ...alarm,
    alarmHistoryUUID: alarmUUID,
    clearedAt: at.toISOString(),
    clearReason: reason,
    clearedBy: row.cleared_by_name,
    clearNote: row.clear_note,
  };
}
