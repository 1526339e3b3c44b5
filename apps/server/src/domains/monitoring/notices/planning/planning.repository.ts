import type { NoticeMode } from '@airloom/contract/alarms/alarms.model';
import type { AlarmLevel } from '@airloom/contract/alarms/alarms.types';
import type { Digest } from '@airloom/contract/notices/notices.model';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import type { EarlierNotice, PlannedNotice } from './planned-notices.ts';

interface Span {
  readonly from: string;
  readonly to: string;
}

export interface StoredSource {
  readonly id: string;
  readonly name: string;
  readonly modes: NoticeMode[];
  readonly emails: string[];
  readonly phones: string[];
  readonly restTimes: Span[];
  readonly holidays: Span[];
  /** Time of the last change. */
  readonly since: Date;
  /** Time since it is enabled. */
  readonly onSince: Date;
}

export interface StoredRule extends StoredSource {
  readonly repeat: number;
}

/** A rule sends notices of all its alarms. */
export function readRules(tx: Transaction, tenant: string, ids: readonly string[]): Promise<StoredRule[]> {
  return tx.all(sql<StoredRule>`
    select id, name, modes, emails, phones, rest_times as "restTimes", holidays, repeat, updated_at as since,
      to_timestamp(0) as "onSince"
    from alarm_rule where tenant_id = ${tenant} and id = any(${ids}::uuid[])`);
}

export interface StoredSetting extends StoredSource {
  readonly levels: AlarmLevel[];
  readonly tellsClears: boolean;
  readonly escalateMinutes: number | null;
  readonly digest: Digest;
  readonly urgentAlways: boolean;
  readonly siteIds: string[];
  readonly managerIds: string[];
  /** Enabled webhooks only. */
  readonly webhookIds: string[];
}

function settings(tenant: string, which: RawBuilder<unknown>) {
  return sql<StoredSetting>`
    select id, name, modes, emails, phones, rest_times as "restTimes", holidays, updated_at as since,
      on_since as "onSince", levels, tells_clears as "tellsClears", escalate_minutes as "escalateMinutes",
      digest, urgent_always as "urgentAlways",
      array(select site_id from notice_setting_site chosen
        where chosen.tenant_id = setting.tenant_id and chosen.setting_id = setting.id) as "siteIds",
      array(select manager_id from notice_setting_person chosen
        where chosen.tenant_id = setting.tenant_id and chosen.setting_id = setting.id) as "managerIds",
      array(select webhook_id from notice_setting_webhook chosen
        join webhook on webhook.tenant_id = chosen.tenant_id and webhook.id = chosen.webhook_id
        where chosen.tenant_id = setting.tenant_id and chosen.setting_id = setting.id
          and webhook.enabled) as "webhookIds"
    from notice_setting setting where tenant_id = ${tenant} and ${which}`;
}

export function readSettings(tx: Transaction, tenant: string): Promise<StoredSetting[]> {
  return tx.all(settings(tenant, sql`enabled`));
}

export function readSetting(tx: Transaction, tenant: string, id: string): Promise<StoredSetting | undefined> {
  return tx.first(settings(tenant, sql`id = ${id}`));
}

/** Enabled webhooks of the account. */
export interface StoredWebhook {
  readonly id: string;
  readonly enabled: boolean;
  readonly isChat: boolean;
}

export function readWebhooks(tx: Transaction, tenant: string): Promise<StoredWebhook[]> {
  return tx.all(sql<StoredWebhook>`
    select id, enabled, kind <> 'webhook' as "isChat" from webhook where tenant_id = ${tenant} order by id`);
}

/** Notices planned for these alarms before. Those due while the alarm was active were or will be sent. */
export async function readEarlier(
  tx: Transaction,
  tenant: string,
  alarmIds: readonly string[],
): Promise<ReadonlyMap<string, EarlierNotice[]>> {
  const rows = await tx.all(sql<EarlierNotice & { alarmId: string }>`
    select notice.alarm_id as "alarmId", notice.step, notice.mode, notice.address, notice.level,
      notice.manager_id as "managerId", notice.webhook_id as "webhookId", notice.setting_id as "settingId",
      notice.because, notice.tells_clears as "tellsClears", coalesce(webhook.kind <> 'webhook', false) as "isChat",
      notice.state = 'sent' or (notice.state = 'waiting'
        and (notice.message_id is not null or notice.due_at < coalesce(alarm.cleared_at, 'infinity'))) as delivered
    from notice join alarm on alarm.tenant_id = notice.tenant_id and alarm.id = notice.alarm_id
    left join webhook on webhook.tenant_id = notice.tenant_id and webhook.id = notice.webhook_id
    where notice.tenant_id = ${tenant} and notice.about_id = any(${alarmIds}::uuid[])
    order by notice.created_at, notice.id`);
  return Map.groupBy(rows, (row) => row.alarmId);
}

/**
 * Notices planned before stay unchanged, except those that a confirmation made unnecessary and that are wanted again because
 * it was withdrawn. Returns the ids of new ones and of these.
 */
export async function insertNotices(
  tx: Transaction,
  tenant: string,
  notices: readonly PlannedNotice[],
  now: Date,
): Promise<string[]> {
  if (notices.length === 0) return [];
  const rows = notices.map((notice) => ({ ...notice, id: newId() }));
  const planned = await tx.all(sql<{ id: string }>`
    insert into notice (tenant_id, id, about_id, step, detail, mode, address, alarm_id, setting_id, webhook_id,
      manager_id, level, because, site_id, time_zone, tells_clears, state, due_at, created_at)
    select distinct on ("aboutId", step, detail, mode, lower(address))
      ${tenant}::uuid, id, "aboutId", step, detail, mode, address, "alarmId", "settingId", "webhookId",
      "managerId", level, because, "siteId", "timeZone", "tellsClears", 'waiting', "dueAt", ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as planned (
      id uuid, "aboutId" uuid, step text, detail text, mode text, address text, "alarmId" uuid,
      "settingId" uuid, "webhookId" uuid, "managerId" uuid, level text, because text, "siteId" uuid,
      "timeZone" text, "tellsClears" boolean, "dueAt" timestamptz)
    order by "aboutId", step, detail, mode, lower(address), id
    on conflict (tenant_id, about_id, step, detail, mode, lower(address)) do update
      set state = 'waiting', ended_at = null, due_at = greatest(notice.due_at, ${now}::timestamptz)
      where notice.state = 'dropped'
        and (notice.step = 'escalated' or (notice.step = 'repeated' and notice.due_at > ${now}::timestamptz))
    returning id`);
  return planned.map(({ id }) => id);
}

/** The alarm was cleared or confirmed before the notice was due: it is not needed, nor the cleared one. */
export const NOT_NEEDED = sql<boolean>`((alarm.cleared_at <= notice.due_at and alarm.clear_reason <> 'passed')
  or (notice.step in ('repeated', 'escalated') and alarm.confirmed_at <= notice.due_at))`;

export async function dropUnneeded(
  tx: Transaction,
  tenant: string,
  alarmIds: readonly string[],
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update notice set state = 'dropped', ended_at = ${now}
    from alarm
    where alarm.tenant_id = notice.tenant_id and alarm.id = notice.alarm_id
      and notice.tenant_id = ${tenant} and notice.about_id = any(${alarmIds}::uuid[])
      and notice.state = 'waiting' and notice.message_id is null and notice.step <> 'cleared' and ${NOT_NEEDED}`);
}
