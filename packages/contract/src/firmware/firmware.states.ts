import { ROLLOUT_CHANGES } from '../rollout/rollout.states.ts';

/** Why a campaign was stopped. `untrusted`: the key that signed its image is no longer trusted. */
export const STOP_REASONS = ['byPerson', 'tooManyFailed', 'untrusted'] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** State of one device's upgrade. `waiting` includes offline devices, which are upgraded when they return. */
export const UPGRADE_STATES = ['waiting', 'upgrading', 'succeeded', 'failed', 'cancelled'] as const;
export type UpgradeState = (typeof UPGRADE_STATES)[number];

/**
 * Back to waiting: an attempt failed and another one is left, or the command was not sent. Waiting to failed: the
 * campaign was stopped before the next attempt. Upgrading to cancelled: the device was removed. Failed to succeeded:
 * the attempt timed out and the device returned later with the requested version.
 */
export const UPGRADE_STATE_TRANSITIONS: Readonly<Record<UpgradeState, readonly UpgradeState[]>> = {
  waiting: ['upgrading', 'succeeded', 'failed', 'cancelled'],
  upgrading: ['waiting', 'succeeded', 'failed', 'cancelled'],
  succeeded: [],
  failed: ['waiting', 'succeeded'],
  cancelled: [],
};

/** Details of the state of an upgrade. */
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
  // cancelled, or never started
  'underController',
  'observeOnly',
  'neverConnected',
  'wrongModel',
  'deviceGone',
  'neverReturned',
  'campaignStopped',
  'siteCancelled',
  'noSite',
  'windowsMissed',
  // The person in whose name it starts may not operate the device any more.
  'authorNotPermitted',
] as const;

/** Besides those of every rollout: cancels the sites that have not begun; the others go on. */
export const CAMPAIGN_CHANGES = [...ROLLOUT_CHANGES, 'cancelLaterSites'] as const;
export type CampaignChange = (typeof CAMPAIGN_CHANGES)[number];
export type UpgradeReason = (typeof UPGRADE_REASONS)[number];
