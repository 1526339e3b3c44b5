import { z } from 'zod';
import { deviceKind, deviceRef } from '../devices/devices.model.ts';
import { timestamp, uuid } from '../fields.ts';
import { localStart } from '../rollout/local-start.ts';
import { ROLLOUT_STATES } from '../rollout/rollout.states.ts';
import { rolloutPreview, startGroup } from '../rollout/rollout-preview.model.ts';
import { STOP_REASONS, UPGRADE_REASONS, UPGRADE_STATES } from './firmware.states.ts';

export const firmware = z.object({
  firmwareUUID: uuid,
  kind: deviceKind,
  models: z.array(z.string()),
  version: z.string(),
  notes: z.string(),
  sizeBytes: z.number().int(),
  sha256: z.string(),
  /** The name of the key that signed it; null for an image without a signature. */
  signedBy: z.string().nullable(),
  /** Whether it may be installed: its key is trusted, or the account trusts no keys at all. */
  trusted: z.boolean(),
  createdAt: timestamp,
  createdBy: z.string(),
  /** Visible devices that run exactly this version, and visible devices of these models that do not. */
  running: z.number().int(),
  others: z.number().int(),
});
export type Firmware = z.infer<typeof firmware>;

/** A public key whose signatures on images the account trusts. */
export const firmwareKey = z.object({
  keyUUID: uuid,
  name: z.string(),
  /** SHA-256 of the key, lower-case hexadecimal. */
  fingerprint: z.string(),
  algorithm: z.string(),
  createdAt: timestamp,
});
export type FirmwareKey = z.infer<typeof firmwareKey>;

export const campaignState = z.enum(ROLLOUT_STATES);
export const upgradeState = z.enum(UPGRADE_STATES);

export const campaign = z.object({
  campaignUUID: uuid,
  name: z.string(),
  firmwareUUID: uuid,
  version: z.string(),
  models: z.array(z.string()),
  state: campaignState,
  /** Null unless stopped. */
  stopReason: z.enum(STOP_REASONS).nullable(),
  /** Null: started immediately. With a local start the earliest one of all sites. */
  startAt: timestamp.nullable(),
  /** Null unless it starts at a local time of each site. */
  localStart: localStart.nullable(),
  /** Increases with each edit. */
  revision: z.number().int(),
  /** Shares of the devices, in percent, that are upgraded one after the other; the last is 100. */
  waves: z.array(z.number().int()),
  /** The wave that runs, from 1; 0 before the first. */
  wave: z.number().int(),
  stopAtFailedPercent: z.number().int(),
  retries: z.number().int(),
  /** Counts of visible devices; `total` includes `cancelled` ones. */
  total: z.number().int(),
  waiting: z.number().int(),
  /** Waiting devices that did not start in the window of an earlier night. Part of `waiting`. */
  postponed: z.number().int(),
  upgrading: z.number().int(),
  succeeded: z.number().int(),
  failed: z.number().int(),
  cancelled: z.number().int(),
  createdAt: timestamp,
  createdBy: z.string(),
  /** Who edited it last, if another person: it starts in their name. */
  editedBy: z.string().nullable(),
  endedAt: timestamp.nullable(),
});
export type Campaign = z.infer<typeof campaign>;

/** Counts of one wave, of visible devices. */
export const waveCounts = z.object({
  /** From 1. */
  wave: z.number().int(),
  total: z.number().int(),
  waiting: z.number().int(),
  /** Waiting devices that are offline; they are upgraded when they return. Part of `waiting`. */
  offline: z.number().int(),
  upgrading: z.number().int(),
  succeeded: z.number().int(),
  failed: z.number().int(),
  cancelled: z.number().int(),
});
export type WaveCounts = z.infer<typeof waveCounts>;

/** A campaign with all its waves, including those that have not started, and with the starts of its sites. */
export const campaignDetail = campaign.extend({
  waveCounts: z.array(waveCounts),
  /** Empty without a local start. */
  starts: z.array(startGroup),
});
export type CampaignDetail = z.infer<typeof campaignDetail>;

/** One device in a campaign; also a line of the upgrade log. */
export const upgrade = z.object({
  upgradeUUID: uuid,
  /** Null for an upgrade that the device started itself. */
  campaignUUID: uuid.nullable(),
  campaignName: z.string(),
  /** Its name at the time of the upgrade; it may be deleted. */
  device: deviceRef,
  siteName: z.string(),
  wave: z.number().int(),
  state: upgradeState,
  percent: z.number().int().nullable(),
  fromVersion: z.string(),
  toVersion: z.string(),
  attempts: z.number().int(),
  /** While it waits for a local start: when its site starts next, and in which night, from 1. */
  nextStart: z.object({ at: timestamp, night: z.number().int() }).nullable(),
  startedAt: timestamp.nullable(),
  endedAt: timestamp.nullable(),
  reason: z.enum(UPGRADE_REASONS).nullable(),
  /** The device's own message. */
  text: z.string(),
});
export type Upgrade = z.infer<typeof upgrade>;

export const campaignPreview = rolloutPreview(z.enum(UPGRADE_REASONS));
export type CampaignPreview = z.infer<typeof campaignPreview>;
