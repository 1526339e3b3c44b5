import { DAY, MINUTE } from '../time.ts';

export const CONFIGURATION_LIMITS = {
  reasonMax: 200,
  /** Edits of one change. */
  editsMax: 50,
  /** Devices of one page of a review. */
  reviewPageMax: 200,
  differencesMax: 200,
  /** A pushed device that was online must answer within this time. */
  answerWithinMs: 5 * MINUTE,
  /** An accepted configuration must show in a report within this time, and the device stay connected. */
  verifyWithinMs: 6 * MINUTE,
  /** The same for a radio that listens for radar first, which takes up to ten minutes. */
  verifyAfterRadarCheckWithinMs: 15 * MINUTE,
  /** Offline devices of a rollout are waited for this long; afterwards they show as different. */
  offlineWaitMs: 30 * DAY,
  /** A rollout is paused when more of its verified and failed devices have failed, and at least this number. */
  pauseAtFailedPercent: 20,
  pauseAtFailedMin: 2,
  /** Sites in which a device has to be verified before all others start; the first of them alone. */
  firstSites: 5,
  /** Devices pushed at the same time, in all and per site. */
  atOnceMax: 2_000,
  atOncePerSiteMax: 50,
} as const;
