import { allCalls, type CallName, type CallTable } from './all-calls.ts';
import { PERMISSION_OF_KIND, type SettingKind } from './configuration/edits.ts';
import { DEVICE_CLASS_KEYS, type DeviceClassKey } from './devices/device-classes.ts';
import { type Grant, PERMISSION_KEYS, type PermissionKey } from './permissions.ts';

/** Keys that single commands need beyond the key of the call: a script runs as root on its device. */
const COMMAND_KEYS = ['device_script'] as const satisfies readonly PermissionKey[];

/**
 * Keys that guard something: a call, a command or a kind of settings needs them, or they decide on device classes. Checks
 * of the server and routes of the web accept no other key, so every guard is one of these.
 */
export type GuardKey =
  | Exclude<CallTable[CallName]['access'], 'public' | 'signedIn'>
  | DeviceClassKey
  | (typeof COMMAND_KEYS)[number]
  | (typeof PERMISSION_OF_KIND)[SettingKind];
export type GuardGrant = GuardKey | `${GuardKey}:operate`;

const guarding: ReadonlySet<string> = new Set([
  ...Object.values(allCalls).map((call) => call.access),
  ...DEVICE_CLASS_KEYS,
  ...COMMAND_KEYS,
  ...Object.values(PERMISSION_OF_KIND),
]);

export function isGuardKey(key: PermissionKey): key is GuardKey {
  return guarding.has(key);
}

/** In the order of the permission tree. */
export const GUARD_KEYS: readonly GuardKey[] = PERMISSION_KEYS.filter(isGuardKey);

const operated: ReadonlySet<string> = new Set([
  ...Object.values(allCalls)
    .filter((call) => call.effect === 'write')
    .map((call) => call.access),
  ...DEVICE_CLASS_KEYS,
  ...COMMAND_KEYS,
  ...Object.values(PERMISSION_OF_KIND),
]);

/** Whether `key:operate` guards something as well. */
export function guardsOperations(key: GuardKey): boolean {
  return operated.has(key);
}

/** Everything that can be granted with a role. */
export const GUARD_GRANTS: ReadonlySet<Grant> = new Set(
  GUARD_KEYS.flatMap((key): Grant[] => (guardsOperations(key) ? [key, `${key}:operate`] : [key])),
);
