import type { NoticeMode } from '@airloom/contract/alarms/alarms.model';
import type { AlarmLevel, AlarmType } from '@airloom/contract/alarms/alarms.types';
import { DEVICE_KINDS } from '@airloom/contract/devices/device-classes';
import { NOTICE_LIMITS } from '@airloom/contract/notices/notices.limits';
import type { Delivery } from '@airloom/contract/notices/notices.model';
import type { NoticeState } from '@airloom/contract/notices/notices.states';
import type { Page } from '@airloom/contract/paging';
import { type RawBuilder, sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import {
  containing,
  type PageRequest,
  readPage,
  type Sorting,
} from '../../../../platform/database/paging.ts';
import { isAmong, isWithinSearch, rareMatches } from '../../../../platform/database/text-search.ts';
import { newId } from '../../../../platform/ids.ts';
import { type Asker, visibleKinds } from '../../../network/devices/index.ts';
import { withinReach } from '../../../people/organizations/index.ts';

export interface DeliveryFilters {
  readonly mode?: NoticeMode | undefined;
  readonly alarmUUID?: string | undefined;
  readonly webhookUUID?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly search: string;
  readonly state?: NoticeState | undefined;
}

export type FailedFilters = Omit<DeliveryFilters, 'state'>;

/** Hides notices about devices of classes the caller does not see. */
function ofSeenKind(scope: Asker) {
  const kinds = visibleKinds(scope);
  if (kinds.length === DEVICE_KINDS.length) return sql<boolean>`true`;
  return sql<boolean>`not exists (select from alarm hidden
    where hidden.tenant_id = notice.tenant_id and hidden.id = notice.alarm_id
      and hidden.device_kind <> all(${kinds}::text[]))`;
}

/** Notices of visible sites; those without a site need a reach of the whole account. */
function visible(scope: Asker) {
  const all = sqlBuilder
    .selectFrom('notice')
    .where('notice.tenant_id', '=', scope.tenant)
    .where(ofSeenKind(scope));
  if (scope.reach.kind === 'all') return all;
  const sites = sqlBuilder
    .selectFrom('site')
    .select('site.id')
    .where('site.tenant_id', '=', scope.tenant)
    .where(withinReach(scope));
  return all.where(sql<boolean>`notice.site_id = any(array(${sites}))`);
}

const SORTING: Sorting = {
  by: { createdAt: sql.ref('notice.created_at') },
  usual: '-createdAt',
  id: sql.ref('notice.id'),
};

/** Name of the person or webhook, or the address. */
const TO = sql<string>`coalesce(
  (select webhook.name from webhook where webhook.tenant_id = notice.tenant_id and webhook.id = notice.webhook_id),
  case when notice.mode = 'page'
    then (select manager.user_name from manager where manager.id = notice.manager_id)
    when notice.mode <> 'webhook' then notice.address end, '')`;

export interface ListedDelivery extends Delivery {
  /** Shipped rule that caused it, where the rule has no name of its own. */
  readonly shipped: string | null;
}

/** `rare` is the result of {@link rareMatches} for the search text. */
function filtered(scope: Asker, request: DeliveryFilters, rare: readonly string[] | null) {
  let found = visible(scope);
  if (request.mode !== undefined) found = found.where('notice.mode', '=', request.mode);
  if (request.state !== undefined) found = found.where('notice.state', '=', request.state);
  // Notices about an alarm have it as `about_id`, which is indexed.
  if (request.alarmUUID !== undefined) found = found.where('notice.about_id', '=', request.alarmUUID);
  if (request.webhookUUID !== undefined) found = found.where('notice.webhook_id', '=', request.webhookUUID);
  if (request.from !== undefined) found = found.where('notice.created_at', '>=', new Date(request.from));
  if (request.to !== undefined) found = found.where('notice.created_at', '<=', new Date(request.to));
  if (request.search === '') return found;
  return found
    .where(isAmong('notice.id', rare))
    .where(isWithinSearch(request.search, 'notice.created_at', found))
    .where(sql<boolean>`${TO} ilike ${containing(request.search)}`);
}

export async function listDeliveries(
  tx: Transaction,
  scope: Asker,
  request: PageRequest & DeliveryFilters,
): Promise<Page<ListedDelivery>> {
  const found = filtered(scope, request, await rareMatches(tx, 'notice', request.search));
  const shown = found
    .leftJoin('alarm', (join) =>
      join
        .onRef('alarm.tenant_id', '=', 'notice.tenant_id')
        .onRef('alarm.id', '=', 'notice.alarm_id')
        .on('alarm.removed_at', 'is', null),
    )
    .select([
      'notice.id',
      'notice.step',
      'notice.mode',
      'notice.because',
      'notice.setting_id',
      'notice.state',
      'notice.attempts',
      'notice.error',
      'notice.created_at',
      'notice.due_at',
      'notice.ended_at',
      'notice.level',
      'alarm.id as alarm_id',
      'alarm.type',
      'alarm.device_name',
      'alarm.shipped',
      TO.as('to'),
    ]);
  const { total, rows } = await readPage(tx, request, found, shown, SORTING);
  return {
    total,
    rows: rows.map((row) => ({
      noticeUUID: row.id,
      step: row.step,
      mode: row.mode,
      to: row.to,
      alarm: alarmOf(row),
      because: row.because,
      shipped: row.setting_id === null ? row.shipped : null,
      state: row.state,
      attempts: row.attempts,
      error: row.error,
      createdAt: row.created_at.toISOString(),
      dueAt: row.state === 'waiting' ? row.due_at.toISOString() : null,
      endedAt: row.ended_at?.toISOString() ?? null,
    })),
  };
}

function alarmOf(row: {
  readonly alarm_id: string | null;
  readonly type: AlarmType | null;
  readonly level: AlarmLevel;
  readonly device_name: string | null;
}): Delivery['alarm'] {
  if (row.alarm_id === null || row.type === null) return null;
  return { alarmUUID: row.alarm_id, type: row.type, level: row.level, deviceName: row.device_name ?? '' };
}

export interface LockedNotice {
  readonly id: string;
  readonly mode: NoticeMode;
  readonly state: NoticeState;
  readonly site_id: string | null;
  readonly to: string;
}

export function lockNotice(tx: Transaction, scope: Asker, id: string): Promise<LockedNotice | undefined> {
  return tx.first(
    visible(scope)
      .select(['notice.id', 'notice.mode', 'notice.state', 'notice.site_id', TO.as('to')])
      .where('notice.id', '=', id)
      .forUpdate('notice'),
  );
}

export interface RetriedNotice {
  readonly id: string;
  readonly address: string;
  readonly siteId: string | null;
  /** Notices of one message are sent together. */
  readonly messageId: string;
}

/** Restarts the attempts under the same id, together with all notices of the same message. */
export async function retryNotice(tx: Transaction, tenant: string, id: string, now: Date): Promise<void> {
  await restartAttempts(
    tx,
    tenant,
    sql`select message_id from notice chosen where chosen.tenant_id = ${tenant} and chosen.id = ${id}`,
    now,
  );
}

/** Retries failed notices that the caller sees, oldest messages first, up to the hourly limit. */
export async function retryFailedNotices(
  tx: Transaction,
  scope: Asker,
  filters: FailedFilters,
  now: Date,
): Promise<RetriedNotice[]> {
  const rare = await rareMatches(tx, 'notice', filters.search);
  const messages = filtered(scope, { ...filters, state: 'failed' }, rare)
    .select('notice.message_id')
    .groupBy('notice.message_id')
    .orderBy(({ fn }) => fn.min('notice.created_at'))
    .limit(NOTICE_LIMITS.askedPerHourMax);
  return restartAttempts(tx, scope.tenant, sql`${messages}`, now);
}

function restartAttempts(
  tx: Transaction,
  tenant: string,
  messages: RawBuilder<unknown>,
  now: Date,
): Promise<RetriedNotice[]> {
  return tx.all(sql<RetriedNotice>`
    update notice set state = 'waiting', ended_at = null, due_at = ${now}, attempts = 0, first_tried_at = ${now}
    where tenant_id = ${tenant} and state = 'failed' and message_id = any(array(${messages}))
    returning id, address, site_id as "siteId", message_id as "messageId"`);
}

/** The delivered notice stays in the log; a copy is sent under the same message id. */
export async function resendNotice(tx: Transaction, tenant: string, id: string, now: Date): Promise<void> {
  const next = newId();
  await tx.run(sql`
    insert into notice (tenant_id, id, about_id, step, detail, mode, address, alarm_id, setting_id, webhook_id,
      manager_id, level, because, site_id, time_zone, tells_clears, state, due_at, message_id, first_tried_at,
      created_at)
    select tenant_id, ${next}::uuid, about_id, step, ${next}::text, mode, address, alarm_id, setting_id, webhook_id,
      manager_id, level, because, site_id, time_zone, false, 'waiting', ${now}::timestamptz, message_id,
      ${now}::timestamptz, ${now}::timestamptz
    from notice where tenant_id = ${tenant} and id = ${id}`);
}
