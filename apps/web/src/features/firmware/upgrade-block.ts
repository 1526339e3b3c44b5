import type { OrderedDevice } from '../../shared/devices/device-orders.ts';

/** Why none of these can be upgraded now (specification §8). */
export type UpgradeBlock = 'offline' | 'upgrading';

function blockOf(device: Pick<OrderedDevice, 'status' | 'upgradeStatus'>): UpgradeBlock | null {
  if (device.upgradeStatus === 'upgrading') return 'upgrading';
  return device.status === 'offline' ? 'offline' : null;
}

/** Of many, those that cannot be upgraded now wait in the campaign; alone they have nothing to wait beside. */
export function upgradeBlock(
  devices: readonly Pick<OrderedDevice, 'status' | 'upgradeStatus'>[],
): UpgradeBlock | null {
  const blocks = devices.map(blockOf);
  return blocks.includes(null) ? null : (blocks[0] ?? null);
}
