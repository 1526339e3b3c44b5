import { NOTICE_MODES, type NoticeMode } from '@airloom/contract/alarms/alarms.model';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { hasCome } from '../../../../platform/database/due-time.ts';
import { MOOT } from '../planning/planning.repository.ts';
import type { Batch, DueNotice } from './delivery.repository.ts';

/** Longer than anything takes to be sent. */
const LEASE_MS = 5 * 60_000;
/** How soon somebody looks again at what waits for another notice that is on its way. */
const LOOK_AGAIN_MS = 1_000;

const COLUMNS = sql`
  notice.tenant_id as tenant, notice.id, notice.step, notice.detail, notice.mode, notice.address,
  notice.alarm_id as "alarmId", notice.setting_id as "settingId", notice.webhook_id as "webhookId",
  notice.manager_id as "managerId", notice.because, notice.site_id as "siteId",
  notice.zone_minutes as "zoneMinutes", notice.attempts, notice.message_id as "messageId",
  notice.leased_until as "leasedUntil"`;

/** What may be taken now. */
export interface Room {
  /** So many messages of each mode. */
  readonly byMode: Readonly<Record<NoticeMode, number>>;
  /** So many of them to one webhook. */
  ofWebhook(id: string): number;
  /** Webhooks that have no room left. */
  readonly busyWebhooks: readonly string[];
  /** Notices that are on their way: by a clock that leaps their lease may be over. */
  readonly underWay: readonly string[];
}

function free(now: Date, { underWay }: Room): RawBuilder<boolean> {
  return sql`notice.state = 'waiting' and (notice.leased_until is null or ${hasCome('notice.leased_until', now, LEASE_MS)})
    and notice.id <> all(${underWay}::uuid[])`;
}

/** What was told of the same alarm to the same address before it was over. */
function openings(state: string): RawBuilder<unknown> {
  return sql`notice opening
    where opening.tenant_id = notice.tenant_id and opening.about_id = notice.about_id
      and opening.step <> 'cleared' and opening.mode = notice.mode
      and lower(opening.address) = lower(notice.address) and opening.state = ${state}`;
}

const SENT = sql<boolean>`exists (select from ${openings('sent')})`;
const UNDECIDED = sql<boolean>`exists (select from ${openings('waiting')})`;

/** That it is over is told only to who was told that it began; what was tried once is tried to its end. */
const VERDICT = sql<'send' | 'wait' | 'drop'>`case
  when notice.message_id is not null then 'send'
  when notice.step = 'cleared' then case when ${SENT} then 'send' when ${UNDECIDED} then 'wait' else 'drop' end
  when ${MOOT} then 'drop' else 'send' end`;

interface Candidate extends DueNotice {
  readonly verdict: 'send' | 'wait' | 'drop';
}

function findDue(tx: Transaction, mode: NoticeMode, now: Date, room: Room): Promise<Candidate[]> {
  return tx.all(sql<Candidate>`
    select ${COLUMNS}, ${VERDICT} as verdict
    from notice left join alarm on alarm.tenant_id = notice.tenant_id and alarm.id = notice.alarm_id
    where ${free(now, room)} and notice.mode = ${mode} and notice.due_at <= ${now}
      and (notice.webhook_id is null or notice.webhook_id <> all(${room.busyWebhooks}::uuid[]))
    order by notice.due_at, notice.id limit ${room.byMode[mode]} for update of notice skip locked`);
}

function those(candidates: readonly Candidate[], verdict: Candidate['verdict']): RawBuilder<boolean> | null {
  const chosen = candidates.filter((candidate) => candidate.verdict === verdict);
  if (chosen.length === 0) return null;
  const [tenants, ids] = [chosen.map(({ tenant }) => tenant), chosen.map(({ id }) => id)];
  return sql`(notice.tenant_id, notice.id) in (select * from unnest(${tenants}::uuid[], ${ids}::uuid[]))`;
}

async function putAside(tx: Transaction, candidates: readonly Candidate[], now: Date): Promise<void> {
  const moot = those(candidates, 'drop');
  if (moot !== null) {
    await tx.run(sql`update notice set state = 'dropped', ended_at = ${now} where ${moot}`);
  }
  const undecided = those(candidates, 'wait');
  if (undecided !== null) {
    const soon = new Date(now.getTime() + LOOK_AGAIN_MS);
    const next = sql`(select max(opening.due_at) from ${openings('waiting')})`;
    await tx.run(sql`
      update notice set due_at = greatest(${soon}::timestamptz, ${next}) where ${undecided}`);
  }
}

/** No more to one webhook than it has room for, so that a slow one holds up none of the others. */
function withRoom(candidates: readonly Candidate[], room: Room): Candidate[] {
  const taken = new Map<string, number>();
  return candidates.filter(({ webhookId, verdict }) => {
    if (verdict !== 'send') return false;
    if (webhookId === null) return true;
    const count = (taken.get(webhookId) ?? 0) + 1;
    taken.set(webhookId, count);
    return count <= room.ofWebhook(webhookId);
  });
}

/** A level that rose is told with what was raised. */
function kindOf(step: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${step} = 'relevelled' then 'raised' else ${step} end`;
}

/** With what is due goes what comes within the window for the same address and site; what was together stays so. */
function companions(
  tx: Transaction,
  first: DueNotice,
  until: Date,
  now: Date,
  room: Room,
): Promise<DueNotice[]> {
  if (first.messageId !== null) {
    return tx.all(sql<DueNotice>`
      select ${COLUMNS} from notice
      where notice.tenant_id = ${first.tenant} and notice.message_id = ${first.messageId} and ${free(now, room)}
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
      and notice.message_id is null and notice.due_at <= ${until} and ${free(now, room)} and notice.id <> ${first.id}
      and case when notice.step = 'cleared' then ${SENT} else coalesce(alarm.clear_reason, 'passed') = 'passed' end
      and (notice.step not in ('repeated', 'escalated') or alarm.confirmed_at is null)
    order by notice.created_at, notice.id for update of notice skip locked`);
}

export interface Taken {
  readonly batches: readonly Batch[];
  /** Whether there may be more that can be taken now. */
  readonly more: boolean;
}

/**
 * Takes what is due, for as long as a lease lasts. Who takes it says so before sending it; what somebody died over
 * is due again when the lease is over.
 */
export async function takeDue(tx: Transaction, now: Date, gatherMs: number, room: Room): Promise<Taken> {
  const taken = new Set<string>();
  const batches: Batch[] = [];
  let more = false;
  for (const mode of NOTICE_MODES.filter((one) => room.byMode[one] > 0)) {
    const due = await findDue(tx, mode, now, room);
    await putAside(tx, due, now);
    more ||= due.length === room.byMode[mode];
    for (const first of withRoom(due, room)) {
      if (taken.has(first.id)) continue;
      const until = new Date(now.getTime() + gatherMs);
      const others = await companions(tx, first, until, now, room);
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
