/** A device is online while it holds a connection, or while what manages it says so. */
export const DEVICE_STATUSES = ['online', 'offline', 'partlyOffline'] as const;
export type DeviceStatus = (typeof DEVICE_STATUSES)[number];

/** `none`: it was never upgraded from here. */
export const UPGRADE_STATUSES = ['none', 'upgrading', 'upgradeSuccessful', 'upgradeFailed'] as const;
export type UpgradeStatus = (typeof UPGRADE_STATUSES)[number];

export const UPGRADE_TRANSITIONS: Readonly<Record<UpgradeStatus, readonly UpgradeStatus[]>> = {
  none: ['upgrading'],
  upgrading: ['upgradeSuccessful', 'upgradeFailed'],
  upgradeSuccessful: ['upgrading'],
  upgradeFailed: ['upgrading', 'upgradeSuccessful'],
};

/**
 * Where a device's configuration stands beside the one it should run. `unmanaged`: it runs a configuration of its
 * own and is sent none until an administrator takes it over. `notApplied`: it was sent the version several times and
 * still runs another one, so it is not sent again.
 */
export const CONFIGURATION_STATES = [
  'unmanaged',
  'pending',
  'applied',
  'partly',
  'refused',
  'notApplied',
] as const;
export type ConfigurationState = (typeof CONFIGURATION_STATES)[number];

/** Those that did not take all of their configuration. */
export const CONFIGURATION_FAILED = [
  'partly',
  'refused',
  'notApplied',
] as const satisfies readonly ConfigurationState[];

/** Those that run a configuration of their own, or an older one than the newest. */
export const CAN_BE_TAKEN_OVER: readonly ConfigurationState[] = ['unmanaged', 'refused', 'notApplied'];

/**
 * A version waits until the device has judged it; a newer one takes the place of one that still waits. `expired`: it
 * was made for a take over of a device that did not connect in time.
 */
export const CONFIGURATION_VERSION_STATES = [
  'pending',
  'applied',
  'partly',
  'refused',
  'notApplied',
  'superseded',
  'expired',
] as const;
export type ConfigurationVersionState = (typeof CONFIGURATION_VERSION_STATES)[number];

/** Why a version was made. */
export const CONFIGURATION_REASONS = [
  'claimed',
  'renamed',
  'moved',
  'positionChanged',
  'siteChanged',
  'vlanChanged',
  'passwordChanged',
  'restored',
  'takenOver',
  /** It reported other abilities, such as new ports. */
  'deviceChanged',
] as const;
export type ConfigurationReason = (typeof CONFIGURATION_REASONS)[number];

/** A whole of several: a pair of controllers, or a group. Nothing in it counts as offline. */
export function statusOfWhole(parts: readonly DeviceStatus[]): DeviceStatus {
  if (parts.every((part) => part === 'online') && parts.length > 0) return 'online';
  return parts.some((part) => part !== 'offline') ? 'partlyOffline' : 'offline';
}
