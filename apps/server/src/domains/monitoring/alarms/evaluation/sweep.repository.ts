import { CONFIGURATION_FAILED } from '@airloom/contract/devices/devices.states';
import { HOUR } from '@airloom/contract/time';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { isConnectedIn } from '../../../../platform/database/device-status.ts';
import { plannedAnew } from '../../../../platform/database/replan.ts';
import { FAILURE_TYPES } from '../outages/device-state.repository.ts';
import { LOST_PORT } from '../outages/lost-port.ts';
import { SITE_OUTAGE_MIN } from '../outages/site-outages.ts';

export interface SiteKey {
  readonly tenant: string;
  readonly siteId: string;
}

export interface DeviceKey {
  readonly tenant: string;
  readonly deviceId: string;
}

/** Lowest threshold of a rule. */
const LEAST = sql`(select min((entry.fields ->> 'threshold')::float8) from jsonb_array_elements(rule.levels) as entry (fields))`;

/** On a row of `device`: same condition as `concerns`. */
export const CONCERNS = sql`(rule.kinds = '{}' or device.kind = any(rule.kinds)) and (
  not exists (select from alarm_rule_site s where s.tenant_id = rule.tenant_id and s.rule_id = rule.id)
  or exists (select from alarm_rule_site s
             where s.tenant_id = rule.tenant_id and s.rule_id = rule.id and s.site_id = device.site_id))`;

/** Sites of all accounts with devices offline for longer than the threshold and without an alarm. */
const OVERDUE = (now: Date) => sql`
  select device.tenant_id as tenant, device.site_id as "siteId"
  from alarm_rule rule
  join device on device.tenant_id = rule.tenant_id and device.status = 'offline' and device.site_id is not null
    and device.offline_at <= ${now}::timestamptz - ${LEAST} * interval '1 minute'
  where rule.enabled and rule.type = 'deviceOffline' and ${CONCERNS}
    and not exists (
      select from alarm
      where alarm.tenant_id = rule.tenant_id and alarm.device_id = device.id and alarm.rule_id = rule.id
        and (alarm.cleared_at is null
          or (alarm.clear_reason = 'person' and alarm.cleared_at >= device.offline_at)))
    and not exists (
      select from alarm_consequence because
      join alarm on alarm.tenant_id = because.tenant_id and alarm.id = because.alarm_id
      where because.tenant_id = device.tenant_id and because.device_id = device.id and alarm.cleared_at is null)`;

/** Sites that may have an outage without an alarm. */
const SITE_OUTAGES = sql`
  select outage.tenant as tenant, outage.site_id as "siteId"
  from (
    select rule.tenant_id as tenant, rule.id, device.site_id, ${LEAST} as least,
      count(*) filter (where device.status = 'offline') as away, count(*) as known
    from (
      select tenant_id, site_id from device
      where status = 'offline' and offline_at is not null and site_id is not null
      group by tenant_id, site_id having count(*) >= ${SITE_OUTAGE_MIN}
    ) as affected
    join alarm_rule rule on rule.tenant_id = affected.tenant_id and rule.enabled and rule.type = 'siteOffline'
    join device on device.tenant_id = affected.tenant_id and device.site_id = affected.site_id
      and (${isConnectedIn('device.status')} or device.offline_at is not null)
    where ${CONCERNS}
    group by rule.tenant_id, rule.id, rule.levels, device.site_id
  ) as outage
  where outage.away >= ${SITE_OUTAGE_MIN} and outage.away * 100 >= outage.least * outage.known
    and not exists (
      select from alarm
      where alarm.tenant_id = outage.tenant and alarm.site_id = outage.site_id and alarm.rule_id = outage.id
        and alarm.device_id is null and alarm.cleared_at is null)`;

/** Sites with alarms that may have to change: cleared or escalated by time, or after lost events. */
const OUTDATED = (now: Date) => sql`
  select alarm.tenant_id as tenant, alarm.site_id as "siteId"
  from alarm
  left join alarm_rule rule on rule.tenant_id = alarm.tenant_id and rule.id = alarm.rule_id and rule.enabled
  left join device on device.tenant_id = alarm.tenant_id and device.id = alarm.device_id
  where alarm.cleared_at is null and alarm.site_id is not null and (
    alarm.type in ('siteOffline', 'deviceFlapping', 'portFlapping')
    or (alarm.device_id is not null and device.site_id is distinct from alarm.site_id)
    or (alarm.type = 'deviceOffline' and (rule.id is null or device.status <> 'offline' or exists (
      select from jsonb_array_elements(rule.levels) as entry (fields)
      where (entry.fields ->> 'threshold')::float8 > alarm.threshold
        and device.offline_at <= ${now}::timestamptz - (entry.fields ->> 'threshold')::float8 * interval '1 minute'))))`;

/** Sites to evaluate. In random order above the limit, so that sites that fail cannot block others. */
export async function dueSites(tx: Transaction, now: Date, atMost: number): Promise<SiteKey[]> {
  await plannedAnew(tx);
  return tx.all(sql<SiteKey>`
    select tenant, "siteId" from (${OVERDUE(now)} union ${SITE_OUTAGES} union ${OUTDATED(now)}) as due
    order by random() limit ${atMost}`);
}

/**
 * Sites where devices or ports dropped as often as a flapping rule asks for within the last hour, without an alarm.
 */
export async function flappingSites(tx: Transaction, now: Date, atMost: number): Promise<SiteKey[]> {
  await plannedAnew(tx);
  return tx.all(sql<SiteKey>`
    select tenant, "siteId" from (
      select distinct device.tenant_id as tenant, device.site_id as "siteId"
      from (
        select distinct tenant_id from alarm_rule where enabled and type in ('deviceFlapping', 'portFlapping')
      ) as watching
      cross join lateral (
        select device_id, ${LOST_PORT} as port, count(distinct at) as times,
          case type when 'offline' then 'deviceFlapping' else 'portFlapping' end as rule_type
        from device_log
        where tenant_id = watching.tenant_id and type in ('offline', 'portDown')
          and at > ${new Date(now.getTime() - HOUR)}
        group by device_id, port, type
      ) as gone
      join alarm_rule rule on rule.tenant_id = watching.tenant_id and rule.enabled
        and rule.type = gone.rule_type and gone.times >= ${LEAST}
      join device on device.tenant_id = watching.tenant_id and device.id = gone.device_id
        and device.site_id is not null
      where ${CONCERNS} and not exists (
        select from alarm
        where alarm.tenant_id = rule.tenant_id and alarm.device_id = device.id and alarm.rule_id = rule.id
          and alarm.part = gone.port and alarm.cleared_at is null)
    ) as flapping
    order by random() limit ${atMost}`);
}

const RULED = sql`exists (
  select from alarm_rule rule
  where rule.tenant_id = device.tenant_id and rule.enabled and rule.type = any(${FAILURE_TYPES}::text[]))`;

/** Devices of all accounts with a failure, an expiring certificate or an alarm about one. */
export async function devicesToCheck(
  tx: Transaction,
  now: Date,
  after: DeviceKey | null,
  atMost: number,
): Promise<DeviceKey[]> {
  await plannedAnew(tx);
  const rest =
    after === null
      ? sql`true`
      : sql`(candidate.tenant, candidate."deviceId") > (${after.tenant}::uuid, ${after.deviceId}::uuid)`;
  return tx.all(sql<DeviceKey>`
    select tenant, "deviceId" from (
      select device.tenant_id as tenant, device.id as "deviceId" from device
      where device.site_id is not null and ${RULED}
        and (device.configuration_state in (${sql.join(CONFIGURATION_FAILED)}) or device.upgrade_status = 'upgradeFailed')
      union
      select expiring.tenant_id, expiring.device_id
      from (
        select tenant_id, device_id, max(not_after) as until from device_certificate
        where device_id is not null and revoked_at is null and requested_at is null group by tenant_id, device_id
      ) as expiring
      join alarm_rule rule on rule.tenant_id = expiring.tenant_id and rule.enabled
        and rule.type = 'certificateDue'
      where expiring.until <= ${now}::timestamptz + interval '1 day' * (
        select max((entry.fields ->> 'threshold')::float8) from jsonb_array_elements(rule.levels) as entry (fields))
      union
      select tenant_id, device_id from device_certificate
      where device_id is not null and revoked_at is null and requested_at is not null
      union
      select tenant_id, device_id from device_dispute where answered_at is null
      union
      select tenant_id, device_id from alarm
      where cleared_at is null and device_id is not null
        and type = any(${FAILURE_TYPES}::text[])
    ) as candidate
    where ${rest}
    order by tenant, "deviceId" limit ${atMost}`);
}

/** Accounts with rules about clients, or with such alarms. */
export async function accountsWithClientRules(tx: Transaction): Promise<string[]> {
  const rows = await tx.all(sql<{ tenant: string }>`
    select rule.tenant_id as tenant from alarm_rule rule
    where rule.enabled and rule.type in ('terminalOnline', 'terminalOffline')
      and (rule.macs <> '{}' or exists (select from monitored_terminal m where m.tenant_id = rule.tenant_id))
    union
    select tenant_id from alarm where cleared_at is null and type in ('terminalOnline', 'terminalOffline')`);
  return rows.map(({ tenant }) => tenant);
}
