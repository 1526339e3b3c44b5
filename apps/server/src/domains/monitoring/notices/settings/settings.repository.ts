import type { NoticeSetting } from '@airloom/contract/notices/notices.model';
import type { NoticeSettingInput } from '@airloom/contract/notices/notices.rules';
import { type RawBuilder, sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import type { Scope, TenantScope } from '../../../../platform/scope.ts';
import { withinReach } from '../../../people/organizations/index.ts';
import { LAST_ATTEMPT } from './webhooks.repository.ts';

type Reaching = Pick<Scope, 'tenant' | 'reach'>;

/** The sites of a setting, including those in the recycle bin: without them it would apply to all sites. */
function sitesOf(scope: Reaching): RawBuilder<unknown> {
  return sql`select site.id, site.name from notice_setting_site chosen
    join site on site.tenant_id = chosen.tenant_id and site.id = chosen.site_id
    where chosen.tenant_id = setting.tenant_id and chosen.setting_id = setting.id and ${withinReach(scope)}`;
}

/** Settings for all sites, and those for a site the caller sees. */
function visible(scope: Reaching): RawBuilder<boolean> {
  return sql`setting.tenant_id = ${scope.tenant} and (exists (${sitesOf(scope)}) or not exists (
    select from notice_setting_site chosen
    where chosen.tenant_id = setting.tenant_id and chosen.setting_id = setting.id))`;
}

function named(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(jsonb_agg(jsonb_build_object('uuid', id, 'name', name)
    order by lower(name), id), '[]') from (${rows}) as named)`;
}

type Row = Omit<NoticeSetting, 'updatedAt'> & { readonly updatedAt: Date };

export async function listSettings(tx: Transaction, scope: Reaching): Promise<NoticeSetting[]> {
  const people = sql`select manager.id, manager.user_name as name from notice_setting_person chosen
    join manager on manager.id = chosen.manager_id
    where chosen.tenant_id = setting.tenant_id and chosen.setting_id = setting.id
      and exists (select from membership
        where membership.tenant_id = chosen.tenant_id and membership.manager_id = chosen.manager_id)`;
  const webhooks = sql`(
    select coalesce(jsonb_agg(jsonb_build_object('uuid', webhook.id, 'name', webhook.name,
      'enabled', webhook.enabled, 'error', case when last.state = 'sent' then '' else coalesce(last.error, '') end)
      order by lower(webhook.name), webhook.id), '[]')
    from notice_setting_webhook chosen
    join webhook on webhook.tenant_id = chosen.tenant_id and webhook.id = chosen.webhook_id
    left join ${LAST_ATTEMPT} on true
    where chosen.tenant_id = setting.tenant_id and chosen.setting_id = setting.id)`;
  const rows = await tx.all(sql<Row>`
    select id as "settingUUID", name, enabled, levels, modes, emails, phones, tells_clears as "tellsClears",
      escalate_minutes as "escalateMinutes", digest, rest_times as "restTimes", holidays,
      urgent_always as "urgentAlways", updated_at as "updatedAt", ${named(sitesOf(scope))} as sites,
      ${named(people)} as people, ${webhooks} as webhooks
    from notice_setting setting where ${visible(scope)} order by lower(name), id`);
  return rows.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() }));
}

export interface LockedSetting {
  readonly fields: NoticeSettingInput;
  /** How many of its sites the caller does not see. */
  readonly hiddenSites: number;
}

/** A setting the caller sees, locked until the transaction ends. */
export async function lockSetting(
  tx: Transaction,
  scope: Reaching,
  id: string,
): Promise<LockedSetting | null> {
  const row = await tx.first(sql<NoticeSettingInput>`
    select name, enabled, levels, modes, emails, phones, tells_clears as "tellsClears",
      escalate_minutes as "escalateMinutes", digest, rest_times as "restTimes", holidays,
      urgent_always as "urgentAlways",
      array(select manager_id from notice_setting_person chosen where chosen.tenant_id = setting.tenant_id
        and chosen.setting_id = setting.id order by 1) as "peopleUUIDs",
      array(select webhook_id from notice_setting_webhook chosen where chosen.tenant_id = setting.tenant_id
        and chosen.setting_id = setting.id order by 1) as "webhookUUIDs"
    from notice_setting setting where ${visible(scope)} and id = ${id} for update of setting`);
  if (row === undefined) return null;
  const sites = await tx.all(
    sqlBuilder
      .selectFrom('notice_setting_site')
      .innerJoin('site', (join) =>
        join
          .onRef('site.tenant_id', '=', 'notice_setting_site.tenant_id')
          .onRef('site.id', '=', 'notice_setting_site.site_id'),
      )
      .select(['site.id', sql<boolean>`${withinReach(scope)}`.as('seen')])
      .where('notice_setting_site.tenant_id', '=', scope.tenant)
      .where('notice_setting_site.setting_id', '=', id)
      .orderBy('site.id'),
  );
  return {
    fields: { ...row, siteUUIDs: sites.map((site) => site.id) },
    hiddenSites: sites.filter(({ seen }) => !seen).length,
  };
}

function columnsOf(fields: NoticeSettingInput, now: Date) {
  return {
    name: fields.name,
    enabled: fields.enabled,
    levels: fields.levels,
    modes: fields.modes,
    emails: fields.emails,
    phones: fields.phones,
    tells_clears: fields.tellsClears,
    escalate_minutes: fields.escalateMinutes,
    digest: fields.digest,
    rest_times: JSON.stringify(fields.restTimes),
    holidays: JSON.stringify(fields.holidays),
    urgent_always: fields.urgentAlways,
    updated_at: now,
  };
}

const CHOSEN = {
  notice_setting_site: ['site_id', 'siteUUIDs'],
  notice_setting_person: ['manager_id', 'peopleUUIDs'],
  notice_setting_webhook: ['webhook_id', 'webhookUUIDs'],
} as const;

async function choose(
  tx: Transaction,
  tenant: string,
  id: string,
  fields: NoticeSettingInput,
): Promise<void> {
  for (const [table, [column, field]] of Object.entries(CHOSEN)) {
    await tx.run(sql`
      delete from ${sql.table(table)} where tenant_id = ${tenant} and setting_id = ${id}
        and ${sql.ref(column)} <> all(${fields[field]}::uuid[])`);
    await tx.run(sql`
      insert into ${sql.table(table)} (tenant_id, setting_id, ${sql.ref(column)})
      select ${tenant}::uuid, ${id}::uuid, chosen from unnest(${fields[field]}::uuid[]) as chosen
      on conflict do nothing`);
  }
}

export async function insertSetting(
  tx: Transaction,
  { tenant }: TenantScope,
  id: string,
  fields: NoticeSettingInput,
  now: Date,
): Promise<void> {
  await tx.run(
    sqlBuilder
      .insertInto('notice_setting')
      .values({ tenant_id: tenant, id, on_since: now, ...columnsOf(fields, now) }),
  );
  await choose(tx, tenant, id, fields);
}

export async function updateSetting(
  tx: Transaction,
  { tenant }: TenantScope,
  id: string,
  fields: NoticeSettingInput,
  now: Date,
): Promise<void> {
  await tx.run(
    sqlBuilder
      .updateTable('notice_setting')
      .set(columnsOf(fields, now))
      .set({ on_since: sql`case when notice_setting.enabled then on_since else ${now} end` })
      .where('tenant_id', '=', tenant)
      .where('id', '=', id),
  );
  await choose(tx, tenant, id, fields);
}

export async function deleteSetting(tx: Transaction, { tenant }: TenantScope, id: string): Promise<void> {
  await tx.run(sql`delete from notice_setting where tenant_id = ${tenant} and id = ${id}`);
}
