import { NOTICE_MODES, type NoticeMode } from '@airloom/contract/alarms/alarms.model';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { hasCome } from '../../../../platform/database/due-time.ts';
import { isGathered } from '../planning/notice-candidates.ts';
import { NOT_NEEDED } from '../planning/planning.repository.ts';
import type { Batch, DueNotice } from './delivery.repository.ts';

/** Longer than any send takes. */
const LEASE_MS = 5 * 60_000;
/** Delay before a notice that waits for another one in flight is checked again. */
const RECHECK_MS = 1_000;

const COLUMNS = sql`
  notice.tenant_id as tenant, notice.id, notice.step, notice.detail, notice.mode, notice.address,
  notice.alarm_id as "alarmId", notice.setting_id as "settingId", notice.webhook_id as "webhookId",
  notice.manager_id as "managerId", notice.because, notice.site_id as "siteId",
  notice.time_zone as "timeZone", notice.attempts, notice.message_id as "messageId",
  notice.leased_until as "leasedUntil",
  exists (select from webhook where webhook.tenant_id = notice.tenant_id and webhook.id = notice.webhook_id
    and webhook.kind <> 'webhook') as "isChat"`;

/** Free capacity for notices to send. */
export interface Capacity {
  /** Messages per mode. */
  readonly byMode: Readonly<Record<NoticeMode, number>>;
  /** Messages to one webhook. */
  forWebhook(id: string): number;
  /** Webhooks without free capacity. */
  readonly busyWebhooks: readonly string[];
  /** Notices in flight: after a clock jump their lease may seem expired. */
  readonly inFlight: readonly string[];
}

function free(now: Date, { inFlight }: Capacity): RawBuilder<boolean> {
  return sql`notice.state = 'waiting' and (notice.leased_until is null or ${hasCome('notice.leased_until', now, LEASE_MS)})
    and notice.id <> all(${inFlight}::uuid[])`;
}

/** Notices about the same alarm to the same address before it was cleared. */
function openings(state: string): RawBuilder<unknown> {
  return sql`notice opening
    where opening.tenant_id = notice.tenant_id and opening.about_id = notice.about_id
      and opening.step <> 'cleared' and opening.mode = notice.mode
      and lower(opening.address) = lower(notice.address) and opening.state = ${state}`;
}

const SENT = sql<boolean>`exists (select from ${openings('sent')})`;
const UNDECIDED = sql<boolean>`exists (select from ${openings('waiting')})`;

/**
 * A cleared notice is sent only to recipients of the raised one; a notice tried once is tried until it is given up.
 */
const DECISION = sql<'send' | 'wait' | 'drop'>`case
  when notice.message_id is not null then 'send'
  when notice.step = 'cleared' then case when ${SENT} then 'send' when ${UNDECIDED} then 'wait' else 'drop' end
  when ${NOT_NEEDED} then 'drop' else 'send' end`;

interface Candidate extends DueNotice {
  readonly decision: 'send' | 'wait' | 'drop';
}

function findDue(tx: Transaction, mode: NoticeMode, now: Date, capacity: Capacity): Promise<Candidate[]> {
  return tx.all(sql<Candidate>`
    select ${COLUMNS}, ${DECISION} as decision
    from notice left join alarm on alarm.tenant_id = notice.tenant_id and alarm.id = notice.alarm_id
    where ${free(now, capacity)} and notice.mode = ${mode} and notice.due_at <= ${now}
      and (notice.webhook_id is null or notice.webhook_id <> all(${capacity.busyWebhooks}::uuid[]))
    order by notice.due_at, notice.id limit ${capacity.byMode[mode]} for update of notice skip locked`);
}

function selected(
  candidates: readonly Candidate[],
  decision: Candidate['decision'],
): RawBuilder<boolean> | null {
  const chosen = candidates.filter((candidate) => candidate.decision === decision);
  if (chosen.length === 0) return null;
  const [tenants, ids] = [chosen.map(({ tenant }) => tenant), chosen.map(({ id }) => id)];
  return sql`(notice.tenant_id, notice.id) in (select * from unnest(${tenants}::uuid[], ${ids}::uuid[]))`;
}

async function settleUnsent(tx: Transaction, candidates: readonly Candidate[], now: Date): Promise<void> {
  const unneeded = selected(candidates, 'drop');
  if (unneeded !== null) {
    await tx.run(sql`update notice set state = 'dropped', ended_at = ${now} where ${unneeded}`);
  }
  const undecided = selected(candidates, 'wait');
  if (undecided !== null) {
    const soon = new Date(now.getTime() + RECHECK_MS);
    const next = sql`(select max(opening.due_at) from ${openings('waiting')})`;
    await tx.run(sql`
      update notice set due_at = greatest(${soon}::timestamptz, ${next}) where ${undecided}`);
  }
}

/** Limits messages per webhook, so that a slow one does not delay others. */
function withRoom(candidates: readonly Candidate[], capacity: Capacity): Candidate[] {
  const taken = new Map<string, number>();
  return candidates.filter(({ webhookId, decision }) => {
    if (decision !== 'send') return false;
    if (webhookId === null) return true;
    const count = (taken.get(webhookId) ?? 0) + 1;
    taken.set(webhookId, count);
    return count <= capacity.forWebhook(webhookId);
  });
}

/** Level changes are sent together with raised notices. */
function kindOf(step: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${step} = 'relevelled' then 'raised' else ${step} end`;
}

/** Adds notices due within the window for the same address and site; notices of one message stay together. */
function companions(
  tx: Transaction,
  first: DueNotice,
  until: Date,
  now: Date,
  capacity: Capacity,
): Promise<DueNotice[]> {
  if (first.messageId !== null) {
    return tx.all(sql<DueNotice>`
      select ${COLUMNS} from notice
      where notice.tenant_id = ${first.tenant} and notice.message_id = ${first.messageId} and ${free(now, capacity)}
        and notice.id <> ${first.id} order by notice.created_at, notice.id for update skip locked`);
  }
  if (!isGathered(first) || first.alarmId === null) return Promise.resolve([]);
  return tx.all(sql<DueNotice>`
    select ${COLUMNS} from notice
    join alarm on alarm.tenant_id = notice.tenant_id and alarm.id = notice.alarm_id
    where notice.tenant_id = ${first.tenant} and notice.mode = ${first.mode}
      and lower(notice.address) = lower(${first.address}) and notice.site_id is not distinct from ${first.siteId}::uuid
      and ${kindOf(sql`notice.step`)} = ${kindOf(sql`${first.step}::text`)}
      and notice.message_id is null and notice.due_at <= ${until} and ${free(now, capacity)} and notice.id <> ${first.id}
      and case when notice.step = 'cleared' then ${SENT} else coalesce(alarm.clear_reason, 'passed') = 'passed' end
      and (notice.step not in ('repeated', 'escalated') or alarm.confirmed_at is null)
    order by notice.created_at, notice.id for update of notice skip locked`);
}

export interface DueBatches {
  readonly batches: readonly Batch[];
  /** Whether more may be due now. */
  readonly more: boolean;
}

/**
 * Leases due notices. The lease is stored before sending; notices of a process that died are due again when it
 * expires.
 */
export async function leaseDue(
  tx: Transaction,
  now: Date,
  gatherMs: number,
  capacity: Capacity,
): Promise<DueBatches> {
  const taken = new Set<string>();
  const batches: Batch[] = [];
  let more = false;
  for (const mode of NOTICE_MODES.filter((one) => capacity.byMode[one] > 0)) {
    const due = await findDue(tx, mode, now, capacity);
    await settleUnsent(tx, due, now);
    more ||= due.length === capacity.byMode[mode];
    for (const first of withRoom(due, capacity)) {
      if (taken.has(first.id)) continue;
      const until = new Date(now.getTime() + gatherMs);
      const others = await companions(tx, first, until, now, capacity);
      const notices = [first, ...others.filter(({ id }) => !taken.has(id))];
      for (const { id } of notices) taken.add(id);
      batches.push(await lease(tx, notices, first, now));
    }
  }
  return { batches, more };
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
    interrupted: first.leasedUntil !== null,
  };
}
