import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { OrphanedNotice, ReassignedNotice } from './reassignment.ts';

/** Waiting notices of a setting that are not in flight, locked until the transaction ends. */
export function lockWaiting(
  tx: Transaction,
  tenant: string,
  settingId: string,
): Promise<(OrphanedNotice & { readonly alarmId: string | null })[]> {
  return tx.all(sql<OrphanedNotice & { alarmId: string | null }>`
    select id, alarm_id as "alarmId", step, mode, address, level, due_at as "dueAt" from notice
    where tenant_id = ${tenant} and setting_id = ${settingId} and state = 'waiting' and step <> 'test'
      and leased_until is null
    order by id for update`);
}

/** The notice keeps its id and attempts. */
export async function writeReassigned(
  tx: Transaction,
  tenant: string,
  reassigned: readonly ReassignedNotice[],
): Promise<void> {
  if (reassigned.length === 0) return;
  await tx.run(sql`
    update notice set address = reassigned.address, setting_id = reassigned."settingId", webhook_id = reassigned."webhookId",
      manager_id = reassigned."managerId", because = reassigned.because, tells_clears = reassigned."tellsClears",
      due_at = reassigned."dueAt"
    from jsonb_to_recordset(${JSON.stringify(reassigned)}::jsonb) as reassigned (
      id uuid, address text, "settingId" uuid, "webhookId" uuid, "managerId" uuid, because text,
      "tellsClears" boolean, "dueAt" timestamptz)
    where notice.tenant_id = ${tenant} and notice.id = reassigned.id`);
}

export async function dropNotices(
  tx: Transaction,
  tenant: string,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(sql`
    update notice set state = 'dropped', ended_at = ${now}
    where tenant_id = ${tenant} and id = any(${ids}::uuid[])`);
}
