import type { AlarmLevel, AlarmType } from '@airloom/contract/alarms/alarms.types';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { Member } from '../settings/people.repository.ts';
import type { DigestPeriod } from './digest.ts';

/** An alarm with all fields that notices show. */
export interface NoticeAlarm {
  readonly id: string;
  readonly ruleId: string;
  readonly type: AlarmType;
  readonly level: AlarmLevel;
  readonly siteId: string | null;
  readonly enterpriseId: string | null;
  readonly siteName: string;
  readonly deviceId: string | null;
  readonly deviceKind: DeviceKind | null;
  readonly deviceName: string;
  readonly part: string;
  readonly value: number | null;
  readonly threshold: number | null;
  readonly raisedAt: Date;
  /** Time of the last escalation. */
  readonly levelledAt: Date | null;
  readonly confirmedAt: Date | null;
  readonly confirmedBy: string;
  readonly clearedAt: Date | null;
  readonly clearReason: string | null;
  readonly timeZone: string;
  /** Devices that are offline because of it. */
  readonly consequences: number;
}

/** An alarm without a site uses UTC. */
const NOWHERE = 'UTC';

const COLUMNS = sql`
  alarm.id, alarm.rule_id as "ruleId", alarm.type, alarm.level, alarm.site_id as "siteId",
  site.enterprise_id as "enterpriseId", alarm.site_name as "siteName", alarm.device_id as "deviceId",
  alarm.device_kind as "deviceKind", alarm.device_name as "deviceName",
  coalesce(alarm.part_name, alarm.part) as part, alarm.value, alarm.threshold, alarm.raised_at as "raisedAt",
  alarm.levelled_at as "levelledAt", alarm.confirmed_at as "confirmedAt", alarm.confirmed_by_name as "confirmedBy",
  alarm.cleared_at as "clearedAt", alarm.clear_reason as "clearReason",
  coalesce(site.time_zone, ${NOWHERE}) as "timeZone",
  (select count(*)::int from alarm_consequence away
    where away.tenant_id = alarm.tenant_id and away.alarm_id = alarm.id) as consequences`;

function alarmsOf(
  tx: Transaction,
  tenant: string,
  ids: readonly string[],
  ending: RawBuilder<unknown>,
): Promise<NoticeAlarm[]> {
  return tx.all(sql<NoticeAlarm>`
    select ${COLUMNS} from alarm
    left join site on site.tenant_id = alarm.tenant_id and site.id = alarm.site_id
    where alarm.tenant_id = ${tenant} and alarm.id = any(${ids}::uuid[]) and alarm.removed_at is null
    ${ending}`);
}

export function readAlarms(tx: Transaction, tenant: string, ids: readonly string[]): Promise<NoticeAlarm[]> {
  return alarmsOf(tx, tenant, ids, sql`order by alarm.raised_at, alarm.id`);
}

/** The same, locked until the transaction ends: concurrent planning for one alarm runs one after the other. */
export function lockAlarms(tx: Transaction, tenant: string, ids: readonly string[]): Promise<NoticeAlarm[]> {
  return alarmsOf(tx, tenant, ids, sql`order by alarm.id for no key update of alarm`);
}

export interface DigestCount {
  readonly level: AlarmLevel;
  readonly raised: number;
  readonly open: number;
}

interface Counting extends DigestPeriod {
  readonly settingId: string;
  readonly timeZone: string;
  /** Memberships of the person; null for an address. */
  readonly readers: readonly Member[] | null;
}

/** The same condition as `sees`, for many alarms at once. */
function seenBy(readers: readonly Member[]): RawBuilder<boolean> {
  const each = readers
    .filter(({ seesAlarms }) => seesAlarms)
    .map(
      ({ kinds, seesAll, siteIds, enterpriseIds }) => sql`(
        (alarm.device_kind is null or alarm.device_kind = any(${kinds}::text[]))
        and (${seesAll} or alarm.site_id = any(${siteIds}::uuid[])
          or site.enterprise_id = any(${enterpriseIds}::uuid[])))`,
    );
  return each.length === 0 ? sql`false` : sql`(${sql.join(each, sql` or `)})`;
}

/** Numbers of alarms raised in a period and still active, by level, as far as the reader may see them. */
export function countAlarms(
  tx: Transaction,
  tenant: string,
  { settingId, timeZone, from, to, readers }: Counting,
): Promise<DigestCount[]> {
  return tx.all(sql<DigestCount>`
    select alarm.level, count(*)::int as raised, (count(*) filter (where alarm.cleared_at is null))::int as open
    from alarm
    join notice_setting setting on setting.tenant_id = alarm.tenant_id and setting.id = ${settingId}
    left join site on site.tenant_id = alarm.tenant_id and site.id = alarm.site_id
    where alarm.tenant_id = ${tenant} and alarm.raised_at >= ${from} and alarm.raised_at < ${to}
      and alarm.removed_at is null
      and alarm.level = any(setting.levels) and coalesce(site.time_zone, ${NOWHERE}) = ${timeZone}
      and (alarm.site_id in (select site_id from notice_setting_site chosen
             where chosen.tenant_id = setting.tenant_id and chosen.setting_id = setting.id)
        or not exists (select from notice_setting_site chosen
             where chosen.tenant_id = setting.tenant_id and chosen.setting_id = setting.id))
      and ${readers === null ? sql`true` : seenBy(readers)}
    group by alarm.level`);
}
