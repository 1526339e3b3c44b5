import type { CommandName, CommandReason } from '@airloom/contract/commands/commands.model';
import { COMMAND_NAMES } from '@airloom/contract/commands/commands.model';
import type { CommandState } from '@airloom/contract/commands/commands.states';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { isConnectedIn } from '../../../../platform/database/device-status.ts';
import { byJump, wasBeforeJump } from '../../../../platform/database/due-time.ts';
import { confirmMsOf, type InFlight, isDisrupting, isLostByDisruption } from './command-lifecycle.ts';

export interface DeviceKey {
  readonly tenant: string;
  readonly deviceId: string;
}

interface Row {
  readonly tenant_id: string;
  readonly id: string;
  readonly batch_id: string;
  readonly device_id: string;
  readonly device_kind: DeviceKind;
  readonly command: CommandName;
  readonly params: Readonly<Record<string, unknown>>;
  readonly sent_at: Date;
  readonly answered_at: Date | null;
  readonly deadline: Date;
}

/**
 * The process that holds the connection ends unanswered commands. The stored deadline counts when that process ends:
 * then a command has as long to be confirmed as after a lost connection.
 */
const TIMES = { names: [...COMMAND_NAMES], ms: COMMAND_NAMES.map(confirmMsOf) };

function inFlight(row: Row): InFlight {
  return {
    tenant: row.tenant_id,
    id: row.id,
    batchId: row.batch_id,
    deviceId: row.device_id,
    deviceKind: row.device_kind,
    command: row.command,
    params: row.params,
    sentAt: row.sent_at.getTime(),
    answeredAt: row.answered_at?.getTime() ?? null,
    deadline: row.deadline.getTime(),
    seenOff: [],
    cameBack: null,
  };
}

function woken(devices: readonly DeviceKey[]) {
  return sql`unnest(${devices.map(({ tenant }) => tenant)}::uuid[], ${devices.map(({ deviceId }) => deviceId)}::uuid[])
    as woken (tenant_id, device_id)`;
}

const DISRUPTING = COMMAND_NAMES.filter(isDisrupting);
const LOST_BY_DISRUPTION = COMMAND_NAMES.filter(isLostByDisruption);
/** Maximum per device. */
const IN_FLIGHT_MAX = 8;

/**
 * Selects the commands that can be sent to each device now, oldest first, and stores that they are sent. They are sent
 * after the commit only: no command is sent twice. A command that restarts or disconnects a device waits for all that
 * it would lose, and all others wait for it; an answered configuration blocks other configurations only. Commands
 * behind a waiting one wait too.
 */
export async function claimNext(
  tx: Transaction,
  devices: readonly DeviceKey[],
  now: Date,
): Promise<InFlight[]> {
  const rows = await tx.all(sql<Row>`
    with next as materialized (
      select open.tenant_id, open.id
      from ${woken(devices)}
      cross join lateral (
        select tenant_id, id, sent_at, disrupts, row_number() over before as place,
          coalesce(bool_or(disrupts) over before, false) as after_disruption,
          coalesce(bool_or(disrupts and not applied) over before, false) as in_disruption,
          coalesce(bool_or(fragile) over before, false) as after_fragile
        from (
          select tenant_id, id, sent_at, command = any(${DISRUPTING}::text[]) as disrupts,
            command = any(${LOST_BY_DISRUPTION}::text[]) as fragile,
            command = 'configure' and answered_at is not null as applied
          from command
          where tenant_id = woken.tenant_id and device_id = woken.device_id and ended_at is null
        ) as command
        window before as (order by sent_at nulls last, id rows between unbounded preceding and 1 preceding)
      ) as open
      where open.sent_at is null and open.place <= ${IN_FLIGHT_MAX} and not case when open.disrupts
        then open.after_disruption or open.after_fragile else open.in_disruption end
    )
    update command set sent_at = ${now}, deadline = ${now}::timestamptz + times.ms * interval '1 millisecond'
    from next, command_batch as batch, unnest(${TIMES.names}::text[], ${TIMES.ms}::int[]) as times (name, ms)
    where command.tenant_id = next.tenant_id and command.id = next.id
      and batch.tenant_id = command.tenant_id and batch.id = command.batch_id
      and times.name = command.command
      and command.sent_at is null and command.ended_at is null and command.deadline > ${now}
    returning command.tenant_id, command.id, command.batch_id, command.device_id, command.device_kind,
      command.command, batch.params || command.params as params, command.sent_at, command.answered_at,
      command.deadline`);
  return rows.map(inFlight).sort((one, other) => (one.id < other.id ? -1 : 1));
}

export async function setUploadHashes(
  tx: Transaction,
  uploads: readonly { readonly tenant: string; readonly id: string; readonly hash: Buffer }[],
): Promise<void> {
  await tx.run(sql`
    update command set upload_hash = upload.hash
    from unnest(${uploads.map(({ tenant }) => tenant)}::uuid[], ${uploads.map(({ id }) => id)}::uuid[],
      ${uploads.map(({ hash }) => hash)}::bytea[]) as upload (tenant_id, id, hash)
    where command.tenant_id = upload.tenant_id and command.id = upload.id`);
}

/** Commands whose device is in an observe-only site. */
export async function findObserved(
  tx: Transaction,
  commands: readonly Pick<InFlight, 'tenant' | 'id' | 'deviceId'>[],
): Promise<ReadonlySet<string>> {
  if (commands.length === 0) return new Set();
  const rows = await tx.all(sql<{ id: string }>`
    select sent.id
    from unnest(${commands.map(({ tenant }) => tenant)}::uuid[], ${commands.map(({ deviceId }) => deviceId)}::uuid[],
      ${commands.map(({ id }) => id)}::uuid[]) as sent (tenant_id, device_id, id)
    join device on device.tenant_id = sent.tenant_id and device.id = sent.device_id
    join site on site.tenant_id = device.tenant_id and site.id = device.site_id
    where site.observe_only`);
  return new Set(rows.map(({ id }) => id));
}

/** Commands in flight for these devices, sent by any process. */
export async function findInFlight(tx: Transaction, devices: readonly DeviceKey[]): Promise<InFlight[]> {
  const rows = await tx.all(sql<Row>`
    select command.tenant_id, command.id, command.batch_id, command.device_id, command.device_kind,
      command.command, batch.params || command.params as params, command.sent_at, command.answered_at,
      command.deadline
    from ${woken(devices)}
    join command on command.tenant_id = woken.tenant_id and command.device_id = woken.device_id
      and command.ended_at is null and command.sent_at is not null
    join command_batch as batch on batch.tenant_id = command.tenant_id and batch.id = command.batch_id`);
  return rows.map(inFlight);
}

/** New state of a command that has not ended. */
export interface Settlement {
  readonly tenant: string;
  readonly id: string;
  /** `sending`: it continues until the new deadline. */
  readonly state: CommandState;
  readonly answered: boolean;
  readonly deadline: Date | null;
  readonly text: string;
  readonly reason: CommandReason | null;
  readonly rejected: readonly string[];
  readonly output: string | null;
  readonly fileId: string | null;
}

export interface Settled {
  readonly tenant_id: string;
  readonly id: string;
  readonly batch_id: string;
  readonly device_id: string;
  readonly command: CommandName;
  readonly state: CommandState;
  readonly params: Readonly<Record<string, unknown>>;
}

/** At most one for each command. Ended commands do not change; returns those that did. */
export function settle(tx: Transaction, settlements: readonly Settlement[], now: Date): Promise<Settled[]> {
  return tx.all(sql<Settled>`
    update command set
      state = changes.state,
      ended_at = case when changes.state <> 'sending' then ${now}::timestamptz end,
      answered_at = coalesce(command.answered_at, case when changes.answered then ${now}::timestamptz end),
      deadline = coalesce(changes.deadline, command.deadline),
      text = coalesce(nullif(changes.text, ''), command.text),
      reason = changes.reason,
      rejected = changes.rejected,
      output = coalesce(changes.output, command.output),
      file_id = coalesce(changes.file_id, command.file_id)
    from unnest(
      ${settlements.map((one) => one.tenant)}::uuid[], ${settlements.map((one) => one.id)}::uuid[],
      ${settlements.map((one) => one.state)}::text[], ${settlements.map((one) => one.answered)}::boolean[],
      ${settlements.map((one) => one.deadline)}::timestamptz[], ${settlements.map((one) => one.text)}::text[],
      ${settlements.map((one) => one.reason)}::text[],
      ${settlements.map((one) => JSON.stringify(one.rejected))}::jsonb[],
      ${settlements.map((one) => one.output)}::text[], ${settlements.map((one) => one.fileId)}::uuid[]
    ) as changes (tenant_id, id, state, answered, deadline, text, reason, rejected, output, file_id)
    where command.tenant_id = changes.tenant_id and command.id = changes.id and command.ended_at is null
    returning command.tenant_id, command.id, command.batch_id, command.device_id, command.command, command.state,
      command.params`);
}

interface Due {
  readonly tenant_id: string;
  readonly id: string;
  readonly sent_at: Date | null;
  readonly answered_at: Date | null;
}

/** For devices that no other running process holds. */
const OF_NO_OTHER = (gatewayId: string) => sql`not exists (
  select from device join gateway_process on gateway_process.id = device.gateway_id
  where device.tenant_id = command.tenant_id and device.id = command.device_id
    and device.gateway_id <> ${gatewayId})`;

/**
 * Locks commands past their deadline. A running process ends those of its own devices: by another clock they may be
 * past it too early.
 */
export function lockOverdue(tx: Transaction, gatewayId: string, now: Date, atMost: number): Promise<Due[]> {
  return tx.all(sql<Due>`
    select tenant_id, id, sent_at, answered_at from command
    where ended_at is null and deadline <= ${now} and ${OF_NO_OTHER(gatewayId)}
    order by deadline limit ${atMost}
    for update of command skip locked`);
}

const OF_GATEWAY = (gatewayId: string) => sql`exists (
  select from device where device.tenant_id = command.tenant_id and device.id = command.device_id
    and device.gateway_id = ${gatewayId})`;

/** The clock was set: commands for the devices of this process keep their remaining time. */
export async function shiftOpen(
  tx: Transaction,
  gatewayId: string,
  jumpMs: number,
  now: Date,
): Promise<void> {
  await shift(tx, sql`ended_at is null and ${OF_GATEWAY(gatewayId)}`, jumpMs, now);
}

/** The same for sent commands, including ended ones. */
export async function shiftSent(
  tx: Transaction,
  commandIds: readonly string[],
  jumpMs: number,
  now: Date,
): Promise<void> {
  await shift(tx, sql`id = any(${commandIds}::uuid[]) and sent_at is not null`, jumpMs, now);
}

async function shift(tx: Transaction, which: RawBuilder<unknown>, jumpMs: number, now: Date): Promise<void> {
  const jump = byJump(jumpMs);
  const at = sql`coalesce(answered_at, sent_at, created_at)`;
  await tx.run(sql`
    update command set sent_at = sent_at + ${jump}, answered_at = answered_at + ${jump}, deadline = deadline + ${jump}
    where ${which} and ${wasBeforeJump(at, jumpMs, now)}`);
}

/** Commands sent in the future were sent before the clock was set back, by a process that ended: they restart now. */
export async function restartFuture(tx: Transaction, gatewayId: string, now: Date): Promise<void> {
  await tx.run(sql`
    update command set sent_at = ${now}, answered_at = least(answered_at, ${now}),
      deadline = deadline - (sent_at - ${now}::timestamptz)
    where ended_at is null and sent_at > ${now}::timestamptz + interval '1 minute' and ${OF_NO_OTHER(gatewayId)}`);
}

const NONE_DISRUPTING = sql`not exists (
  select from command as flying
  where flying.tenant_id = command.tenant_id and flying.device_id = command.device_id
    and flying.sent_at is not null and flying.ended_at is null and flying.command = any(${DISRUPTING}::text[]))`;

/** Pending commands of devices that are offline or deleted. A device that restarts on command is awaited. */
export function lockUnreachable(tx: Transaction, atMost: number): Promise<Pick<Due, 'tenant_id' | 'id'>[]> {
  return tx.all(sql<Pick<Due, 'tenant_id' | 'id'>>`
    select command.tenant_id, command.id
    from command
    left join device on device.tenant_id = command.tenant_id and device.id = command.device_id
    where command.ended_at is null and command.sent_at is null
      and (device.id is null or not ${isConnectedIn('device.status')}) and ${NONE_DISRUPTING}
    limit ${atMost}
    for update of command skip locked`);
}

/** Devices of a process with sendable commands, in case a wake message was lost. */
export function findSendable(tx: Transaction, gatewayId: string, atMost: number): Promise<DeviceKey[]> {
  return tx.all(sql<DeviceKey>`
    select distinct command.tenant_id as tenant, command.device_id as "deviceId" from command
    join device on device.tenant_id = command.tenant_id and device.id = command.device_id
    where command.ended_at is null and command.sent_at is null and device.gateway_id = ${gatewayId}
      and ${NONE_DISRUPTING}
    limit ${atMost}`);
}

/** Pause before the same version is sent again to a device that does not answer. */
const PUSH_PAUSE = sql.raw(`interval '15 minutes'`);

/**
 * Devices of a process whose newest configuration was not queued (a lost message), or was sent and not answered.
 */
export function findNotPushed(
  tx: Transaction,
  gatewayId: string,
  now: Date,
  atMost: number,
): Promise<DeviceKey[]> {
  return tx.all(sql<DeviceKey>`
    select device.tenant_id as tenant, device.id as "deviceId" from device
    cross join lateral (
      select version, created_at from device_configuration
      where tenant_id = device.tenant_id and device_id = device.id order by version desc limit 1
    ) as newest
    cross join lateral (
      select count(*) as fresh from command
      where command.tenant_id = device.tenant_id and command.device_id = device.id
        and command.command = 'configure' and command.created_at >= newest.created_at
        and (ended_at is null or ended_at > ${now}::timestamptz - ${PUSH_PAUSE})
    ) as sent
    where device.gateway_id = ${gatewayId} and device.configuration_state = 'pending'
      and sent.fresh = 0
      and not exists (
        select from site
        where site.tenant_id = device.tenant_id and site.id = device.site_id and site.observe_only)
    limit ${atMost}`);
}
