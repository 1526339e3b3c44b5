/**
 * A device is online while it is connected, or while its controller reports so. `neverConnected`: it has not been online
 * since it was added, so it counts neither as online nor as offline.
 */
export const DEVICE_STATUSES = ['online', 'offline', 'partlyOffline', 'neverConnected'] as const;
export type DeviceStatus = (typeof DEVICE_STATUSES)[number];

export const CONNECTED_STATUSES = ['online', 'partlyOffline'] as const satisfies readonly DeviceStatus[];

export function isConnected(status: DeviceStatus): boolean {
  return status === 'online' || status === 'partlyOffline';
}

/** `none`: never upgraded from here. */
export const UPGRADE_STATUSES = ['none', 'upgrading', 'upgradeSuccessful', 'upgradeFailed'] as const;
export type UpgradeStatus = (typeof UPGRADE_STATUSES)[number];

export const UPGRADE_TRANSITIONS: Readonly<Record<UpgradeStatus, readonly UpgradeStatus[]>> = {
  none: ['upgrading'],
  upgrading: ['upgradeSuccessful', 'upgradeFailed'],
  upgradeSuccessful: ['upgrading'],
  upgradeFailed: ['upgrading', 'upgradeSuccessful'],
};

/**
 * State of a device's configuration. `unmanaged`: it runs its own configuration and is sent none until an administrator
 * takes it over. `notApplied`: the version was pushed several times and the device still runs another one, so it is not
 * sent again.
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

/** Devices that did not apply all of their configuration. */
export const CONFIGURATION_FAILED = [
  'partly',
  'refused',
  'notApplied',
] as const satisfies readonly ConfigurationState[];

/** Devices that run their own configuration, or an older version than the newest. */
export const CAN_BE_TAKEN_OVER: readonly ConfigurationState[] = ['unmanaged', 'refused', 'notApplied'];

/**
 * A version is pending until the device has answered; a newer one supersedes a pending one. `expired`: it was created for
 * a take over of a device that did not connect in time.
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

/** Why a version was created. */
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
  /** A reviewed change of settings. */
  'change',
  /** The settings before a change that the device rejected or did not survive. */
  'reverted',
  /** A network is switched off or on at a time of day. */
  'offTime',
] as const;
export type ConfigurationReason = (typeof CONFIGURATION_REASONS)[number];

/**
 * Combined status of a pair of controllers or a group. An empty one counts as offline. Devices that never connected count
 * only when there are no others.
 */
export function statusOfWhole(parts: readonly DeviceStatus[]): DeviceStatus {
  const seen = parts.filter((part) => part !== 'neverConnected');
  if (seen.length === 0) return parts.length === 0 ? 'offline' : 'neverConnected';
  if (seen.every((part) => part === 'online')) return 'online';
  return seen.some(isConnected) ? 'partlyOffline' : 'offline';
}
