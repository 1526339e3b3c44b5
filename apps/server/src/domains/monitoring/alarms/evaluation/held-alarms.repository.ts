import type { ClearReason } from '@airloom/contract/alarms/alarms.states';
import type { AlarmType } from '@airloom/contract/alarms/alarms.types';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import { publishEvents } from '../../../../platform/events/outbox.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import type { Asker } from '../../../network/devices/index.ts';
import { currentAlarms, pastAlarms } from '../history/visible-alarms.ts';

export interface HeldAlarm {
  readonly id: string;
  readonly type: AlarmType;
  readonly site_name: string;
  readonly device_name: string;
}

const HELD = ['alarm.id', 'alarm.type', 'alarm.site_name', 'alarm.device_name'] as const;

const among = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;

/** Those of these that go on and that the asker sees, held until the transaction ends. */
export function holdCurrent(tx: Transaction, scope: Asker, ids: readonly string[]): Promise<HeldAlarm[]> {
  return tx.all(
    currentAlarms(scope)
      .select(HELD)
      .where('alarm.id', '=', among(ids))
      .orderBy('alarm.id')
      .forUpdate('alarm'),
  );
}

export function holdUnconfirmed(tx: Transaction, scope: Asker, ids: readonly string[]): Promise<HeldAlarm[]> {
  return tx.all(
    currentAlarms(scope)
      .select(HELD)
      .where('alarm.id', '=', among(ids))
      .where('alarm.state', '=', 'unconfirmed')
      .orderBy('alarm.id')
      .forUpdate('alarm'),
  );
}

export function holdPast(tx: Transaction, scope: Asker, ids: readonly string[]): Promise<HeldAlarm[]> {
  return tx.all(
    pastAlarms(scope).select(HELD).where('alarm.id', '=', among(ids)).orderBy('alarm.id').forUpdate('alarm'),
  );
}

export interface Word {
  readonly by: string;
  readonly note: string;
  readonly at: Date;
}

export async function confirmAlarms(
  tx: Transaction,
  { tenant }: TenantScope,
  ids: readonly string[],
  { by, note, at }: Word,
): Promise<void> {
  await tx.run(
    sqlBuilder
      .updateTable('alarm')
      .set({ state: 'confirmed', confirmed_at: at, confirmed_by_name: by, confirm_note: note })
      .where('tenant_id', '=', tenant)
      .where('id', '=', among(ids)),
  );
}

export async function clearAlarms(
  tx: Transaction,
  { tenant }: TenantScope,
  ids: readonly string[],
  { by, note, at, reason }: Word & { readonly reason: ClearReason },
): Promise<void> {
  await tx.run(
    sqlBuilder
      .updateTable('alarm')
      .set({ cleared_at: at, clear_reason: reason, cleared_by_name: by, clear_note: note })
      .where('tenant_id', '=', tenant)
      .where('id', '=', among(ids)),
  );
}

/** Nobody sees them any more. They stay known until their time is over: what a person ended must not come again. */
export async function removeAlarms(
  tx: Transaction,
  { tenant }: TenantScope,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  await tx.run(
    sqlBuilder
      .updateTable('alarm')
      .set({ removed_at: at })
      .where('tenant_id', '=', tenant)
      .where('id', '=', among(ids)),
  );
}

/** Alarms one fact names; a rule that ends may end very many. */
const TOLD_MAX = 1_000;

export function tellAlarmsChanged(
  tx: Transaction,
  { tenant }: TenantScope,
  alarmIds: readonly string[],
): Promise<void> {
  const parts = Array.from({ length: Math.ceil(alarmIds.length / TOLD_MAX) }, (_, part) =>
    alarmIds.slice(part * TOLD_MAX, (part + 1) * TOLD_MAX),
  );
  return publishEvents(
    tx,
    parts.map((ids) => ({ tenant, type: 'AlarmsChanged', payload: { alarmIds: ids } })),
  );
}
