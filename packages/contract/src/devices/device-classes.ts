import type { PermissionKey } from '../permissions.ts';

export const DEVICE_KINDS = ['ap', 'ac', 'gateway', 'switch', 'controller', 'smart'] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];

/** Permission key of each kind; `all_device` includes all of them. */
export const KIND_PERMISSION = {
  ap: 'ap_device',
  ac: 'ac_device',
  gateway: 'dcme_device',
  switch: 'switch_device',
  controller: 'dscc_device',
  smart: 'smart_device',
} as const satisfies Record<DeviceKind, PermissionKey>;

export type DeviceClassKey = 'all_device' | (typeof KIND_PERMISSION)[DeviceKind];

/** Keys that decide which devices a role sees, and with them their alarms, clients and figures. */
export const DEVICE_CLASS_KEYS: readonly DeviceClassKey[] = ['all_device', ...Object.values(KIND_PERMISSION)];

/** Any of these keys lets a role see devices of this kind. */
export function keysOfKind(kind: DeviceKind): readonly DeviceClassKey[] {
  return [KIND_PERMISSION[kind], 'all_device'];
}

export function kindsSeenWith(holds: (key: DeviceClassKey) => boolean): readonly DeviceKind[] {
  return DEVICE_KINDS.filter((kind) => keysOfKind(kind).some(holds));
}
