import type { SchedulableCommand } from '@airloom/contract/commands/schedules.model';
import type { ScheduleState } from '@airloom/contract/commands/schedules.states';
import type { LocalStart } from '@airloom/contract/rollout/local-start';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { isConnectedIn } from '../../../../platform/database/device-status.ts';
import { hasCome } from '../../../../platform/database/due-time.ts';
import { CHECK_EVERY_MS } from '../../../../platform/rollout/advance-rollout.ts';
import { maySiteStart, type RolloutKey } from '../../../../platform/rollout/site-windows.repository.ts';
import { type Asker, isOperableIn } from '../../devices/index.ts';

export interface AdvancedSchedule extends RolloutKey {
  readonly command: SchedulableCommand;
  readonly params: object;
  readonly state: ScheduleState;
  readonly startAt: Date;
  readonly localStart: LocalStart | null;
  /** In whose name it starts: the last editor, or the author. */
  readonly by: { readonly id: string; readonly name: string };
}

export function findDueSchedules(tx: Transaction, now: Date, atMost: number): Promise<RolloutKey[]> {
  return tx.all(sql<RolloutKey>`
    select tenant_id as tenant, id from command_schedule
    where ended_at is null and case when state = 'scheduled' then start_at <= ${now}
      else ${hasCome('due_at', now, CHECK_EVERY_MS)} end
    order by due_at limit ${atMost}`);
}

/** Locks a schedule; undefined when another process advances it at the moment, or it has ended. */
export function lockToAdvance(
  tx: Transaction,
  { tenant, id }: RolloutKey,
): Promise<AdvancedSchedule | undefined> {
  return tx.first(sql<AdvancedSchedule>`
    select tenant_id as tenant, id, command, params, state, start_at as "startAt", local_start as "localStart",
      json_build_object('id', coalesce(edited_by, created_by), 'name', coalesce(edited_by_name, created_by_name)) as by
    from command_schedule where tenant_id = ${tenant} and id = ${id} and ended_at is null
    for update skip locked`);
}

/** Sites of waiting devices without a window: devices were moved there. */
export async function sitesWithoutWindow(tx: Transaction, { tenant, id }: RolloutKey): Promise<string[]> {
  const rows = await tx.all(sql<{ site_id: string }>`
    select distinct device.site_id from command_schedule_device as waiting
    join device on device.tenant_id = waiting.tenant_id and device.id = waiting.device_id
    where waiting.tenant_id = ${tenant} and waiting.schedule_id = ${id} and waiting.state = 'waiting'
      and device.site_id is not null and not exists (
        select from rollout_site where rollout_site.tenant_id = waiting.tenant_id
          and rollout_site.rollout_id = waiting.schedule_id and rollout_site.site_id = device.site_id)`);
  return rows.map(({ site_id }) => site_id);
}

/**
 * Leaves out devices that were removed, never connected, have no site, did not start in any of the nights, or may start
 * now but not in the name of the author, whose roles are `author`.
 */
export async function leaveOutUnsuitable(
  tx: Transaction,
  schedule: Pick<AdvancedSchedule, 'tenant' | 'id' | 'localStart'>,
  author: readonly Asker[],
  now: Date,
): Promise<void> {
  const { tenant, id, localStart } = schedule;
  const isLocal = localStart !== null;
  await tx.run(sql`
    update command_schedule_device set state = 'leftOut', reason = unfit.reason
    from (
      select waiting.device_id, case
        when device.id is null then 'deviceGone'
        when device.status = 'neverConnected' then 'neverConnected'
        when ${isLocal}::boolean and device.site_id is null then 'noSite'
        when ${isLocal}::boolean and at_site.night > ${localStart?.nights ?? 0}::int then 'windowsMissed'
        when ${maySiteStart(schedule, 'device.site_id', now)} and not ${isOperableIn(author)} then 'authorNotPermitted'
      end as reason
      from command_schedule_device as waiting
      left join device on device.tenant_id = waiting.tenant_id and device.id = waiting.device_id
      left join rollout_site as at_site on at_site.tenant_id = waiting.tenant_id
        and at_site.rollout_id = waiting.schedule_id and at_site.site_id = device.site_id
      where waiting.tenant_id = ${tenant} and waiting.schedule_id = ${id} and waiting.state = 'waiting'
    ) as unfit
    where command_schedule_device.tenant_id = ${tenant} and command_schedule_device.schedule_id = ${id}
      and command_schedule_device.device_id = unfit.device_id and unfit.reason is not null`);
}

/**
 * Waiting devices that may start now. With the end of a window offline and upgrading devices wait for a better moment;
 * without one they get their result at once.
 */
export async function nextToSend(
  tx: Transaction,
  schedule: Pick<AdvancedSchedule, 'tenant' | 'id' | 'localStart'>,
  now: Date,
  atMost: number,
): Promise<string[]> {
  const { tenant, id, localStart } = schedule;
  const mayWait = localStart !== null && localStart.until !== null;
  const rows = await tx.all(sql<{ id: string }>`
    select device.id from command_schedule_device as waiting
    join device on device.tenant_id = waiting.tenant_id and device.id = waiting.device_id
    where waiting.tenant_id = ${tenant} and waiting.schedule_id = ${id} and waiting.state = 'waiting'
      and ${maySiteStart(schedule, 'device.site_id', now)}
      and (not ${mayWait}::boolean or ${isConnectedIn('device.status')} and device.upgrade_status <> 'upgrading')
    order by device.id limit ${atMost}`);
  return rows.map((row) => row.id);
}

export async function markSent(
  tx: Transaction,
  { tenant, id }: RolloutKey,
  commandIds: ReadonlyMap<string, string>,
): Promise<void> {
  await tx.run(sql`
    update command_schedule_device set state = 'sent', command_id = sent.command_id
    from unnest(${[...commandIds.keys()]}::uuid[], ${[...commandIds.values()]}::uuid[]) as sent (device_id, command_id)
    where command_schedule_device.tenant_id = ${tenant} and command_schedule_device.schedule_id = ${id}
      and command_schedule_device.device_id = sent.device_id and command_schedule_device.state = 'waiting'`);
}

export async function countWaiting(tx: Transaction, { tenant, id }: RolloutKey): Promise<number> {
  const row = await tx.first(sql<{ waiting: number }>`
    select count(*)::int as waiting from command_schedule_device
    where tenant_id = ${tenant} and schedule_id = ${id} and state = 'waiting'`);
  return row?.waiting ?? 0;
}

export async function writeRunning(tx: Transaction, { tenant, id }: RolloutKey, dueAt: Date): Promise<void> {
  await tx.run(sql`
    update command_schedule set state = 'running', due_at = ${dueAt} where tenant_id = ${tenant} and id = ${id}`);
}
