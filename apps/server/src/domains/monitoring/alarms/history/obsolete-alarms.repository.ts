import { alarmType } from '@airloom/contract/alarms/alarms.types';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import type { RuleFields } from '../rules/rules.repository.ts';

/** An alarm that the changed rule would not have raised. */
function isObsolete(rule: RuleFields) {
  const levels = JSON.stringify(rule.levels);
  const crossed =
    alarmType(rule.type).worse === 'above'
      ? sql`alarm.value >= given.threshold`
      : sql`alarm.value <= given.threshold`;
  return sql<boolean>`not (
    ${rule.enabled}::boolean and alarm.type = ${rule.type}
    and (${rule.kinds}::text[] = '{}' or alarm.device_kind is null or alarm.device_kind = any(${rule.kinds}::text[]))
    and (${rule.siteIds}::uuid[] = '{}' or coalesce(alarm.site_id = any(${rule.siteIds}::uuid[]), false))
    and (${rule.macs}::text[] = '{}' or alarm.part = any(${rule.macs}::text[]))
    and exists (
      select from jsonb_to_recordset(${levels}::jsonb) as given (level text, threshold float8)
      where given.level = alarm.level and (given.threshold is null or alarm.value is null or ${crossed})))`;
}

/** Clears alarms that a changed rule no longer covers; null when the rule is deleted. Returns their ids. */
export async function clearObsolete(
  tx: Transaction,
  { tenant }: TenantScope,
  ruleId: string,
  rule: RuleFields | null,
  now: Date,
): Promise<string[]> {
  const rows = await tx.all(sql<{ id: string }>`
    update alarm set cleared_at = ${now}, clear_reason = 'ruleChanged'
    where tenant_id = ${tenant} and rule_id = ${ruleId} and cleared_at is null
      and ${rule === null ? sql`true` : isObsolete(rule)}
    returning id`);
  return rows.map(({ id }) => id);
}

/** Deletes watches except those of active alarms, which are needed to clear them. */
export async function deleteWatches(tx: Transaction, { tenant }: TenantScope, ruleId: string): Promise<void> {
  await tx.run(sql`
    delete from alarm_watch watch
    where watch.tenant_id = ${tenant} and watch.rule_id = ${ruleId} and not exists (
      select from alarm where alarm.tenant_id = watch.tenant_id and alarm.rule_id = watch.rule_id
        and coalesce(alarm.device_id, alarm.site_id) = watch.device_id and alarm.part = watch.part
        and alarm.cleared_at is null)`);
}

/** Clears alarms about clients that are no longer monitored, unless their rule names them. Returns their ids. */
export async function clearUnmonitored(
  tx: Transaction,
  { tenant }: TenantScope,
  macs: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await tx.all(sql<{ id: string }>`
    update alarm set cleared_at = ${now}, clear_reason = 'ruleChanged'
    where tenant_id = ${tenant} and cleared_at is null and type in ('terminalOnline', 'terminalOffline')
      and part = any(${macs}::text[]) and not exists (
        select from alarm_rule where alarm_rule.tenant_id = alarm.tenant_id and alarm_rule.id = alarm.rule_id
          and alarm.part = any(alarm_rule.macs))
    returning id`);
  return rows.map(({ id }) => id);
}
