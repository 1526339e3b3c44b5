import type { CommandName } from '@airloom/contract/commands/commands.model';
import { commandInput, inabilityOf } from '@airloom/contract/commands/commands.rules';
import type { CommandDevice } from '../../shared/devices/device-commands.ts';

/** Commands that people can send, most used first. */
export const SENDABLE_COMMANDS = [
  'reboot',
  'locate',
  'requestState',
  'ping',
  'wifiScan',
  'trace',
  'reonline',
  'script',
  'factoryReset',
] as const satisfies readonly CommandName[];
export type SendableCommand = (typeof SENDABLE_COMMANDS)[number];

/** Why a command cannot be sent now (specification §8). */
export type Block =
  | 'offlineNotRebooted'
  | 'offlineNotReonlined'
  | 'offline'
  | 'neverConnected'
  | 'unsupported'
  | 'underController'
  | 'upgrading';

const OFFLINE: Partial<Record<SendableCommand, Block>> = {
  reboot: 'offlineNotRebooted',
  reonline: 'offlineNotReonlined',
};

/** An interrupted upgrade may leave a device that cannot start. */
const INTERRUPTING: ReadonlySet<SendableCommand> = new Set(['reboot', 'reonline', 'factoryReset']);

export function blockOf(device: CommandDevice, command: SendableCommand): Block | null {
  if (device.status === 'neverConnected') return 'neverConnected';
  if (device.status === 'offline') return OFFLINE[command] ?? 'offline';
  const { kind, managedBy, radios, members } = device;
  const able = { kind, isMember: managedBy !== null, radios: radios.length, hasMembers: members.total > 0 };
  const inability = inabilityOf(able, command);
  if (inability !== null) return inability;
  return device.upgradeStatus === 'upgrading' && INTERRUPTING.has(command) ? 'upgrading' : null;
}

/** A command for several devices is allowed while one of them can receive it; the others end with the reason. */
export function blockOfAll(devices: readonly CommandDevice[], command: SendableCommand): Block | null {
  const blocks = devices.map((device) => blockOf(device, command));
  return blocks.includes(null) ? null : (blocks[0] ?? null);
}

export function countBlocked(devices: readonly CommandDevice[], command: SendableCommand): number {
  return devices.filter((device) => blockOf(device, command) !== null).length;
}

/** Confirmation text for a factory reset: the name of one device, or the number of several. */
export function confirmationTextFor(devices: readonly CommandDevice[]): string {
  return devices.length === 1 ? (devices[0]?.name ?? '') : String(devices.length);
}

const [, locateCommand, , , , , , traceCommand, scriptCommand] = commandInput.options;

export { locateCommand, scriptCommand, traceCommand };
