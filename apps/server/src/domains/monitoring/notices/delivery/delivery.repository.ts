import type { NoticeMode } from '@airloom/contract/alarms/alarms.model';
import type { NoticeStep, WebhookKind } from '@airloom/contract/notices/notices.model';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { PAUSE_MS } from './backoff.ts';

/** Mark of a notice whose sending process died: it may have arrived, and is sent again under the same id. */
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
  readonly isChat: boolean;
  readonly managerId: string | null;
  readonly because: string;
  readonly siteId: string | null;
  readonly timeZone: string;
  readonly attempts: number;
  readonly messageId: string | null;
  readonly leasedUntil: Date | null;
}

/** Notices sent as one message. */
export interface Batch {
  readonly tenant: string;
  readonly messageId: string;
  readonly notices: readonly DueNotice[];
  readonly attempts: number;
  readonly interrupted: boolean;
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

/** Only one process delivers: leases found at its start were left by a process that died. */
export async function endLeases(tx: Transaction, now: Date): Promise<void> {
  await tx.run(sql`
    update notice set leased_until = ${now} where state = 'waiting' and leased_until is not null`);
}

/**
 * After the clock was set back: notices planned by the former clock keep their remaining delay, and failed ones wait
 * no longer than their pause. Digests are bound to clock time and stay unchanged.
 */
export async function restartFuture(tx: Transaction, now: Date): Promise<void> {
  await tx.run(sql`
    update notice set due_at = least(due_at, ${now}::timestamptz + ${PAUSE_MS} * interval '1 millisecond')
    where state = 'waiting' and attempts > 0 and due_at > ${now}`);
  await tx.run(sql`
    update notice set due_at = due_at - (created_at - ${now}::timestamptz), created_at = ${now}
    where state = 'waiting' and attempts = 0 and step <> 'digest' and created_at > ${now}`);
}

export interface WebhookTarget {
  readonly kind: WebhookKind;
  readonly url: string;
  /** Null for a chat without a signature. */
  readonly secret: string | null;
  readonly enabled: boolean;
}

export async function findWebhook(
  tx: Transaction,
  tenant: string,
  id: string,
): Promise<WebhookTarget | undefined> {
  return tx.first(sql<WebhookTarget>`
    select kind, url, secret, enabled from webhook where tenant_id = ${tenant} and id = ${id}`);
}

/** Deletes notices that ended long ago. */
export function forgetEnded(tx: Transaction, until: Date, atMost: number): Promise<number> {
  return tx.run(sql`
    delete from notice where (tenant_id, id) in (
      select tenant_id, id from notice where ended_at < ${until} order by ended_at limit ${atMost})`);
}
