import type { CommandName } from '@airloom/contract/commands/commands.model';
import { inabilityOf } from '@airloom/contract/commands/commands.rules';
import type { PlainErrorKey } from '@airloom/contract/errors';
import { z } from 'zod';
import { type Ended, ended } from './command-lifecycle.ts';
import type { Target } from './commands.repository.ts';

export interface Refusal {
  /** Its result in a batch of several devices. */
  readonly result: Ended;
  /** The error for a single device; null: the result is stored instead. */
  readonly failure: PlainErrorKey | null;
}

const OFFLINE: Partial<Record<CommandName, PlainErrorKey>> = {
  reboot: 'offlineNotRebooted',
  reonline: 'offlineNotReonlined',
};

const UNABLE = {
  unsupported: 'functionUnsupported',
  underController: 'orderNotPassedOn',
} as const satisfies Record<string, PlainErrorKey>;

/** An interrupted upgrade may leave a device that cannot start. */
const INTERRUPTING: ReadonlySet<CommandName> = new Set(['reboot', 'reonline', 'factoryReset']);

const CHANGING: ReadonlySet<CommandName> = new Set(['configure', 'upgrade', 'factoryReset', 'script']);

/** Whether it may change the firmware or configuration of a device. */
export function changesDevice(command: CommandName): boolean {
  return CHANGING.has(command);
}

const abilities = z.object({ radios: z.array(z.unknown()) });

/** Why a command cannot be sent to a device now; null when it can. */
export function refusalOf(device: Target, command: CommandName): Refusal | null {
  if (device.status === 'neverConnected') {
    return { result: ended('sendFailed', { reason: 'neverConnected' }), failure: 'deviceNeverConnected' };
  }
  if (device.status === 'offline') {
    return { result: ended('deviceOffline'), failure: OFFLINE[command] ?? null };
  }
  if (device.observe_only && changesDevice(command)) {
    return { result: ended('parameterError', { reason: 'observeOnly' }), failure: 'deviceObserveOnly' };
  }
  const reason = inability(device, command);
  if (reason !== null) return { result: ended('parameterError', { reason }), failure: UNABLE[reason] };
  if (device.upgrade_status === 'upgrading' && INTERRUPTING.has(command)) {
    return { result: ended('deviceBusy', { reason: 'upgrading' }), failure: 'deviceUpgrading' };
  }
  return null;
}

/** Why it never supports the command; null when it does. */
export function inability(device: Target, command: CommandName): ReturnType<typeof inabilityOf> {
  const reported = abilities.safeParse(device.abilities);
  const radios = reported.success ? reported.data.radios.length : 0;
  const { kind, managed_by, hasMembers } = device;
  return inabilityOf({ kind, isMember: managed_by !== null, radios, hasMembers }, command);
}
