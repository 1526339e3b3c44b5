import type { CommandName } from '@airloom/contract/commands/commands.model';
import type { Transaction } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import {
  type BatchDevice,
  findBusy,
  findDevices,
  insertBatch,
  insertCommands,
  type Target,
} from './commands.repository.ts';
import { type Refusal, refusalOf } from './refusals.ts';

export interface SystemCommand extends TenantScope {
  /** An existing batch; a new one if omitted. */
  readonly batchId?: string;
  readonly command: CommandName;
  readonly by: { readonly id: string; readonly name: string } | null;
  readonly devices: readonly { readonly deviceId: string; readonly params: object }[];
  readonly now: Date;
}

export interface Queued {
  readonly batchId: string;
  /** Device → its command. A device that no longer exists has none. */
  readonly commandIds: ReadonlyMap<string, string>;
  /** Device → why its command cannot be sent now. */
  readonly refusals: ReadonlyMap<string, Refusal>;
}

/**
 * Queues commands of the server itself in the caller's transaction. A command that cannot be sent now is stored as
 * ended, as in a batch of a person. The gateways are woken after the commit.
 */
export async function queueCommands(tx: Transaction, request: SystemCommand): Promise<Queued> {
  const { tenant, command, by, now } = request;
  const batchId = request.batchId ?? newId();
  const params = new Map(request.devices.map((device) => [device.deviceId, device.params]));
  const targets = await findDevices(tx, request, [...params.keys()]);
  const refusals = refusalsOf(targets, command);
  if (targets.length === 0) return { batchId, commandIds: new Map(), refusals };
  const batch = { tenant, batchId, command, params: {}, by, now };
  await insertBatch(tx, batch);
  const devices = targets.map(
    (target): BatchDevice => ({
      target,
      params: { ...params.get(target.id), ...knownBefore(target, command) },
      refused: refusals.get(target.id)?.result ?? null,
    }),
  );
  return { batchId, commandIds: await insertCommands(tx, { ...batch, devices }), refusals };
}

function refusalsOf(targets: readonly Target[], command: CommandName): ReadonlyMap<string, Refusal> {
  const refusals = new Map<string, Refusal>();
  for (const target of targets) {
    const refusal = refusalOf(target, command);
    if (refusal !== null) refusals.set(target.id, refusal);
  }
  return refusals;
}

/** The same without results: commands that cannot be sent now are not stored. */
export async function queueWhereAble(tx: Transaction, request: SystemCommand): Promise<void> {
  const ids = request.devices.map(({ deviceId }) => deviceId);
  const targets = await findDevices(tx, request, ids);
  const refusals = refusalsOf(targets, request.command);
  const able = new Set(targets.filter(({ id }) => !refusals.has(id)).map(({ id }) => id));
  const devices = request.devices.filter(({ deviceId }) => able.has(deviceId));
  if (devices.length > 0) await queueCommands(tx, { ...request, devices });
}

/** Also skips devices with such a command in flight, so that a misbehaving device does not fill the log. */
export async function queueIfPossible(tx: Transaction, request: SystemCommand): Promise<void> {
  const ids = request.devices.map(({ deviceId }) => deviceId);
  const busy = await findBusy(tx, request, ids, request.command);
  const devices = request.devices.filter(({ deviceId }) => !busy.has(deviceId));
  if (devices.length > 0) await queueWhereAble(tx, { ...request, devices });
}

/** Values that must change for the command to be confirmed. */
function knownBefore(target: Target, command: CommandName): object {
  return command === 'upgrade' ? { fromVersion: target.version } : {};
}

export interface QueueOne extends TenantScope {
  readonly deviceId: string;
  readonly batchId?: string;
  readonly command: CommandName;
  readonly params: object;
  readonly by: { readonly id: string; readonly name: string } | null;
  readonly now: Date;
}

/** The same for one device; null when it no longer exists. */
export async function queueCommand(
  tx: Transaction,
  { deviceId, params, ...request }: QueueOne,
): Promise<{ batchId: string; commandId: string } | null> {
  const { batchId, commandIds } = await queueCommands(tx, { ...request, devices: [{ deviceId, params }] });
  const commandId = commandIds.get(deviceId);
  return commandId === undefined ? null : { batchId, commandId };
}
