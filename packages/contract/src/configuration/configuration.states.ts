/**
 * `preparing`: its devices are being determined. `paused`: by a person, or because too many devices failed.
 * `done` and `doneWithFailures`: all devices that are connected are settled; offline ones are brought up to date when they
 * return, and the change has its end time after that.
 */
export const CHANGE_STATES = [
  'scheduled',
  'preparing',
  'rollingOut',
  'paused',
  'done',
  'doneWithFailures',
  'cancelled',
] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

export const CHANGE_TRANSITIONS: Readonly<Record<ChangeState, readonly ChangeState[]>> = {
  scheduled: ['preparing', 'cancelled'],
  preparing: ['rollingOut', 'done', 'doneWithFailures', 'cancelled'],
  rollingOut: ['paused', 'done', 'doneWithFailures', 'cancelled'],
  paused: ['rollingOut', 'done', 'doneWithFailures', 'cancelled'],
  // An offline device returned.
  done: ['rollingOut'],
  // The same, a retry of failed devices, or a later change took the one that had failed.
  doneWithFailures: ['rollingOut', 'done'],
  cancelled: [],
};

/**
 * Why a scheduled change was cancelled at its start: a setting was changed since, a site, group or device was deleted,
 * its settings do not fit the others any more, or its author may not apply it any more.
 */
export const CANCEL_REASONS = ['settingChanged', 'placeGone', 'notValid', 'authorNotPermitted'] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

/** What a person can do with a rollout. */
export const ROLLOUT_ACTIONS = ['pause', 'resume', 'cancel', 'retryFailed'] as const;
export type RolloutAction = (typeof ROLLOUT_ACTIONS)[number];

/**
 * A device in a rollout. `offline`: waits until the device returns. `stopped`: another device of its site failed.
 * `superseded`: a later change reached the device first.
 */
export const DEVICE_STATES = [
  'waiting',
  'offline',
  'sent',
  'accepted',
  'verified',
  'rejected',
  'noAnswer',
  'notVerified',
  'reverting',
  'reverted',
  'revertFailed',
  'stopped',
  'superseded',
  'cancelled',
  'skipped',
] as const;
export type DeviceState = (typeof DEVICE_STATES)[number];

export const DEVICE_STATE_TRANSITIONS: Readonly<Record<DeviceState, readonly DeviceState[]>> = {
  waiting: ['offline', 'sent', 'accepted', 'stopped', 'superseded', 'cancelled', 'skipped'],
  offline: ['sent', 'accepted', 'stopped', 'superseded', 'cancelled', 'skipped'],
  sent: ['accepted', 'verified', 'rejected', 'noAnswer', 'superseded', 'skipped'],
  accepted: ['verified', 'rejected', 'notVerified', 'noAnswer', 'superseded', 'skipped'],
  verified: [],
  // A device that can be sent nothing more, for example in an observe-only site, stays there.
  rejected: ['reverting', 'waiting'],
  noAnswer: ['reverting', 'waiting'],
  notVerified: ['reverting', 'waiting'],
  reverting: ['reverted', 'revertFailed', 'superseded', 'skipped'],
  reverted: ['waiting'],
  // It applied its earlier configuration later.
  revertFailed: ['waiting', 'reverted'],
  stopped: ['waiting'],
  superseded: [],
  cancelled: [],
  skipped: [],
};

/**
 * Why a device is left out of a change. `settingsChanged`: it would get settings of another change with it, which the
 * review did not show. `uplinkNotConfirmed`: the change would cut off a port that became its uplink after the review.
 */
export const SKIP_REASONS = [
  'observeOnly',
  'notManaged',
  'underController',
  'notReported',
  'deviceGone',
  'regrouped',
  'settingsChanged',
  'uplinkNotConfirmed',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/**
 * Why a change failed on a device. `notKept`: it ran another version again after it had received this one. `noAnswer`: it
 * did not answer to the configuration in time. `connectionLost`: it applied the configuration and did not stay connected.
 * `notShown`: its reports did not show it in time.
 */
export const DEVICE_FAILURES = ['rejected', 'notKept', 'noAnswer', 'connectionLost', 'notShown'] as const;
export type DeviceFailure = (typeof DEVICE_FAILURES)[number];

/** Why a device could not be reverted. `notReturned`: it stayed offline. */
export const REVERT_FAILURES = ['rejected', 'notKept', 'noAnswer', 'notShown', 'notReturned'] as const;
export type RevertFailure = (typeof REVERT_FAILURES)[number];

/**
 * What the reports of a device do not show of its document. `removedNetwork`: is still on air. Those of ports name the
 * port of a switch.
 */
export const MISSING_PARTS = [
  'version',
  'network',
  'removedNetwork',
  'channel',
  'portEnabled',
  'portSpeed',
  'portPoe',
  'portVlan',
  'portDuplex',
  'portIsolation',
  'route',
] as const;
export type MissingPart = (typeof MISSING_PARTS)[number];
