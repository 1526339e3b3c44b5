import { z } from 'zod';
import { managementVlanId } from '../devices/devices.rules.ts';
import { uuid } from '../fields.ts';
import type { PermissionKey } from '../permissions.ts';
import { portProfileInput, switchPortsInput } from '../switches/port.rules.ts';
import { switchBaseInput, switchRoutesInput, switchVlansInput } from '../switches/switch.rules.ts';
import { gatewayAuthInput, whitelistInput } from '../wireless/guest-lists.rules.ts';
import { radiosInput } from '../wireless/radio.rules.ts';
import { wirelessNetworkInput, wirelessOverrideInput } from '../wireless/wireless-network.rules.ts';

/** What a setting is defined for. */
export const settingPlace = z.discriminatedUnion('level', [
  z.object({ level: z.literal('organization'), uuid }),
  z.object({ level: z.literal('site'), uuid }),
  z.object({ level: z.literal('group'), uuid }),
  z.object({ level: z.literal('device'), uuid }),
]);
export type SettingPlace = z.infer<typeof settingPlace>;

/** `settingUUID` null creates; `value` null deletes. `baseVersion`: the version that the edit was made from. */
const edit = {
  settingUUID: uuid.nullable(),
  baseVersion: z.int().nullable(),
  place: settingPlace,
};

/** Of an access point; without this setting its management is untagged. */
const managementVlanInput = z.object({ managementVlan: managementVlanId });

export const settingEdit = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('wirelessNetwork'), ...edit, value: wirelessNetworkInput.nullable() }),
  z.object({
    kind: z.literal('wirelessOverride'),
    ...edit,
    networkUUID: uuid,
    value: wirelessOverrideInput.nullable(),
  }),
  z.object({ kind: z.literal('radios'), ...edit, value: radiosInput.nullable() }),
  z.object({ kind: z.literal('whitelist'), ...edit, value: whitelistInput.nullable() }),
  z.object({ kind: z.literal('gatewayAuth'), ...edit, value: gatewayAuthInput.nullable() }),
  z.object({ kind: z.literal('managementVlan'), ...edit, value: managementVlanInput.nullable() }),
  z.object({ kind: z.literal('switchBase'), ...edit, value: switchBaseInput.nullable() }),
  z.object({ kind: z.literal('switchPorts'), ...edit, value: switchPortsInput.nullable() }),
  z.object({ kind: z.literal('switchVlans'), ...edit, value: switchVlansInput.nullable() }),
  z.object({ kind: z.literal('switchRoutes'), ...edit, value: switchRoutesInput.nullable() }),
  z.object({ kind: z.literal('portProfile'), ...edit, value: portProfileInput.nullable() }),
]);
export type SettingEdit = z.infer<typeof settingEdit>;

export const SETTING_KINDS = [
  'wirelessNetwork',
  'wirelessOverride',
  'radios',
  'whitelist',
  'gatewayAuth',
  'managementVlan',
  'switchBase',
  'switchPorts',
  'switchVlans',
  'switchRoutes',
  'portProfile',
] as const satisfies readonly SettingEdit['kind'][];
export type SettingKind = (typeof SETTING_KINDS)[number];

/** Used by guest access: no device configuration contains them. */
export const GUEST_ACCESS_KINDS = ['whitelist', 'gatewayAuth'] as const satisfies readonly SettingKind[];
export type GuestAccessKind = (typeof GUEST_ACCESS_KINDS)[number];

export function isOfGuestAccess(kind: SettingKind): kind is GuestAccessKind {
  return GUEST_ACCESS_KINDS.some((one) => one === kind);
}

/** Besides `network_config`: the permission to see settings of each kind, or to edit them with `operate`. */
export const PERMISSION_OF_KIND = {
  wirelessNetwork: 'network',
  wirelessOverride: 'network',
  radios: 'network',
  whitelist: 'network',
  gatewayAuth: 'dcme_auth',
  managementVlan: 'device_manage',
  switchBase: 'switch_device',
  switchPorts: 'switch_device',
  switchVlans: 'switch_device',
  switchRoutes: 'switch_device',
  portProfile: 'switch_device',
} as const satisfies Record<SettingKind, PermissionKey>;

/** Levels at which each kind can be defined. */
export const LEVELS_OF_KIND: Readonly<Record<SettingKind, readonly SettingPlace['level'][]>> = {
  wirelessNetwork: ['organization', 'site'],
  wirelessOverride: ['site'],
  radios: ['site', 'group', 'device'],
  whitelist: ['organization', 'site'],
  gatewayAuth: ['device'],
  managementVlan: ['device'],
  switchBase: ['device'],
  switchPorts: ['device'],
  switchVlans: ['device'],
  switchRoutes: ['device'],
  portProfile: ['organization', 'site'],
};

/** Kinds of which a place can have several; of the others it has at most one. */
export const NAMED_KINDS: readonly SettingKind[] = ['wirelessNetwork', 'portProfile'];
