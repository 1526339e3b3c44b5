import type { CommandInput } from '@airloom/contract/commands/commands.rules';
import { recordOperation } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { Failure } from '../../../platform/failure.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { may, type Scope } from '../../../platform/scope.ts';
import { requireOperable } from '../devices/index.ts';
import { batchName } from './log/log.repository.ts';
import { holdWaiting } from './log/log-rows.repository.ts';
import { ended } from './queue/command-life.ts';
import { paramsOf } from './queue/device-order.ts';
import {
  findTargets,
  insertBatch,
  insertCommands,
  type OrderedDevice,
  type Target,
} from './queue/orders.repository.ts';
import { refusalOf } from './queue/refusals.ts';
import { settleAndTell, settlementOf } from './queue/settle.ts';

/** A script runs as root on its device, so it needs a permission of its own. */
function requireScripts(scope: Pick<Scope, 'grants'>): void {
  const missing = 'device_script:operate';
  if (!may(scope, missing)) throw new Failure('permissionDenied', {}, { missing });
}

export async function sendCommand(
  platform: Platform,
  scope: Scope,
  { deviceUUIDs, command }: { readonly deviceUUIDs: readonly string[]; readonly command: CommandInput },
): Promise<string> {
  if (command.name === 'script') requireScripts(scope);
  const batchId = newId();
  const { name, ...details } = command;
  await platform.database.withTenant(scope, async (tx) => {
    const targets = await findTargets(tx, scope, deviceUUIDs);
    if (targets.length !== deviceUUIDs.length) throw new Failure('notFound');
    requireOperable(
      scope,
      targets.map(({ kind }) => kind),
    );
    const devices = targets.map((target): OrderedDevice => {
      const refusal = refusalOf(target, name);
      if (targets.length === 1 && refusal !== null && refusal.failure !== null)
        throw new Failure(refusal.failure);
      return { target, params: {}, refused: refusal?.result ?? null };
    });
    const by = { id: scope.manager, name: scope.userName };
    const order = {
      tenant: scope.tenant,
      batchId,
      command: name,
      params: paramsOf(command),
      by,
      now: platform.now(),
    };
    await insertBatch(tx, order);
    await insertCommands(tx, { ...order, devices });
    await recordOperation(tx, scope, { target: targetOf(targets), after: { command: name, ...details } });
  });
  platform.wakeOutbox();
  return batchId;
}

const NAMES_MAX = 20;

/** How the operation log names the devices of an order. */
function targetOf(targets: readonly Target[]): string {
  const names = targets.slice(0, NAMES_MAX).map(({ name }) => name);
  const more = targets.length - names.length;
  return `device ${names.join(', ')}${more > 0 ? ` +${more}` : ''}`;
}

/** Takes back what has not been sent; tells how many that were. */
export async function cancelCommands(platform: Platform, scope: Scope, batchId: string): Promise<number> {
  const cancelled = await platform.database.withTenant(scope, (tx) => cancel(platform, tx, scope, batchId));
  platform.wakeOutbox();
  return cancelled;
}

async function cancel(platform: Platform, tx: Transaction, scope: Scope, batchId: string): Promise<number> {
  const command = await batchName(tx, scope, batchId);
  if (command === null) throw new Failure('notFound');
  const waiting = await holdWaiting(tx, scope, batchId);
  requireOperable(
    scope,
    waiting.map(({ device_kind }) => device_kind),
  );
  const verdict = ended('sendFailed', { reason: 'cancelled' });
  const settlements = waiting.map(({ id }) => settlementOf({ tenant: scope.tenant, id }, verdict));
  const settled = await settleAndTell(tx, settlements, platform.now());
  await recordOperation(tx, scope, { target: `command ${command}`, after: { cancelled: settled.length } });
  return settled.length;
}
