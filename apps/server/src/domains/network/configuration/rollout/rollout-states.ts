import type { DeviceState } from '@airloom/contract/configuration/configuration.states';

/** Has a new version that it has not answered or shown yet. */
export const DELIVERING = ['sent', 'accepted'] as const satisfies readonly DeviceState[];
/** Evaluated until an end is reached. */
export const IN_FLIGHT = [...DELIVERING, 'reverting'] as const satisfies readonly DeviceState[];
/** Not started. */
export const NOT_STARTED = ['waiting', 'offline'] as const satisfies readonly DeviceState[];
/** As in the index configuration_change_device_open. */
export const OPEN = [...NOT_STARTED, ...IN_FLIGHT] as const satisfies readonly DeviceState[];
/** The change did not work on the device. */
export const FAILED = [
  'rejected',
  'noAnswer',
  'notVerified',
  'reverting',
  'reverted',
  'revertFailed',
] as const satisfies readonly DeviceState[];
/** Can be tried again. */
export const RETRIED = [
  'rejected',
  'noAnswer',
  'notVerified',
  'reverted',
  'revertFailed',
  'stopped',
] as const satisfies readonly DeviceState[];
