import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { HandedNotice, LeftNotice } from './handover.ts';

/** What waits because of a setting and is not on its way, held until the transaction ends. */
export function holdLeft(
  tx: Transaction,
  tenant: string,
  settingId: string,
): Promise<(LeftNotice & { readonly alarmId: string | null })[]> {
  return tx.all(sql<LeftNotice & { alarmId: string | null }>`
    select id, alarm_id as "alarmId", step, mode, address, level, due_at as "dueAt" from notice
    where tenant_id = ${tenant} and setting_id = ${settingId} and state = 'waiting' and step <> 'test'
      and leased_until is null
    order by id for update`);
}

/** It is the same notice: what was tried of it goes on under the id it has. */
export async function writeHanded(
  tx: Transaction,
  tenant: string,
  handed: readonly HandedNotice[],
): Promise<void> {
  if (handed.length === 0) return;
  await tx.run(sql`
    update notice set address = handed.address, setting_id = handed."settingId", webhook_id = handed."webhookId",
      manager_id = handed."managerId", because = handed.because, tells_clears = handed."tellsClears",
      due_at = handed."dueAt"
    from jsonb_to_recordset(${JSON.stringify(handed)}::jsonb) as handed (
      id uuid, address text, "settingId" uuid, "webhookId" uuid, "managerId" uuid, because text,
      "tellsClears" boolean, "dueAt" timestamptz)
    where notice.tenant_id = ${tenant} and notice.id = handed.id`);
}

export async function dropLeft(
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
