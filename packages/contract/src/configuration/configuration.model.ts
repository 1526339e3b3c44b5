import { z } from 'zod';
import { band, deviceKind } from '../devices/devices.model.ts';
import { timestamp, uuid } from '../fields.ts';
import { deviceCut } from '../switches/uplink.ts';
import {
  CANCEL_REASONS,
  CHANGE_STATES,
  DEVICE_FAILURES,
  DEVICE_STATES,
  MISSING_PARTS,
  REVERT_FAILURES,
  SKIP_REASONS,
} from './configuration.states.ts';
import { SETTING_KINDS, settingEdit, settingPlace } from './edits.ts';
import { LEVELS } from './levels.ts';
import { UNSUPPORTED_REASONS } from './unsupported.ts';

/** A place with its name, for display. */
const namedPlace = settingPlace.and(z.object({ name: z.string() }));

/** A stored setting as an edit of itself: secrets are digests, which keep them when they are sent back. */
export const setting = z.object({
  settingUUID: uuid,
  version: z.number().int(),
  place: namedPlace,
  edit: settingEdit,
  updatedBy: z.string(),
  updatedAt: timestamp,
});
export type Setting = z.infer<typeof setting>;

/** A value that differs. Secrets are shown as `***`. */
export const difference = z.object({ path: z.string(), before: z.json(), after: z.json() });
export type ShownDifference = z.infer<typeof difference>;

export const unsupported = z.object({
  /** The name of the network, or empty. */
  name: z.string(),
  reason: z.enum(UNSUPPORTED_REASONS),
  band: band.nullable(),
  /** Of a switch. */
  port: z.string().nullable(),
  instead: z.union([z.string(), z.number()]).nullable(),
});

const siteOfDevice = { siteUUID: uuid, siteName: z.string() };

/** What a change does to one device. `differences` is empty where its document stays the same. */
export const reviewedDevice = z.object({
  deviceUUID: uuid,
  deviceName: z.string(),
  kind: deviceKind,
  ...siteOfDevice,
  online: z.boolean(),
  /** Null: it gets the change. */
  skipped: z.enum(SKIP_REASONS).nullable(),
  differences: z.array(difference),
  /** More differences than are listed. */
  more: z.number().int(),
  unsupported: z.array(unsupported),
});
export type ReviewedDevice = z.infer<typeof reviewedDevice>;

/** One edited setting before and after. `conflict`: it was changed since the edit was made, and how it is now. */
export const reviewedEdit = z.object({
  settingUUID: uuid.nullable(),
  kind: z.enum(SETTING_KINDS),
  name: z.string(),
  place: namedPlace,
  action: z.enum(['create', 'update', 'delete']),
  differences: z.array(difference),
  conflict: z.object({ by: z.string(), at: timestamp, differences: z.array(difference) }).nullable(),
  /** Optical ports that the edit would disable or power together with others; they are left out. */
  skippedPorts: z.array(z.string()),
});
export type ReviewedEdit = z.infer<typeof reviewedEdit>;

/** A page of a review. Pages are read until `next` is null, and belong together as long as the digest is the same. */
export const review = z.object({
  /** Identifies what was reviewed: only this is applied. */
  digest: z.string(),
  /** On the first page; none on the others. */
  edits: z.array(reviewedEdit),
  devices: z.array(reviewedDevice),
  /** Devices that were compared on this page, also those without differences. */
  compared: z.number().int(),
  /** Devices of all pages. On the first page; null on the others. */
  total: z.number().int().nullable(),
  next: uuid.nullable(),
  /** What may cut off switches, and has to be confirmed. On the first page; none on the others. */
  cuts: z.array(deviceCut.extend({ deviceName: z.string() })),
});
export type Review = z.infer<typeof review>;

const counts = z.record(z.enum(DEVICE_STATES), z.number().int());

export const change = z.object({
  changeUUID: uuid,
  number: z.number().int(),
  reason: z.string(),
  state: z.enum(CHANGE_STATES),
  /** Null where a person cancelled it. */
  cancelReason: z.enum(CANCEL_REASONS).nullable(),
  /** The number of the change that it reverts. */
  reverts: z.number().int().nullable(),
  /** Names of the edited settings, the first few. */
  names: z.array(z.string()),
  startAt: timestamp.nullable(),
  createdBy: z.string(),
  createdAt: timestamp,
  endedAt: timestamp.nullable(),
  /** Visible devices by state. */
  counts,
});
export type Change = z.infer<typeof change>;

export const changeDetail = change.extend({
  edits: z.array(reviewedEdit.omit({ conflict: true, skippedPorts: true })),
  wave: z.number().int(),
  waves: z.number().int(),
  /** Whether the person sees all its devices, and so may control it. */
  controllable: z.boolean(),
});
export type ChangeDetail = z.infer<typeof changeDetail>;

export const changeDevice = z.object({
  deviceUUID: uuid,
  deviceName: z.string(),
  ...siteOfDevice,
  wave: z.number().int(),
  state: z.enum(DEVICE_STATES),
  skipped: z.enum(SKIP_REASONS).nullable(),
  /** Null for a device that did not fail; earlier releases stored none. */
  failure: z.enum(DEVICE_FAILURES).nullable(),
  revertFailure: z.enum(REVERT_FAILURES).nullable(),
  version: z.number().int().nullable(),
  /** What the device refused, in its own words. */
  rejected: z.array(z.string()),
  /** What its reports do not show. */
  missing: z.array(
    z.object({
      what: z.enum(MISSING_PARTS),
      name: z.string(),
      band: band.nullable(),
    }),
  ),
  changedAt: timestamp,
});
export type ChangeDevice = z.infer<typeof changeDevice>;

/** An edit that waits in a draft. */
export const draftedEdit = z.object({
  draftUUID: uuid,
  review: reviewedEdit,
  edit: settingEdit,
  editedBy: z.string(),
  editedAt: timestamp,
});
export type DraftedEdit = z.infer<typeof draftedEdit>;

const origin = z.object({ level: z.enum(LEVELS), name: z.string() });

/** One value that applies to a device. */
export const effectiveValue = z.object({
  /** `wireless.<network>.vlan`, `radios.5G.channel` */
  path: z.string(),
  value: z.json(),
  origin,
  /** What the newest verified configuration has; equal once it is rolled out. */
  verified: z.json(),
  /** The reports of the device do not show it: verified means that it accepted a version with this value. */
  byVersion: z.boolean(),
});

export const effectiveSettings = z.object({
  values: z.array(effectiveValue),
  unsupported: z.array(unsupported),
  /** The version it runs, and the newest one. */
  runs: z.number().int().nullable(),
  newest: z.number().int().nullable(),
  /** Whether settings wait for a change that includes this device. */
  pending: z.boolean(),
  skipped: z.enum(SKIP_REASONS).nullable(),
  rejected: z.array(z.string()),
});
export type EffectiveView = z.infer<typeof effectiveSettings>;
