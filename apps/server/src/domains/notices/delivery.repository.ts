import type { NoticeMode } from '@airloom/contract/alarms/alarms.model';
import type { NoticeStep } from '@airloom/contract/notices/notices.model';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../platform/database/database.ts';
import { dropMoot } from './planning.repository.ts';

/** Longer than anything takes to be sent. */
const LEASE_MS = 5 * 60_000;

/** The mark of a notice that somebody died over: it may have arrived, and is sent again under the same id. */
export const INTERRUPTED = 'interrupted';

export interface DueNotice {
  readonly tenant: string;
  readonly id: string;
  readonly step: NoticeStep;
  readonly detail: string;
  readonly mode: NoticeMode;
  readonly address: string;
  readonly alarmId: string | null;
  readonly settingId: string | null;
  readonly webhookId: string | null;
  readonly managerId: string | null;
  readonly because: string;
  readonly siteId: string | null;
  readonly zoneMinutes: number;
  readonly attempts: number;
  readonly messageId: string | null;
  readonly firstTriedAt: Date | null;
  readonly leasedUntil: Date | null;
}

/** What goes out in one message. */
export interface Batch {
  readonly tenant: string;
  readonly messageId: string;
  readonly notices: readonly DueNotice[];
  readonly attempts: number;
  readonly firstTriedAt: Date;
  readonly interrupted: boolean;
}

const COLUMNS = sql`
  notice.tenant_id as tenant, notice.id, notice.step, notice.detail, notice.mode, notice.address,
  notice.alarm_id as "alarmId", notice.setting_id as "settingId", notice.webhook_id as "webhookId",
  notice.manager_id as "managerId", notice.because, notice.site_id as "siteId",
  notice.zone_minutes as "zoneMinutes", notice.attempts, notice.message_id as "messageId",
  notice.first_tried_at as "firstTriedAt", notice.leased_until as "leasedUntil"`;

function free(now: Date): RawBuilder<boolean> {
  return sql`notice.state = 'waiting' and (notice.leased_until is null or notice.leased_until <= ${now})`;
}

/** What was told of the same alarm to the same address before it was over. */
function openingsOf(state: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from notice opening
    where opening.tenant_id = notice.tenant_id and opening.about_id = notice.about_id
      and opening.step <> 'cleared' and opening.mode = notice.mode
      and lower(opening.address) = lower(notice.address) and ${state})`;
}

const SENT = openingsOf(sql`opening.state = 'sent'`);
const UNDECIDED = openingsOf(sql`opening.state = 'waiting'`);

/** That it is over is told only to who was told that it began. */
async function dropUnheard(tx: Transaction, now: Date): Promise<void> {
  await tx.run(sql`
    update notice set state = 'dropped', ended_at = ${now}
    where notice.step = 'cleared' and notice.state = 'waiting' and notice.message_id is null
      and notice.due_at <= ${now} and not ${SENT} and not ${UNDECIDED}`);
}

/** A level that rose is told with what was raised. */
function kindOf(step: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${step} = 'relevelled' then 'raised' else ${step} end`;
}

/** With what is due goes what comes within the window for the same address and site; what was together stays so. */
function companions(tx: Transaction, first: DueNotice, until: Date, now: Date): Promise<DueNotice[]> {
  if (first.messageId !== null) {
    return tx.all(sql<DueNotice>`
      select ${COLUMNS} from notice
      where notice.tenant_id = ${first.tenant} and notice.message_id = ${first.messageId} and ${free(now)}
        and notice.id <> ${first.id} order by notice.created_at, notice.id for update skip locked`);
  }
  const isGathered = (first.mode === 'mail' || first.mode === 'sms') && first.alarmId !== null;
  if (!isGathered) return Promise.resolve([]);
  return tx.all(sql<DueNotice>`
    select ${COLUMNS} from notice
    join alarm on alarm.tenant_id = notice.tenant_id and alarm.id = notice.alarm_id
    where notice.tenant_id = ${first.tenant} and notice.mode = ${first.mode}
      and lower(notice.address) = lower(${first.address}) and notice.site_id is not distinct from ${first.siteId}::uuid
      and ${kindOf(sql`notice.step`)} = ${kindOf(sql`${first.step}::text`)}
      and notice.message_id is null and notice.due_at <= ${until} and ${free(now)} and notice.id <> ${first.id}
      and case when notice.step = 'cleared' then ${SENT} else alarm.cleared_at is null end
    order by notice.created_at, notice.id for update of notice skip locked`);
}

/**
 * Takes what is due, for as long as a lease lasts. Who takes it says so before sending it; what somebody died over
 * is due again when the lease is over.
 */
export async function takeDue(
  tx: Transaction,
  now: Date,
  gatherMs: number,
  atMost: number,
): Promise<Batch[]> {
  await dropMoot(tx, sql`notice.due_at <= ${now}`, now);
  await dropUnheard(tx, now);
  const due = await tx.all(sql<DueNotice>`
    select ${COLUMNS} from notice
    where ${free(now)} and notice.due_at <= ${now}
      and (notice.step <> 'cleared' or notice.message_id is not null or ${SENT})
    order by notice.due_at, notice.id limit ${atMost} for update skip locked`);
  const taken = new Set<string>();
  const batches: Batch[] = [];
  for (const first of due) {
    if (taken.has(first.id)) continue;
    const until = new Date(now.getTime() + gatherMs);
    const others = await companions(tx, first, until, now);
    const notices = [first, ...others.filter(({ id }) => !taken.has(id))];
    for (const { id } of notices) taken.add(id);
    batches.push(await lease(tx, notices, first, now));
  }
  return batches;
}

async function lease(
  tx: Transaction,
  notices: readonly DueNotice[],
  first: DueNotice,
  now: Date,
): Promise<Batch> {
  const { tenant } = first;
  const messageId = first.messageId ?? first.id;
  const ids = notices.map(({ id }) => id);
  await tx.run(sql`
    update notice set leased_until = ${new Date(now.getTime() + LEASE_MS)}, attempts = attempts + 1,
      message_id = ${messageId}, first_tried_at = coalesce(first_tried_at, ${now})
    where tenant_id = ${tenant} and id = any(${ids}::uuid[])`);
  return {
    tenant,
    messageId,
    notices,
    attempts: first.attempts + 1,
    firstTriedAt: first.firstTriedAt ?? now,
    interrupted: first.leasedUntil !== null,
  };
}

function of({ tenant, notices }: Batch): RawBuilder<boolean> {
  const ids = notices.map(({ id }) => id);
  return sql`tenant_id = ${tenant} and id = any(${ids}::uuid[]) and state = 'waiting'`;
}

export async function markSent(tx: Transaction, batch: Batch, now: Date): Promise<void> {
  await tx.run(sql`
    update notice set state = 'sent', ended_at = ${now}, leased_until = null,
      error = ${batch.interrupted ? INTERRUPTED : ''}
    where ${of(batch)}`);
}

/** `next` null: given up. */
export async function markFailed(
  tx: Transaction,
  batch: Batch,
  error: string,
  next: Date | null,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update notice set leased_until = null, error = ${error}, due_at = coalesce(${next}::timestamptz, due_at),
      state = ${next === null ? 'failed' : 'waiting'}, ended_at = ${next === null ? now : null}::timestamptz
    where ${of(batch)}`);
}

export async function markDropped(tx: Transaction, batch: Batch, now: Date): Promise<void> {
  await tx.run(sql`
    update notice set state = 'dropped', ended_at = ${now}, leased_until = null where ${of(batch)}`);
}

/** Whoever starts is the only one who delivers: what is still on lease was left by one who died. */
export async function endLeases(tx: Transaction, now: Date): Promise<void> {
  await tx.run(sql`
    update notice set leased_until = ${now} where state = 'waiting' and leased_until is not null`);
}

export async function findWebhook(
  tx: Transaction,
  tenant: string,
  id: string,
): Promise<{ readonly url: string; readonly secret: string; readonly enabled: boolean } | undefined> {
  return tx.first(sql<{ url: string; secret: string; enabled: boolean }>`
    select url, secret, enabled from webhook where tenant_id = ${tenant} and id = ${id}`);
}

/** What was told long ago goes. */
export function forgetEnded(tx: Transaction, until: Date, atMost: number): Promise<number> {
  return tx.run(sql`
    delete from notice where (tenant_id, id) in (
      select tenant_id, id from notice where ended_at < ${until} order by ended_at limit ${atMost})`);
}
