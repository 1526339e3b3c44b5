import { DEVICE_KINDS, type DeviceKind, KIND_PERMISSION } from './devices.model.ts';

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
