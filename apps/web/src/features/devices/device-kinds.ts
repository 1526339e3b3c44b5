import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { IconName } from '../../shared/ui/Icon.tsx';

/** Kinds with their lists, as named in the specification. */
export const KIND_LISTS: Readonly<Record<DeviceKind, { path: string; icon: IconName }>> = {
  ac: { path: '/device/ac', icon: 'ac' },
  ap: { path: '/device/ap', icon: 'ap' },
  gateway: { path: '/device/dcme', icon: 'gateway' },
  switch: { path: '/device/switch', icon: 'switch' },
  controller: { path: '/device/imController', icon: 'cloud' },
  smart: { path: '/device/smartDevice', icon: 'smart' },
};

export const ALL_DEVICES = '/device/all';
