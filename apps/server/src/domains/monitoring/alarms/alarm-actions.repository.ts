import type { AlarmState, ClearReason } from '@airloom/contract/alarms/alarms.states';
import type { AlarmType } from '@airloom/contract/alarms/alarms.types';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../platform/database/database.ts';
import { publishEvents } from '../../../platform/events/outbox.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import type { Asker } from '../../network/devices/index.ts';
import { activeAlarms, clearedAlarms } from './history/visible-alarms.ts';

export interface LockedAlarm {
  readonly id: string;
  readonly type: AlarmType;
  readonly site_id: string | null;
  readonly device_id: string | null;
  readonly device_kind: DeviceKind | null;
  readonly device_name: string;
  readonly confirm_note: string;
}

const COLUMNS = [
  'alarm.id',
  'alarm.type',
  'alarm.site_id',
  'alarm.device_id',
  'alarm.device_kind',
  'alarm.device_name',
  'alarm.confirm_note',
] as const;

const among = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;

/** Active alarms among these that the caller sees, locked until the transaction ends. */
export function lockActive(tx: Transaction, scope: Asker, ids: readonly string[]): Promise<LockedAlarm[]> {
  return tx.all(
    activeAlarms(scope)
      .select(COLUMNS)
      .where('alarm.id', '=', among(ids))
      .orderBy('alarm.id')
      .forUpdate('alarm'),
  );
}

export function lockInState(
  tx: Transaction,
  scope: Asker,
  ids: readonly string[],
  state: AlarmState,
  /** Only those that this person confirmed at this time. */
  confirmed?: { readonly by: string; readonly at: Date },
): Promise<LockedAlarm[]> {
  const alarms = activeAlarms(scope)
    .select(COLUMNS)
    .where('alarm.id', '=', among(ids))
    .where('alarm.state', '=', state)
    .orderBy('alarm.id')
    .forUpdate('alarm');
  return tx.all(
    confirmed === undefined
      ? alarms
      : alarms
          .where('alarm.confirmed_by_name', '=', confirmed.by)
          .where('alarm.confirmed_at', '=', confirmed.at),
  );
}

export function lockCleared(tx: Transaction, scope: Asker, ids: readonly string[]): Promise<LockedAlarm[]> {
  return tx.all(
    clearedAlarms(scope)
      .select(COLUMNS)
      .where('alarm.id', '=', among(ids))
      .orderBy('alarm.id')
      .forUpdate('alarm'),
  );
}

export interface ActionNote {
  readonly by: string;
  readonly note: string;
  readonly at: Date;
}

export async function confirmAlarms(
  tx: Transaction,
  { tenant }: TenantScope,
  ids: readonly string[],
  { by, note, at }: ActionNote,
): Promise<void> {
  await tx.run(
    sqlBuilder
      .updateTable('alarm')
      .set({ state: 'confirmed', confirmed_at: at, confirmed_by_name: by, confirm_note: note })
      .where('tenant_id', '=', tenant)
      .where('id', '=', among(ids)),
  );
}

/** As if it had never been confirmed. */
export async function unconfirmAlarms(
  tx: Transaction,
  { tenant }: TenantScope,
  ids: readonly string[],
): Promise<void> {
  await tx.run(
    sqlBuilder
      .updateTable('alarm')
      .set({ state: 'unconfirmed', confirmed_at: null, confirmed_by_name: '', confirm_note: '' })
      .where('tenant_id', '=', tenant)
      .where('id', '=', among(ids)),
  );
}

export async function clearAlarms(
  tx: Transaction,
  { tenant }: TenantScope,
  ids: readonly string[],
  { by, note, at, reason }: ActionNote & { readonly reason: ClearReason },
): Promise<void> {
  await tx.run(
    sqlBuilder
      .updateTable('alarm')
      .set({ cleared_at: at, clear_reason: reason, cleared_by_name: by, clear_note: note })
      .where('tenant_id', '=', tenant)
      .where('id', '=', among(ids)),
  );
}

/**
 * Hides alarms from the history. Rows are kept until retention ends: an alarm cleared by a person must not be raised
 * again.
 */
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

/** Alarms per event; a rule that is deleted may clear very many. */
const IDS_PER_EVENT = 1_000;

export function publishAlarmsChanged(
  tx: Transaction,
  { tenant }: TenantScope,
  alarmIds: readonly string[],
): Promise<void> {
  const parts = Array.from({ length: Math.ceil(alarmIds.length / IDS_PER_EVENT) }, (_, part) =>
    alarmIds.slice(part * IDS_PER_EVENT, (part + 1) * IDS_PER_EVENT),
  );
  return publishEvents(
    tx,
    parts.map((ids) => ({ tenant, type: 'AlarmsChanged', payload: { alarmIds: ids } })),
  );
}
