import type { CommandName } from '@airloom/contract/commands/commands.model';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { DeviceStatus, UpgradeStatus } from '@airloom/contract/devices/devices.states';
import { LIMITS } from '@airloom/contract/limits';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import { newId } from '../../../../platform/ids.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { type Asker, OBSERVE_ONLY, type VersionOfDevice, visibleDevices } from '../../devices/index.ts';
import { type Ended, ended, isExclusive, JUDGED } from './command-life.ts';

/** What must be known of a device before it can be told something. */
export interface Target {
  readonly id: string;
  readonly name: string;
  readonly kind: DeviceKind;
  readonly site_id: string | null;
  readonly status: DeviceStatus;
  readonly upgrade_status: UpgradeStatus;
  readonly managed_by: string | null;
  /** Whether others stand under it. */
  readonly leads: boolean;
  readonly version: string;
  readonly abilities: unknown;
  /** Its site is only observed. */
  readonly observe_only: boolean;
}

const LEADS = sql<boolean>`exists (
  select from device member where member.tenant_id = device.tenant_id and member.managed_by = device.id)`.as(
  'leads',
);

const TARGET = [
  'device.id',
  'device.name',
  'device.kind',
  'device.site_id',
  'device.status',
  'device.upgrade_status',
  'device.managed_by',
  'device.version',
  'device.abilities',
  LEADS,
  OBSERVE_ONLY,
] as const;

/** Those of the devices that the asker sees. */
export function findTargets(tx: Transaction, scope: Asker, ids: readonly string[]): Promise<Target[]> {
  return tx.all(
    visibleDevices(scope).select(TARGET).where('device.id', '=', sql<string>`any(${ids}::uuid[])`),
  );
}

/** Devices by id, for what the house itself tells them. */
export function findDevices(tx: Transaction, scope: TenantScope, ids: readonly string[]): Promise<Target[]> {
  return tx.all(
    sqlBuilder
      .selectFrom('device')
      .select(TARGET)
      .where('device.tenant_id', '=', scope.tenant)
      .where('device.id', '=', sql<string>`any(${ids}::uuid[])`),
  );
}

/** How long after the house told a device something it does not tell it the same again. */
const HOUSE_PAUSE = sql.raw(`interval '1 minute'`);

/** Those of the devices that are being told this, or were a moment ago. */
export async function findBusy(
  tx: Transaction,
  { tenant, now }: TenantScope & { readonly now: Date },
  ids: readonly string[],
  command: CommandName,
): Promise<ReadonlySet<string>> {
  const rows = await tx.all(sql<{ device_id: string }>`
    select distinct device_id from command
    where tenant_id = ${tenant} and device_id = any(${ids}::uuid[]) and command = ${command}
      and (ended_at is null or created_at > ${now}::timestamptz - ${HOUSE_PAUSE})`);
  return new Set(rows.map(({ device_id }) => device_id));
}

export interface Order {
  readonly tenant: string;
  readonly batchId: string;
  readonly command: CommandName;
  readonly params: object;
  /** Null: nobody asked for it. */
  readonly by: { readonly id: string; readonly name: string } | null;
  readonly devices: readonly OrderedDevice[];
  readonly now: Date;
}

export interface OrderedDevice {
  readonly target: Target;
  readonly params: object;
  /** Set when it is clear already that it cannot be sent. */
  readonly refused: Ended | null;
}

export async function insertBatch(tx: Transaction, order: Omit<Order, 'devices'>): Promise<void> {
  await tx.run(
    sqlBuilder
      .insertInto('command_batch')
      .values({
        tenant_id: order.tenant,
        id: order.batchId,
        command: order.command,
        params: JSON.stringify(order.params),
        created_by: order.by?.id ?? null,
        created_by_name: order.by?.name ?? '',
        created_at: order.now,
      })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing()),
  );
}

/**
 * Queues an order for all its devices. One that may not run beside another of its kind ends at once as busy
 * where there is another, by the index alone: also when two people order at the same moment.
 */
export async function insertCommands(tx: Transaction, order: Order): Promise<ReadonlyMap<string, string>> {
  // In one order everywhere, so that two orders over the same devices cannot wait for each other.
  const devices = [...order.devices].sort((a, b) => (a.target.id < b.target.id ? -1 : 1));
  const ids = new Map(devices.map(({ target }) => [target.id, newId()]));
  const refused = devices.filter((device) => device.refused !== null);
  const open = devices.filter((device) => device.refused === null);
  const taken = open.length === 0 ? [] : await insertRows(tx, order, ids, open);
  const queued = new Set(taken.map(({ device_id }) => device_id));
  const busy = open
    .filter(({ target }) => !queued.has(target.id))
    .map((device) => ({ ...device, refused: ended('deviceBusy') }));
  if (refused.length + busy.length > 0) await insertRows(tx, order, ids, [...refused, ...busy]);
  await publishEvent(tx, order.tenant, 'CommandsQueued', {
    batchIds: [order.batchId],
    deviceIds: [...queued],
  });
  return ids;
}

function insertRows(
  tx: Transaction,
  { tenant, batchId, command, now }: Order,
  ids: ReadonlyMap<string, string>,
  devices: readonly OrderedDevice[],
): Promise<{ device_id: string }[]> {
  const deadline = new Date(now.getTime() + LIMITS.command.queuedMaxMs);
  return tx.all(sql<{ device_id: string }>`
    insert into command (tenant_id, id, batch_id, device_id, device_name, device_kind, site_id, command,
      exclusive, params, state, created_at, deadline, ended_at, text, reason)
    select ${tenant}::uuid, told.id, ${batchId}::uuid, told.device_id, told.name, told.kind, told.site_id,
      ${command}::text, ${isExclusive(command)}::boolean, told.params, told.state, ${now}::timestamptz,
      ${deadline}::timestamptz, case when told.state <> 'sending' then ${now}::timestamptz end, told.text, told.reason
    from unnest(
      ${devices.map(({ target }) => ids.get(target.id))}::uuid[], ${devices.map(({ target }) => target.id)}::uuid[],
      ${devices.map(({ target }) => target.name)}::text[], ${devices.map(({ target }) => target.kind)}::text[],
      ${devices.map(({ target }) => target.site_id)}::uuid[], ${devices.map(({ params }) => JSON.stringify(params))}::jsonb[],
      ${devices.map(({ refused }) => refused?.state ?? 'sending')}::text[],
      ${devices.map(({ refused }) => refused?.text ?? '')}::text[],
      ${devices.map(({ refused }) => refused?.reason ?? null)}::text[]
    ) as told (id, device_id, name, kind, site_id, params, state, text, reason)
    on conflict (tenant_id, device_id, command) where exclusive and ended_at is null do nothing
    returning device_id`);
}

function wanted(due: readonly VersionOfDevice[]) {
  return sql`unnest(${due.map(({ deviceId }) => deviceId)}::uuid[], ${due.map(({ version }) => version)}::int[])
    as wanted (device_id, version)`;
}

/** Devices that are being sent this very version, or have judged it a moment ago and it is not written down yet. */
export async function configuredAlready(
  tx: Transaction,
  { tenant }: TenantScope,
  due: readonly VersionOfDevice[],
): Promise<string[]> {
  const rows = await tx.all(sql<{ device_id: string }>`
    select command.device_id from command join ${wanted(due)} using (device_id)
    where command.tenant_id = ${tenant} and command.command = 'configure' and command.sent_at is not null
      and command.params @> jsonb_build_object('version', wanted.version)
      and (command.ended_at is null or command.state = any(${JUDGED}::text[]) and exists (
        select from device_configuration as waiting
        where waiting.tenant_id = command.tenant_id and waiting.device_id = command.device_id
          and waiting.version = wanted.version and waiting.state = 'pending'))`);
  return rows.map(({ device_id }) => device_id);
}

/** A device that runs another version all the same is sent one this often at most, within this time. */
const PUSHES_MAX = 5;
const PUSHES_WITHIN = sql.raw(`interval '7 days'`);

/** Devices that were sent this very version so often. */
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

/** A push that still waits is made one of the version that is wanted now. */
export async function aimWaitingConfigure(
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
