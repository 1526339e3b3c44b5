/** `stopped`: too many failed, or a person stopped it; what waits is not started, what runs is seen through. */
export const CAMPAIGN_STATES = ['scheduled', 'running', 'paused', 'stopped', 'finished'] as const;
export type CampaignState = (typeof CAMPAIGN_STATES)[number];

/** What has ended runs again only to try what failed once more. */
export const CAMPAIGN_TRANSITIONS: Readonly<Record<CampaignState, readonly CampaignState[]>> = {
  scheduled: ['running', 'stopped'],
  running: ['paused', 'stopped', 'finished'],
  paused: ['running', 'stopped'],
  stopped: ['running'],
  finished: ['running'],
};

/** Why a campaign was stopped. `untrusted`: the key that signed its image is trusted no longer. */
export const STOP_REASONS = ['byPerson', 'tooManyFailed', 'untrusted'] as const;
export type StopReason = (typeof STOP_REASONS)[number];

export const CAMPAIGN_CHANGES = ['pause', 'resume', 'stop', 'retryFailed'] as const;
export type CampaignChange = (typeof CAMPAIGN_CHANGES)[number];

/** One device's upgrade. `waiting` may mean that the device is offline and will be taken when it returns. */
export const UPGRADE_STATES = ['waiting', 'upgrading', 'succeeded', 'failed', 'cancelled'] as const;
export type UpgradeState = (typeof UPGRADE_STATES)[number];

/**
 * Back to waiting: an attempt failed and another is left, or the device could not be told. From waiting to failed:
 * the campaign was stopped before that other attempt. From upgrading to cancelled: the device was removed. From
 * failed to succeeded: it was given up, and came back
 * later with the version it should run.
 */
export const UPGRADE_STATE_TRANSITIONS: Readonly<Record<UpgradeState, readonly UpgradeState[]>> = {
  waiting: ['upgrading', 'succeeded', 'failed', 'cancelled'],
  upgrading: ['waiting', 'succeeded', 'failed', 'cancelled'],
  succeeded: [],
  failed: ['waiting', 'succeeded'],
  cancelled: [],
};

/** Why an upgrade stands where it stands, where the state alone does not say it. */
export const UPGRADE_REASONS = [
  // succeeded
  'alreadyRuns',
  'late',
  'byItself',
  // failed
  'refused',
  'deviceFailed',
  'sameVersion',
  'otherVersion',
  'timeout',
  'notSent',
  'takenBack',
  'unsupported',
  // cancelled, or never begun
  'underController',
  'observeOnly',
  'wrongModel',
  'deviceGone',
  'neverReturned',
  'campaignStopped',
] as const;
export type UpgradeReason = (typeof UPGRADE_REASONS)[number];
