import { type AlarmLevel, type AlarmType, alarmType } from '@airloom/contract/alarms/alarms.types';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { setLevel } from '../rules/level-change.ts';
import { ruleOf, type StoredRule } from '../rules/rule.ts';
import type { Changes, Consequence, EndedByPerson, NamedRule, OpenAlarm } from './alarm-changes.ts';

/** Locks sites, so that one process at a time reconciles their alarms. Sorted, to avoid deadlocks. */
export async function lockSites(tx: Transaction, tenant: string, siteIds: readonly string[]): Promise<void> {
  await tx.run(sql`
    select pg_advisory_xact_lock(lock.key) from (
      select distinct hashtextextended('alarms ' || ${tenant}::text || ' ' || site.id, 0) as key
      from unnest(${siteIds}::text[]) as site (id) order by 1
    ) as lock`);
}

/** Locks the sites that no other process has locked, and returns them. */
export async function lockFreeSites(
  tx: Transaction,
  tenant: string,
  siteIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.all(sql<{ id: string }>`
    select site.id from unnest(${siteIds}::text[]) as site (id)
    where pg_try_advisory_xact_lock(hashtextextended('alarms ' || ${tenant}::text || ' ' || site.id, 0))`);
  return rows.map(({ id }) => id);
}

/** Sites of these devices, and sites of their active alarms. */
export async function sitesOf(
  tx: Transaction,
  tenant: string,
  deviceIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.all(sql<{ id: string }>`
    select site_id as id from device
    where tenant_id = ${tenant} and id = any(${deviceIds}::uuid[]) and site_id is not null
    union
    select site_id from alarm
    where tenant_id = ${tenant} and device_id = any(${deviceIds}::uuid[]) and cleared_at is null
      and site_id is not null`);
  return rows.map(({ id }) => id);
}

interface RuleRow extends StoredRule {
  readonly name: string;
  readonly shipped: string | null;
  readonly updatedAt: Date;
}

/** Enabled rules only. */
export async function rulesOfTypes(
  tx: Transaction,
  tenant: string,
  types: readonly AlarmType[],
): Promise<NamedRule[]> {
  const rows = await tx.all(sql<RuleRow>`
    select rule.id, rule.type, rule.kinds, rule.levels, rule.hold_minutes as "holdMinutes", rule.macs, rule.name,
      rule.shipped, rule.updated_at as "updatedAt",
      array(select site_id::text from alarm_rule_site of_rule
            where of_rule.tenant_id = rule.tenant_id and of_rule.rule_id = rule.id) as sites
    from alarm_rule rule
    where rule.tenant_id = ${tenant} and rule.enabled and rule.type = any(${types}::text[])
    order by rule.id`);
  return rows.map((row) => ({
    ...ruleOf(row),
    name: row.name,
    shipped: row.shipped,
    updatedAt: row.updatedAt.getTime(),
  }));
}

/** Clears alarms of removed devices, whatever their type; returns their ids. */
export async function clearRemoved(
  tx: Transaction,
  tenant: string,
  siteIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await tx.all(sql<{ id: string }>`
    update alarm set cleared_at = ${now}, clear_reason = 'deviceRemoved'
    where tenant_id = ${tenant} and site_id = any(${siteIds}::uuid[]) and cleared_at is null
      and device_id is not null and not exists (
        select from device
        where device.tenant_id = alarm.tenant_id and device.id = alarm.device_id and device.site_id is not null)
    returning id`);
  return rows.map(({ id }) => id);
}

/** Moves alarms with their devices to other sites; returns their ids. */
export async function followDevices(
  tx: Transaction,
  tenant: string,
  siteIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.all(sql<{ id: string }>`
    update alarm set site_id = device.site_id, site_name = site.name
    from device join site on site.tenant_id = device.tenant_id and site.id = device.site_id
    where alarm.tenant_id = ${tenant} and alarm.site_id = any(${siteIds}::uuid[]) and alarm.cleared_at is null
      and device.tenant_id = alarm.tenant_id and device.id = alarm.device_id and device.site_id <> alarm.site_id
    returning alarm.id`);
  return rows.map(({ id }) => id);
}

export interface OpenRow extends OpenAlarm {
  readonly siteId: string;
}

interface AlarmRow {
  readonly id: string;
  readonly ruleId: string;
  readonly level: AlarmLevel;
  readonly value: number | null;
  readonly siteId: string;
  readonly key: string;
}

/** Key of an alarm within its rule: the client for client alarms, device and port for port alarms. */
const KEY = sql`case when alarm.type in ('terminalOnline', 'terminalOffline') then alarm.part
  when alarm.type = 'portFlapping' then alarm.device_id || ' ' || alarm.part
  else coalesce(alarm.device_id, alarm.site_id)::text end`;

/** Some sites, some devices, or the whole account. */
export type Extent =
  | { readonly siteIds: readonly string[] }
  | { readonly deviceIds: readonly string[] }
  | 'all';

function within(extent: Extent) {
  if (extent === 'all') return sql`true`;
  return 'siteIds' in extent
    ? sql`alarm.site_id = any(${extent.siteIds}::uuid[])`
    : sql`alarm.device_id = any(${extent.deviceIds}::uuid[])`;
}

export function openAlarms(
  tx: Transaction,
  tenant: string,
  types: readonly AlarmType[],
  extent: Extent,
): Promise<OpenRow[]> {
  return tx.all(sql<AlarmRow>`
    select alarm.id, alarm.rule_id as "ruleId", alarm.level, alarm.value, alarm.site_id as "siteId", ${KEY} as key
    from alarm
    where alarm.tenant_id = ${tenant} and alarm.cleared_at is null and alarm.type = any(${types}::text[])
      and ${within(extent)}`);
}

/** When people last cleared alarms of these rules and devices. */
export async function endedOfDevices(
  tx: Transaction,
  tenant: string,
  ruleIds: readonly string[],
  deviceIds: readonly string[],
): Promise<EndedByPerson[]> {
  if (deviceIds.length === 0) return [];
  const rows = await tx.all(sql<{ ruleId: string; key: string; at: Date }>`
    select alarm.rule_id as "ruleId", ${KEY} as key, max(alarm.cleared_at) as at
    from unnest(${deviceIds}::uuid[]) as given (id)
    join alarm on alarm.tenant_id = ${tenant} and alarm.device_id = given.id
    where alarm.rule_id = any(${ruleIds}::uuid[]) and alarm.clear_reason = 'person'
    group by 1, 2`);
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
}

/** Writes alarm changes; changes other processes made meanwhile are kept. Returns the ids of changed alarms. */
export async function writeChanges(
  tx: Transaction,
  tenant: string,
  changes: Changes & { readonly links?: readonly Consequence[] },
  now: Date,
): Promise<string[]> {
  const changed = [
    ...(await clear(tx, tenant, changes.cleared, now)),
    ...(await relevel(tx, tenant, changes.relevelled, now)),
    ...(await raise(tx, tenant, changes.raised, now)),
    ...(await link(tx, tenant, changes.links ?? [])),
  ];
  await worsen(tx, tenant, changes.worsened);
  return [...new Set(changed)];
}

async function clear(
  tx: Transaction,
  tenant: string,
  cleared: Changes['cleared'],
  now: Date,
): Promise<string[]> {
  if (cleared.length === 0) return [];
  const rows = await tx.all(sql<{ id: string }>`
    update alarm set cleared_at = ${now}, clear_reason = given.reason
    from unnest(${cleared.map(({ id }) => id)}::uuid[], ${cleared.map(({ reason }) => reason)}::text[])
      as given (id, reason)
    where alarm.tenant_id = ${tenant} and alarm.id = given.id and alarm.cleared_at is null
    returning alarm.id`);
  return rows.map(({ id }) => id);
}

async function relevel(
  tx: Transaction,
  tenant: string,
  relevelled: Changes['relevelled'],
  now: Date,
): Promise<string[]> {
  if (relevelled.length === 0) return [];
  const rows = await tx.all(sql<{ id: string }>`
    update alarm set value = given.value, threshold = given.threshold, ${setLevel(sql`given.level`, now)}
    from unnest(${relevelled.map(({ id }) => id)}::uuid[], ${relevelled.map(({ level }) => level)}::text[],
      ${relevelled.map(({ threshold }) => threshold)}::float8[], ${relevelled.map(({ value }) => value)}::float8[])
      as given (id, level, threshold, value)
    where alarm.tenant_id = ${tenant} and alarm.id = given.id and alarm.cleared_at is null
    returning alarm.id`);
  return rows.map(({ id }) => id);
}

/** Updates the value of an active alarm without announcing a change. */
async function worsen(tx: Transaction, tenant: string, worsened: Changes['worsened']): Promise<void> {
  if (worsened.length === 0) return;
  await tx.run(sql`
    update alarm set value = given.value
    from unnest(${worsened.map(({ id }) => id)}::uuid[], ${worsened.map(({ value }) => value)}::float8[])
      as given (id, value)
    where alarm.tenant_id = ${tenant} and alarm.id = given.id and alarm.cleared_at is null`);
}

async function raise(
  tx: Transaction,
  tenant: string,
  raised: Changes['raised'],
  now: Date,
): Promise<string[]> {
  if (raised.length === 0) return [];
  const given = raised.map(({ id, level, threshold, finding: { rule, subject, value, cause } }) => ({
    id,
    rule_id: rule.id,
    rule_name: rule.name,
    shipped: rule.shipped,
    type: rule.type,
    level,
    site_id: subject.siteId,
    site_name: subject.siteName,
    device_id: subject.deviceId,
    device_kind: subject.deviceKind,
    device_name: subject.deviceName,
    part: subject.part,
    part_name: subject.partName ?? null,
    cause,
    value,
    threshold,
    passed: alarmType(rule.type).passes === true,
  }));
  const rows = await tx.all(sql<{ id: string }>`
    insert into alarm (tenant_id, id, rule_id, rule_name, shipped, type, level, state, site_id, site_name,
      device_id, device_kind, device_name, part, part_name, cause, value, threshold, raised_at, cleared_at,
      clear_reason)
    select ${tenant}::uuid, id, rule_id, rule_name, shipped, type, level, 'unconfirmed', site_id, site_name,
      device_id, device_kind, device_name, part, part_name, cause, value, threshold, ${now}::timestamptz,
      case when passed then ${now}::timestamptz end, case when passed then 'passed' end
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id uuid, rule_id uuid, rule_name text,
      shipped text, type text, level text, site_id uuid, site_name text, device_id uuid, device_kind text,
      device_name text, part text, part_name text, cause text, value float8, threshold float8, passed boolean)
    on conflict do nothing
    returning id`);
  return rows.map(({ id }) => id);
}

async function link(tx: Transaction, tenant: string, links: readonly Consequence[]): Promise<string[]> {
  if (links.length === 0) return [];
  const rows = await tx.all(sql<{ id: string }>`
    insert into alarm_consequence (tenant_id, alarm_id, device_id)
    select alarm.tenant_id, alarm.id, given.device_id
    from unnest(${links.map(({ alarmId }) => alarmId)}::uuid[], ${links.map(({ deviceId }) => deviceId)}::uuid[])
      as given (alarm_id, device_id)
    join alarm on alarm.tenant_id = ${tenant} and alarm.id = given.alarm_id and alarm.cleared_at is null
    on conflict do nothing
    returning alarm_id as id`);
  return rows.map(({ id }) => id);
}
