import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { IconName } from '../../shared/ui/Icon.tsx';

/** Every kind with the list it has of its own, as the specification names it. */
export const KIND_LISTS: Readonly<Record<DeviceKind, { path: string; icon: IconName }>> = {
  ac: { path: '/device/ac', icon: 'ac' },
  ap: { path: '/device/ap', icon: 'ap' },
  gateway: { path: '/device/dcme', icon: 'gateway' },
  switch: { path: '/device/switch', icon: 'switch' },
  controller: { path: '/device/imController', icon: 'cloud' },
  smart: { path: '/device/smartDevice', icon: 'smart' },
};

export const ALL_DEVICES = '/device/all';
