import { COMMAND_LIMITS } from '@airloom/contract/commands/commands.limits';
import type { CommandName } from '@airloom/contract/commands/commands.model';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { DeviceStatus, UpgradeStatus } from '@airloom/contract/devices/devices.states';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import { newId } from '../../../../platform/ids.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { type Asker, OBSERVE_ONLY, type VersionOfDevice, visibleDevices } from '../../devices/index.ts';
import { ANSWERED, type Ended, ended, isExclusive } from './command-lifecycle.ts';

/** What decides whether a device can be sent a command. */
export interface Target {
  readonly id: string;
  readonly name: string;
  readonly kind: DeviceKind;
  readonly site_id: string | null;
  readonly status: DeviceStatus;
  readonly upgrade_status: UpgradeStatus;
  readonly managed_by: string | null;
  /** Whether it is a controller with members. */
  readonly hasMembers: boolean;
  readonly version: string;
  readonly abilities: unknown;
  /** Its site is observe only. */
  readonly observe_only: boolean;
}

const HAS_MEMBERS = sql<boolean>`exists (
  select from device member where member.tenant_id = device.tenant_id and member.managed_by = device.id)`.as(
  'hasMembers',
);

export const TARGET = [
  'device.id',
  'device.name',
  'device.kind',
  'device.site_id',
  'device.status',
  'device.upgrade_status',
  'device.managed_by',
  'device.version',
  'device.abilities',
  HAS_MEMBERS,
  OBSERVE_ONLY,
] as const;

/** Visible devices among these. */
export function findTargets(tx: Transaction, scope: Asker, ids: readonly string[]): Promise<Target[]> {
  return tx.all(
    visibleDevices(scope).select(TARGET).where('device.id', '=', sql<string>`any(${ids}::uuid[])`),
  );
}

/** Devices by id, for commands of the server itself. */
export function findDevices(tx: Transaction, scope: TenantScope, ids: readonly string[]): Promise<Target[]> {
  return tx.all(
    sqlBuilder
      .selectFrom('device')
      .select(TARGET)
      .where('device.tenant_id', '=', scope.tenant)
      .where('device.id', '=', sql<string>`any(${ids}::uuid[])`),
  );
}

/** The server does not queue the same command for a device again within this time. */
const REPEAT_PAUSE = sql.raw(`interval '1 minute'`);

/** Devices with such a command in flight, or within the pause. */
export async function findBusy(
  tx: Transaction,
  { tenant, now }: TenantScope & { readonly now: Date },
  ids: readonly string[],
  command: CommandName,
): Promise<ReadonlySet<string>> {
  const rows = await tx.all(sql<{ device_id: string }>`
    select distinct device_id from command
    where tenant_id = ${tenant} and device_id = any(${ids}::uuid[]) and command = ${command}
      and (ended_at is null or created_at > ${now}::timestamptz - ${REPEAT_PAUSE})`);
  return new Set(rows.map(({ device_id }) => device_id));
}

export interface NewBatch {
  readonly tenant: string;
  readonly batchId: string;
  readonly command: CommandName;
  readonly params: object;
  /** Null: queued by the server. */
  readonly by: { readonly id: string; readonly name: string } | null;
  readonly devices: readonly BatchDevice[];
  readonly now: Date;
}

export interface BatchDevice {
  readonly target: Target;
  readonly params: object;
  /** Set when it cannot be sent. */
  readonly refused: Ended | null;
}

export async function insertBatch(tx: Transaction, batch: Omit<NewBatch, 'devices'>): Promise<void> {
  await tx.run(
    sqlBuilder
      .insertInto('command_batch')
      .values({
        tenant_id: batch.tenant,
        id: batch.batchId,
        command: batch.command,
        params: JSON.stringify(batch.params),
        created_by: batch.by?.id ?? null,
        created_by_name: batch.by?.name ?? '',
        created_at: batch.now,
      })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing()),
  );
}

/**
 * Queues a command for all its devices. An exclusive command ends as busy at once where there is another one, by the
 * unique index: also for two people at the same moment.
 */
export async function insertCommands(tx: Transaction, batch: NewBatch): Promise<ReadonlyMap<string, string>> {
  // Sorted, so that two batches for the same devices cannot deadlock.
  const devices = [...batch.devices].sort((a, b) => (a.target.id < b.target.id ? -1 : 1));
  const ids = new Map(devices.map(({ target }) => [target.id, newId()]));
  const refused = devices.filter((device) => device.refused !== null);
  const open = devices.filter((device) => device.refused === null);
  const inserted = open.length === 0 ? [] : await insertRows(tx, batch, ids, open);
  const queued = new Set(inserted.map(({ device_id }) => device_id));
  const busy = open
    .filter(({ target }) => !queued.has(target.id))
    .map((device) => ({ ...device, refused: ended('deviceBusy') }));
  if (refused.length + busy.length > 0) await insertRows(tx, batch, ids, [...refused, ...busy]);
  await publishEvent(tx, batch.tenant, 'CommandsQueued', {
    batchIds: [batch.batchId],
    deviceIds: [...queued],
  });
  return ids;
}

function insertRows(
  tx: Transaction,
  { tenant, batchId, command, now }: NewBatch,
  ids: ReadonlyMap<string, string>,
  devices: readonly BatchDevice[],
): Promise<{ device_id: string }[]> {
  const deadline = new Date(now.getTime() + COMMAND_LIMITS.queuedMaxMs);
  return tx.all(sql<{ device_id: string }>`
    insert into command (tenant_id, id, batch_id, device_id, device_name, device_kind, site_id, command,
      exclusive, params, state, created_at, deadline, ended_at, text, reason)
    select ${tenant}::uuid, input.id, ${batchId}::uuid, input.device_id, input.name, input.kind, input.site_id,
      ${command}::text, ${isExclusive(command)}::boolean, input.params, input.state, ${now}::timestamptz,
      ${deadline}::timestamptz, case when input.state <> 'sending' then ${now}::timestamptz end, input.text, input.reason
    from unnest(
      ${devices.map(({ target }) => ids.get(target.id))}::uuid[], ${devices.map(({ target }) => target.id)}::uuid[],
      ${devices.map(({ target }) => target.name)}::text[], ${devices.map(({ target }) => target.kind)}::text[],
      ${devices.map(({ target }) => target.site_id)}::uuid[], ${devices.map(({ params }) => JSON.stringify(params))}::jsonb[],
      ${devices.map(({ refused }) => refused?.state ?? 'sending')}::text[],
      ${devices.map(({ refused }) => refused?.text ?? '')}::text[],
      ${devices.map(({ refused }) => refused?.reason ?? null)}::text[]
    ) as input (id, device_id, name, kind, site_id, params, state, text, reason)
    on conflict (tenant_id, device_id, command) where exclusive and ended_at is null do nothing
    returning device_id`);
}

function wanted(due: readonly VersionOfDevice[]) {
  return sql`unnest(${due.map(({ deviceId }) => deviceId)}::uuid[], ${due.map(({ version }) => version)}::int[])
    as wanted (device_id, version)`;
}

/** Devices that are being sent this version, or have answered it and the result is not stored yet. */
export async function configuredAlready(
  tx: Transaction,
  { tenant }: TenantScope,
  due: readonly VersionOfDevice[],
): Promise<string[]> {
  const rows = await tx.all(sql<{ device_id: string }>`
    select command.device_id from command join ${wanted(due)} using (device_id)
    where command.tenant_id = ${tenant} and command.command = 'configure' and command.sent_at is not null
      and command.params @> jsonb_build_object('version', wanted.version)
      and (command.ended_at is null or command.state = any(${ANSWERED}::text[]) and exists (
        select from device_configuration as waiting
        where waiting.tenant_id = command.tenant_id and waiting.device_id = command.device_id
          and waiting.version = wanted.version and waiting.state = 'pending'))`);
  return rows.map(({ device_id }) => device_id);
}

/** Maximum pushes of one version to a device that keeps running another one, within this time. */
const PUSHES_MAX = 5;
const PUSHES_WITHIN = sql.raw(`interval '7 days'`);

/** Devices that reached the maximum for this version. */
export async function pushedInVain(
  tx: Transaction,
  { tenant }: TenantScope,
  due: readonly VersionOfDevice[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = await tx.all(sql<{ device_id: string }>`
    select command.device_id from command join ${wanted(due)} using (device_id)
    where command.tenant_id = ${tenant} and command.command = 'configure'
      and command.sent_at > ${now}::timestamptz - ${PUSHES_WITHIN}
      and command.params @> jsonb_build_object('version', wanted.version)
    group by command.device_id having count(*) >= ${PUSHES_MAX}`);
  return new Set(rows.map(({ device_id }) => device_id));
}

/** Changes pending pushes to the version that is wanted now. */
export async function retargetPendingPushes(
  tx: Transaction,
  { tenant }: TenantScope,
  due: readonly VersionOfDevice[],
): Promise<string[]> {
  const rows = await tx.all(sql<{ device_id: string }>`
    update command set params = jsonb_build_object('version', wanted.version) from ${wanted(due)}
    where command.tenant_id = ${tenant} and command.device_id = wanted.device_id
      and command.command = 'configure' and command.ended_at is null and command.sent_at is null
    returning command.device_id`);
  return rows.map(({ device_id }) => device_id);
}
