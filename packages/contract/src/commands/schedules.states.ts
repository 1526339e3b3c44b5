/** State of a command schedule. `running`: some sites or devices have started. */
export const SCHEDULE_STATES = ['scheduled', 'running', 'finished', 'cancelled'] as const;
export type ScheduleState = (typeof SCHEDULE_STATES)[number];

/** `sent`: its command is in the log of commands. */
export const SCHEDULED_DEVICE_STATES = ['waiting', 'sent', 'leftOut'] as const;
export type ScheduledDeviceState = (typeof SCHEDULED_DEVICE_STATES)[number];

/** Why a device is left out. `authorNotPermitted`: the person in whose name it starts may not operate it any more. */
export const LEFT_OUT_REASONS = [
  'unsupported',
  'underController',
  'neverConnected',
  'noSite',
  'deviceGone',
  'authorNotPermitted',
  'windowsMissed',
  'cancelled',
] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];
