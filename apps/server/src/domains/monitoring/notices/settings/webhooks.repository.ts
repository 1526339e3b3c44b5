import type { Webhook, WebhookKind } from '@airloom/contract/notices/notices.model';
import type { NoticeState } from '@airloom/contract/notices/notices.states';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import type { Scope, TenantScope } from '../../../../platform/scope.ts';
import type { Vault } from '../../../../platform/secrets.ts';
import { shownUrl, urlOf } from './webhook-url.ts';

interface Row {
  readonly id: string;
  readonly kind: WebhookKind;
  readonly isSigned: boolean;
  readonly name: string;
  readonly url: string;
  readonly enabled: boolean;
  readonly created_at: Date;
  readonly at: Date | null;
  readonly state: NoticeState | null;
  readonly error: string | null;
}

/** The latest attempt of a webhook, joined as a row. */
export const LAST_ATTEMPT = sql`lateral (
  select coalesce(notice.ended_at, notice.first_tried_at) as at, notice.state, notice.error from notice
  where notice.tenant_id = webhook.tenant_id and notice.webhook_id = webhook.id
    and notice.first_tried_at is not null
  order by notice.first_tried_at desc limit 1) as last`;

export async function listWebhooks(
  tx: Transaction,
  { tenant, reach }: Pick<Scope, 'tenant' | 'reach'>,
  vault: Vault,
): Promise<Webhook[]> {
  const rows = await tx.all(sql<Row>`
    select webhook.id, webhook.kind, webhook.secret is not null as "isSigned", webhook.name, webhook.url, webhook.enabled, webhook.created_at,
      last.at, last.state, last.error
    from webhook left join ${LAST_ATTEMPT} on true
    where webhook.tenant_id = ${tenant} order by lower(webhook.name), webhook.id`);
  return rows.map(({ id, kind, isSigned, name, url, enabled, created_at, at, state, error }) => ({
    webhookUUID: id,
    kind,
    isSigned,
    name,
    url: reach.kind === 'all' ? shownUrl(vault, { kind, url }) : new URL(urlOf(vault, { kind, url })).origin,
    enabled,
    createdAt: created_at.toISOString(),
    last: at === null || state === null || error === null ? null : { at: at.toISOString(), state, error },
  }));
}

export async function knownWebhooks(
  tx: Transaction,
  { tenant }: TenantScope,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const row = await tx.first(sql<{ known: number }>`
    select count(*)::int as known from webhook where tenant_id = ${tenant} and id = any(${ids}::uuid[])`);
  return row?.known ?? 0;
}

/** For the operation log. */
export function webhookNames(tx: Transaction, { tenant }: TenantScope, ids: readonly string[]) {
  return tx.all(
    sqlBuilder
      .selectFrom('webhook')
      .select(['id', 'name'])
      .where('tenant_id', '=', tenant)
      .where('id', '=', sql<string>`any(${ids}::uuid[])`),
  );
}

export interface WebhookFields {
  readonly kind: WebhookKind;
  readonly name: string;
  /** As stored: sealed for a chat. */
  readonly url: string;
  readonly enabled: boolean;
}

export function lockWebhook(
  tx: Transaction,
  { tenant }: TenantScope,
  id: string,
): Promise<WebhookFields | undefined> {
  return tx.first(
    sqlBuilder
      .selectFrom('webhook')
      .select(['kind', 'name', 'url', 'enabled'])
      .where('tenant_id', '=', tenant)
      .where('id', '=', id)
      .forUpdate(),
  );
}

export async function insertWebhook(
  tx: Transaction,
  { tenant }: TenantScope,
  id: string,
  fields: WebhookFields & { readonly secret: string | null },
  now: Date,
): Promise<void> {
  await tx.run(
    sqlBuilder.insertInto('webhook').values({ tenant_id: tenant, id, ...fields, created_at: now }),
  );
}

export async function updateWebhook(
  tx: Transaction,
  { tenant }: TenantScope,
  id: string,
  fields: Partial<WebhookFields & { readonly secret: string | null }>,
): Promise<void> {
  await tx.run(
    sqlBuilder.updateTable('webhook').set(fields).where('tenant_id', '=', tenant).where('id', '=', id),
  );
}

export async function deleteWebhook(
  tx: Transaction,
  { tenant }: TenantScope,
  id: string,
  now: Date,
): Promise<void> {
  await tx.run(sql`delete from webhook where tenant_id = ${tenant} and id = ${id}`);
  await tx.run(sql`
    update notice set state = 'dropped', ended_at = ${now}
    where tenant_id = ${tenant} and webhook_id = ${id} and state = 'waiting' and leased_until is null`);
}
