import type { CommandName } from '@airloom/contract/commands/commands.model';
import { commandInput, inabilityOf } from '@airloom/contract/commands/commands.rules';
import type { OrderedDevice } from '../../shared/devices/device-orders.ts';

/** Commands that people can send, most used first. */
export const ORDERS = [
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
export type OrderName = (typeof ORDERS)[number];

/** Why a command cannot be sent now (specification §8). */
export type Block =
  | 'offlineNotRebooted'
  | 'offlineNotReonlined'
  | 'offline'
  | 'unsupported'
  | 'underController'
  | 'upgrading';

const OFFLINE: Partial<Record<OrderName, Block>> = {
  reboot: 'offlineNotRebooted',
  reonline: 'offlineNotReonlined',
};

/** An interrupted upgrade may leave a device that cannot start. */
const INTERRUPTING: ReadonlySet<OrderName> = new Set(['reboot', 'reonline', 'factoryReset']);

export function blockOf(device: OrderedDevice, order: OrderName): Block | null {
  if (device.status === 'offline') return OFFLINE[order] ?? 'offline';
  const { kind, managedBy, radios, members } = device;
  const able = { kind, underAnother: managedBy !== null, radios: radios.length, leads: members.total > 0 };
  const inability = inabilityOf(able, order);
  if (inability !== null) return inability;
  return device.upgradeStatus === 'upgrading' && INTERRUPTING.has(order) ? 'upgrading' : null;
}

/** A command for several devices is allowed while one of them can receive it; the others end with the reason. */
export function blockOfAll(devices: readonly OrderedDevice[], order: OrderName): Block | null {
  const blocks = devices.map((device) => blockOf(device, order));
  return blocks.includes(null) ? null : (blocks[0] ?? null);
}

export function countBlocked(devices: readonly OrderedDevice[], order: OrderName): number {
  return devices.filter((device) => blockOf(device, order) !== null).length;
}

/** Confirmation text for a factory reset: the name of one device, or the number of several. */
export function wordFor(devices: readonly OrderedDevice[]): string {
  return devices.length === 1 ? (devices[0]?.name ?? '') : String(devices.length);
}

const [, locateOrder, , , , , , traceOrder, scriptOrder] = commandInput.options;

export { locateOrder, scriptOrder, traceOrder };
