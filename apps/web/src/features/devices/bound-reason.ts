import type { Device } from '@airloom/contract/devices/devices.model';

export type BoundReason = 'apUnderGateway' | 'apUnderController';

/** Why none of these can be moved to another site: each is in the site of its controller. */
export function boundReason(devices: readonly Pick<Device, 'managedBy'>[]): BoundReason | undefined {
  const above = devices.map(({ managedBy }) => managedBy?.kind);
  if (above.includes(undefined)) return undefined;
  return above.every((kind) => kind === 'gateway') ? 'apUnderGateway' : 'apUnderController';
}
