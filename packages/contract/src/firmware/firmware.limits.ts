import { DAY, HOUR, MINUTE } from '../time.ts';

export const FIRMWARE_LIMITS = {
  modelMax: 64,
  modelsMax: 20,
  versionMax: 128,
  notesMax: 2_000,
  signatureMax: 1_024,
  keyNameMax: 64,
  keyPemMax: 4_096,
  campaignNameMax: 64,
  /** Devices selected individually for one campaign. */
  devicesMax: 1_000,
  wavesMax: 10,
  retriesMax: 5,
  /** Devices in one campaign, however they were selected. */
  campaignDevicesMax: 100_000,
  /** Devices that are upgraded at the same time: of one campaign, and of one site in all campaigns. */
  atOnceMax: 50,
  atOncePerSiteMax: 10,
  /** How long an attempt may show no progress, and how long it may take in total. */
  attemptSilentMs: 15 * MINUTE,
  attemptMaxMs: HOUR,
  retryPauseMs: MINUTE,
  /** Devices that are offline for longer than this do not delay the next wave. */
  offlineHoldsMs: 30 * MINUTE,
  /** Devices that have not connected for this long since the campaign began are given up. */
  awaitedMaxMs: 30 * DAY,
  logKeptMs: 400 * DAY,
} as const;
