import type { SchedulableCommand } from '@airloom/contract/commands/schedules.model';
import type { LeftOutReason } from '@airloom/contract/commands/schedules.states';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { LocalStart } from '@airloom/contract/rollout/local-start';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import type { RolloutKey } from '../../../../platform/rollout/site-windows.repository.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { withinReach } from '../../../people/organizations/index.ts';
import { type Asker, visibleDevices, visibleKinds } from '../../devices/index.ts';
import { TARGET, type Target } from '../queue/commands.repository.ts';

export type ScheduleTarget =
  | { readonly kind: 'devices'; readonly deviceUUIDs: readonly string[] }
  | { readonly kind: 'site'; readonly siteUUID: string }
  | { readonly kind: 'group'; readonly groupUUID: string }
  | { readonly kind: 'kept'; readonly scheduleUUID: string };

/** Visible devices by name. */
export function findScheduled(
  tx: Transaction,
  scope: Asker,
  target: ScheduleTarget,
  atMost: number,
): Promise<Target[]> {
  let found = visibleDevices(scope);
  switch (target.kind) {
    case 'devices':
      found = found.where('device.id', '=', sql<string>`any(${target.deviceUUIDs}::uuid[])`);
      break;
    case 'site':
      found = found.where('device.site_id', '=', target.siteUUID);
      break;
    case 'group':
      found = found.where('device.group_id', '=', target.groupUUID);
      break;
    case 'kept':
      found = found.where(
        'device.id',
        'in',
        sqlBuilder
          .selectFrom('command_schedule_device')
          .select('device_id')
          .where('tenant_id', '=', scope.tenant)
          .where('schedule_id', '=', target.scheduleUUID),
      );
  }
  return tx.all(found.select(TARGET).orderBy('device.sort_name').orderBy('device.id').limit(atMost));
}

/** Devices of schedules that the person sees. The device itself may be deleted. */
export function visibleScheduledDevices(scope: Asker) {
  return sqlBuilder
    .selectFrom('command_schedule_device')
    .leftJoin('site', (join) =>
      join
        .onRef('site.tenant_id', '=', 'command_schedule_device.tenant_id')
        .onRef('site.id', '=', 'command_schedule_device.site_id'),
    )
    .where('command_schedule_device.tenant_id', '=', scope.tenant)
    .where('command_schedule_device.device_kind', '=', sql<DeviceKind>`any(${visibleKinds(scope)}::text[])`)
    .where(withinReach(scope));
}

function ofSchedule(scope: Asker) {
  return visibleScheduledDevices(scope).where(
    'command_schedule_device.schedule_id',
    '=',
    sql.ref<string>('command_schedule.id'),
  );
}

/** Schedules with at least one visible device. */
export function visibleSchedules(scope: Asker) {
  return sqlBuilder
    .selectFrom('command_schedule')
    .where('command_schedule.tenant_id', '=', scope.tenant)
    .where(sql<boolean>`exists (${ofSchedule(scope).select(sql`1`.as('one'))})`);
}

const COUNTS = [
  sql<number>`count(*)::int`.as('total'),
  sql<number>`count(*) filter (where command_schedule_device.state = 'waiting')::int`.as('waiting'),
  sql<number>`count(*) filter (where command_schedule_device.state = 'sent')::int`.as('sent'),
  sql<number>`count(*) filter (where command_schedule_device.state = 'leftOut')::int`.as('left_out'),
  sql<number>`count(*) filter (where command_schedule_device.state = 'waiting' and exists (
    select from rollout_site where rollout_site.tenant_id = command_schedule_device.tenant_id
      and rollout_site.rollout_id = command_schedule_device.schedule_id
      and rollout_site.site_id = command_schedule_device.site_id and rollout_site.night > 1))::int`.as(
    'postponed',
  ),
] as const;

/** Counts contain visible devices only. */
export function countedSchedules(scope: Asker, found: ReturnType<typeof visibleSchedules>) {
  return found
    .innerJoinLateral(ofSchedule(scope).select(COUNTS).as('counts'), (join) => join.onTrue())
    .selectAll('command_schedule')
    .select(['counts.total', 'counts.waiting', 'counts.sent', 'counts.left_out', 'counts.postponed']);
}

export type LockedSchedule = NonNullable<Awaited<ReturnType<typeof lockSchedule>>>;

/** Locks a schedule until the transaction ends; returns it with the number of hidden devices and its place. */
export async function lockSchedule(tx: Transaction, scope: Asker, id: string) {
  const schedule = await tx.first(
    visibleSchedules(scope)
      .selectAll('command_schedule')
      .where('command_schedule.id', '=', id)
      .forUpdate('command_schedule'),
  );
  if (schedule === undefined) return null;
  const rows = await tx.all(sql<{ site_id: string | null; device_kind: DeviceKind; devices: number }>`
    select site_id, device_kind, count(*)::int as devices from command_schedule_device
    where tenant_id = ${scope.tenant} and schedule_id = ${id} group by site_id, device_kind`);
  const seen = await tx.first(
    sql<{ devices: number }>`select count(*)::int as devices from (${visibleScheduledDevices(scope)
      .select(sql`1`.as('one'))
      .where('command_schedule_device.schedule_id', '=', id)}) as seen`,
  );
  const all = rows.reduce((sum, { devices }) => sum + devices, 0);
  return {
    ...schedule,
    hidden: all - (seen?.devices ?? 0),
    sites: [...new Set(rows.map(({ site_id }) => site_id))],
    kinds: [...new Set(rows.map(({ device_kind }) => device_kind))],
  };
}

export interface NewSchedule {
  readonly id: string;
  readonly command: SchedulableCommand;
  readonly params: object;
  readonly startAt: Date;
  readonly localStart: LocalStart | null;
  readonly by: { readonly id: string; readonly name: string };
  readonly now: Date;
}

/** Stores a schedule, or the next revision of it. */
export async function writeSchedule(
  tx: Transaction,
  { tenant }: TenantScope,
  schedule: NewSchedule,
): Promise<void> {
  const localStart = schedule.localStart === null ? null : JSON.stringify(schedule.localStart);
  const values = {
    command: schedule.command,
    params: JSON.stringify(schedule.params),
    start_at: schedule.startAt,
    local_start: localStart,
    due_at: schedule.startAt,
  };
  await tx.run(
    sqlBuilder
      .insertInto('command_schedule')
      .values({
        tenant_id: tenant,
        id: schedule.id,
        ...values,
        state: 'scheduled',
        revision: 1,
        created_by: schedule.by.id,
        created_by_name: schedule.by.name,
        created_at: schedule.now,
        ended_at: null,
      })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'id']).doUpdateSet({
          ...values,
          revision: sql<number>`command_schedule.revision + 1`,
          edited_by: schedule.by.id,
          edited_by_name: schedule.by.name,
        }),
      ),
  );
}

export interface PlannedTarget {
  readonly target: Target;
  /** Why it is left out; null when it receives the command. */
  readonly reason: LeftOutReason | null;
}

const INSERTED_AT_ONCE = 5_000;

/** Replaces the devices of a schedule. */
export async function writeDevices(
  tx: Transaction,
  { tenant, id }: RolloutKey,
  planned: readonly PlannedTarget[],
): Promise<void> {
  await tx.run(sql`delete from command_schedule_device where tenant_id = ${tenant} and schedule_id = ${id}`);
  for (let from = 0; from < planned.length; from += INSERTED_AT_ONCE) {
    const some = planned.slice(from, from + INSERTED_AT_ONCE);
    await tx.run(sql`
      insert into command_schedule_device (tenant_id, schedule_id, device_id, device_name, device_kind, site_id,
        state, reason)
      select ${tenant}::uuid, ${id}::uuid, input.id, input.name, input.kind, input.site_id,
        case when input.reason is null then 'waiting' else 'leftOut' end, input.reason
      from unnest(${some.map(({ target }) => target.id)}::uuid[], ${some.map(({ target }) => target.name)}::text[],
        ${some.map(({ target }) => target.kind)}::text[], ${some.map(({ target }) => target.site_id)}::uuid[],
        ${some.map(({ reason }) => reason)}::text[]) as input (id, name, kind, site_id, reason)`);
  }
}

/** Leaves waiting devices out. Returns how many. */
export function leaveOutWaiting(
  tx: Transaction,
  { tenant, id }: RolloutKey,
  reason: LeftOutReason,
): Promise<number> {
  return tx.run(sql`
    update command_schedule_device set state = 'leftOut', reason = ${reason}::text
    where tenant_id = ${tenant} and schedule_id = ${id} and state = 'waiting'`);
}

export async function endSchedule(
  tx: Transaction,
  { tenant, id }: RolloutKey,
  state: 'finished' | 'cancelled',
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update command_schedule set state = ${state}::text, ended_at = ${now}, revision = revision + 1
    where tenant_id = ${tenant} and id = ${id}`);
}
