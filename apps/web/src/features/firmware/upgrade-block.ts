import type { ActionDevice } from '../../shared/devices/offered-actions.ts';

/** Why none of these can be upgraded (specification §8). */
export type UpgradeBlock = 'underController' | 'upgrading';

type Upgraded = Pick<ActionDevice, 'status' | 'upgradeStatus' | 'managedBy'>;

function blockOf(device: Upgraded): UpgradeBlock | null {
  if (device.managedBy !== null) return 'underController';
  return device.upgradeStatus === 'upgrading' ? 'upgrading' : null;
}

/** Of many, those that cannot be upgraded now wait in the campaign or are left out of it. */
export function upgradeBlock(devices: readonly Upgraded[]): UpgradeBlock | null {
  const blocks = devices.map(blockOf);
  return blocks.includes(null) ? null : (blocks[0] ?? null);
}

/** An offline device cannot be upgraded at once: alone it is planned for a time by which it may be back. */
export function onlyAtATime(devices: readonly Pick<Upgraded, 'status'>[]): boolean {
  return devices.length === 1 && devices[0]?.status === 'offline';
}
