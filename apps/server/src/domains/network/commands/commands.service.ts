import type { CommandInput } from '@airloom/contract/commands/commands.rules';
import { audit, recordOperation } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { Failure } from '../../../platform/failure.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { may, type Scope } from '../../../platform/scope.ts';
import { requireOperable } from '../devices/index.ts';
import { batchName } from './log/log.repository.ts';
import { lockPending } from './log/log-rows.repository.ts';
import { commandedPorts } from './port-commands.ts';
import { ended } from './queue/command-lifecycle.ts';
import { type BatchDevice, findTargets, insertBatch, insertCommands } from './queue/commands.repository.ts';
import { paramsOf } from './queue/device-command.ts';
import { refusalOf } from './queue/refusals.ts';
import { settleAndAnnounce, settlementOf } from './queue/settle.ts';

/** Scripts run as root on the device and therefore need a separate permission. */
function requireScripts(scope: Pick<Scope, 'grants'>): void {
  const missing = 'device_script:operate';
  if (!may(scope, missing)) throw new Failure('permissionDenied', {}, { missing });
}

export async function sendCommand(
  platform: Platform,
  scope: Scope,
  { deviceUUIDs, command }: { readonly deviceUUIDs: readonly string[]; readonly command: CommandInput },
): Promise<{ cfgUUID: string; skippedPorts: string[] }> {
  if (command.name === 'script') requireScripts(scope);
  const batchId = newId();
  const { name, ...details } = command;
  const skippedPorts = await platform.database.withTenant(scope, async (tx) => {
    const targets = await findTargets(tx, scope, deviceUUIDs);
    if (targets.length !== deviceUUIDs.length) throw new Failure('notFound');
    requireOperable(
      scope,
      targets.map(({ kind }) => kind),
    );
    const ofPorts = 'ports' in command ? await commandedPorts(tx, scope, deviceUUIDs, command) : null;
    const devices = targets.map((target): BatchDevice => {
      const refusal = refusalOf(target, name);
      if (targets.length === 1 && refusal !== null && refusal.failure !== null)
        throw new Failure(refusal.failure);
      const params = ofPorts === null ? {} : (ofPorts.get(target.id)?.params ?? null);
      if (params !== null) return { target, params, refused: refusal?.result ?? null };
      if (targets.length === 1) throw new Failure('functionUnsupported');
      return { target, params: {}, refused: ended('parameterError', { reason: 'unsupported' }) };
    });
    const by = { id: scope.manager, name: scope.userName };
    const batch = {
      tenant: scope.tenant,
      batchId,
      command: name,
      params: paramsOf(command),
      by,
      now: platform.now(),
    };
    await insertBatch(tx, batch);
    await insertCommands(tx, { ...batch, devices });
    // Scripts may contain passwords: only their author and people with the whole account see the text.
    const { script, ...parameters } = { script: undefined, ...details };
    const changes = audit.values(null, { command: name, ...parameters });
    const text =
      script === undefined
        ? []
        : [audit.object('command', { id: batchId, name }, {}, audit.values(null, { script }))];
    await recordOperation(tx, scope, [
      ...text,
      ...targets.map((target) =>
        audit.object('device', target, { sites: [target.site_id], deviceKinds: [target.kind] }, changes),
      ),
    ]);
    return [...new Set([...(ofPorts?.values() ?? [])].flatMap(({ optical }) => optical))];
  });
  platform.wakeOutbox();
  return { cfgUUID: batchId, skippedPorts };
}

/** Cancels pending commands; returns how many. */
export async function cancelCommands(platform: Platform, scope: Scope, batchId: string): Promise<number> {
  const cancelled = await platform.database.withTenant(scope, (tx) => cancel(platform, tx, scope, batchId));
  platform.wakeOutbox();
  return cancelled;
}

async function cancel(platform: Platform, tx: Transaction, scope: Scope, batchId: string): Promise<number> {
  const command = await batchName(tx, scope, batchId);
  if (command === null) throw new Failure('notFound');
  const waiting = await lockPending(tx, scope, batchId);
  requireOperable(
    scope,
    waiting.map(({ device_kind }) => device_kind),
  );
  const verdict = ended('sendFailed', { reason: 'cancelled' });
  const settlements = waiting.map(({ id }) => settlementOf({ tenant: scope.tenant, id }, verdict));
  const settled = await settleAndAnnounce(tx, settlements, platform.now());
  const sites = waiting.map(({ site_id }) => site_id);
  const deviceKinds = [...new Set(waiting.map(({ device_kind }) => device_kind))];
  await recordOperation(tx, scope, [
    audit.object('command', { id: batchId, name: command }, { sites, deviceKinds }),
    ...waiting.map((one) =>
      audit.object(
        'device',
        { id: one.device_id, name: one.device_name },
        { sites: [one.site_id], deviceKinds: [one.device_kind] },
      ),
    ),
  ]);
  return settled.length;
}
