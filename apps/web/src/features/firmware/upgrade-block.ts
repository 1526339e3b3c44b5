import type { CommandDevice } from '../../shared/devices/device-commands.ts';

/** Why none of these can be upgraded (specification §8). */
export type UpgradeBlock = 'underController' | 'neverConnected' | 'upgrading';

type Upgraded = Pick<CommandDevice, 'status' | 'upgradeStatus' | 'managedBy'>;

function blockOf(device: Upgraded): UpgradeBlock | null {
  if (device.managedBy !== null) return 'underController';
  if (device.status === 'neverConnected') return 'neverConnected';
  return device.upgradeStatus === 'upgrading' ? 'upgrading' : null;
}

/** Of several devices, those that cannot be upgraded now wait in the campaign or are skipped. */
export function upgradeBlock(devices: readonly Upgraded[]): UpgradeBlock | null {
  const blocks = devices.map(blockOf);
  return blocks.includes(null) ? null : (blocks[0] ?? null);
}

/** A single offline device cannot be upgraded now: its upgrade is scheduled. */
export function onlyAtATime(devices: readonly Pick<Upgraded, 'status'>[]): boolean {
  return devices.length === 1 && devices[0]?.status === 'offline';
}
