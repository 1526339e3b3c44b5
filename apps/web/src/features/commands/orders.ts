import type { CommandName } from '@airloom/contract/commands/commands.model';
import { commandInput, inabilityOf } from '@airloom/contract/commands/commands.rules';
import type { ActionDevice } from '../../shared/devices/offered-actions.ts';

/** What people can tell devices, most used first. */
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

/** Why an order cannot be given now (specification §8). */
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

/** An interrupted upgrade may leave a device that never starts again. */
const INTERRUPTING: ReadonlySet<OrderName> = new Set(['reboot', 'reonline', 'factoryReset']);

export function blockOf(device: ActionDevice, order: OrderName): Block | null {
  if (device.status === 'offline') return OFFLINE[order] ?? 'offline';
  const { kind, managedBy, radios, members } = device;
  const able = { kind, underAnother: managedBy !== null, radios: radios.length, leads: members.total > 0 };
  const inability = inabilityOf(able, order);
  if (inability !== null) return inability;
  return device.upgradeStatus === 'upgrading' && INTERRUPTING.has(order) ? 'upgrading' : null;
}

/** Many are told as long as one of them can be; the others end with the result that says why not. */
export function blockOfAll(devices: readonly ActionDevice[], order: OrderName): Block | null {
  const blocks = devices.map((device) => blockOf(device, order));
  return blocks.includes(null) ? null : (blocks[0] ?? null);
}

export function countBlocked(devices: readonly ActionDevice[], order: OrderName): number {
  return devices.filter((device) => blockOf(device, order) !== null).length;
}

/** What must be typed before devices forget everything: the name of one, or how many they are. */
export function wordFor(devices: readonly ActionDevice[]): string {
  return devices.length === 1 ? (devices[0]?.name ?? '') : String(devices.length);
}

const [, locateOrder, , , , , , traceOrder, scriptOrder] = commandInput.options;

export { locateOrder, scriptOrder, traceOrder };
