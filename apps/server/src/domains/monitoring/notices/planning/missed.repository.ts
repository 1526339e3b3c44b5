import { ALARM_LEVELS } from '@airloom/contract/alarms/alarms.types';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { plannedAnew } from '../../../../platform/database/replan.ts';

export interface AlarmKey {
  readonly tenant: string;
  readonly id: string;
}

const gravity = (column: string) => sql`array_position(${ALARM_LEVELS}::text[], ${sql.ref(column)})`;

const UNPLANNED = sql`not exists (
  select from notice
  where notice.tenant_id = alarm.tenant_id and notice.about_id = alarm.id
    and ${gravity('notice.level')} <= ${gravity('alarm.level')})`;

/** Active alarms, or those cleared when raised, without a notice planned for their level. */
const WITHOUT_CLEARED_NOTICE = (since: Date) => sql`
  select alarm.tenant_id as tenant, alarm.id from alarm
  where alarm.cleared_at is null and coalesce(alarm.levelled_at, alarm.raised_at) > ${since} and ${UNPLANNED}
  union all
  select alarm.tenant_id, alarm.id from alarm
  where alarm.cleared_at > ${since} and alarm.clear_reason = 'passed' and alarm.removed_at is null
    and ${UNPLANNED}`;

/** Cleared alarms whose raised notice has no cleared one. */
const UNENDED = (since: Date) => sql`
  select alarm.tenant_id, alarm.id from alarm
  where alarm.cleared_at > ${since} and alarm.clear_reason <> 'passed' and alarm.removed_at is null
    and exists (
    select from notice opening
    where opening.tenant_id = alarm.tenant_id and opening.about_id = alarm.id and opening.step <> 'cleared'
      and opening.tells_clears and opening.state in ('sent', 'waiting') and not exists (
        select from notice ending
        where ending.tenant_id = opening.tenant_id and ending.about_id = opening.about_id
          and ending.step = 'cleared' and ending.mode = opening.mode
          and lower(ending.address) = lower(opening.address)))`;

/** Alarms of all accounts that changed since then and seem to lack notices for their current state. */
export async function missedAlarms(
  tx: Transaction,
  since: Date,
  after: AlarmKey | null,
  atMost: number,
): Promise<AlarmKey[]> {
  await plannedAnew(tx);
  const rest =
    after === null ? sql`true` : sql`(missed.tenant, missed.id) > (${after.tenant}::uuid, ${after.id}::uuid)`;
  return tx.all(sql<AlarmKey>`
    select tenant, id from (${WITHOUT_CLEARED_NOTICE(since)} union ${UNENDED(since)}) as missed
    where ${rest} order by tenant, id limit ${atMost}`);
}
