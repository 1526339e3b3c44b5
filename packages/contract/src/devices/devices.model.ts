import { z } from 'zod';
import { timestamp, uuid } from '../fields.ts';
import { DEVICE_KINDS } from './device-classes.ts';
import { CONFIGURATION_STATES, DEVICE_STATUSES, UPGRADE_STATUSES } from './devices.states.ts';

/** AP: cloud AP ("CAP") or under a controller; gateway: DCME; controller: cloud controller (imController). */
export const deviceKind = z.enum(DEVICE_KINDS);

/** A controller works alone or as one of a pair, of which one works and one stands by. */
export const HA_MODES = ['single', 'ha'] as const;
export const HA_STATUSES = ['active', 'standby'] as const;

export const BANDS = ['2G', '5G', '6G'] as const;
export const band = z.enum(BANDS);

export const deviceStatus = z.enum(DEVICE_STATUSES);
export const upgradeStatus = z.enum(UPGRADE_STATUSES);
export const configurationState = z.enum(CONFIGURATION_STATES);

/** What a radio does now. */
export const radioNow = z.object({
  index: z.number().int(),
  band,
  channel: z.number().int(),
  widthMhz: z.number().int(),
  txPower: z.number().nullable(),
  utilisationPercent: z.number().nullable(),
  noise: z.number().nullable(),
  clients: z.number().int(),
});
export type RadioNow = z.infer<typeof radioNow>;

/** Another device of the account, as one would link to it. */
export const deviceRef = z.object({ deviceUUID: uuid, kind: deviceKind, name: z.string() });
export type DeviceRef = z.infer<typeof deviceRef>;

export const device = z.object({
  deviceUUID: uuid,
  kind: deviceKind,
  name: z.string(),
  sn: z.string(),
  mac: z.string(),
  ip: z.string(),
  model: z.string(),
  version: z.string(),
  /** Null while it waits to be claimed into a site. */
  siteUUID: uuid.nullable(),
  siteName: z.string(),
  groupUUID: uuid.nullable(),
  groupName: z.string(),
  position: z.string(),
  remark: z.string(),
  /** The VLAN it is to be reached in; null without a tag. */
  managementVlan: z.number().int().nullable(),
  /** Whether it is told a password; which one, nobody is told. */
  hasPassword: z.boolean(),
  /** Something asked for a certificate in its name with another key, and nobody has decided about it. */
  awaitsApproval: z.boolean(),
  /** Another account registered it too, and nobody has answered that. */
  disputed: z.boolean(),
  status: deviceStatus,
  upgradeStatus: upgradeStatus,
  configurationState,
  /** Whole minutes, after the first. */
  uptimeSeconds: z.number().int().nullable(),
  firstOnlineAt: timestamp.nullable(),
  onlineAt: timestamp.nullable(),
  offlineAt: timestamp.nullable(),
  lastReportAt: timestamp.nullable(),
  clients: z.number().int(),
  cpuPercent: z.number().nullable(),
  memoryPercent: z.number().nullable(),
  temperature: z.number().nullable(),
  radios: z.array(radioNow),
  /** How many ports it has, and how many are linked; null when it told of none. */
  ports: z.object({ total: z.number().int(), up: z.number().int() }).nullable(),
  /** What it gives to devices at its ports; null when it cannot. */
  powerWatts: z.number().nullable(),
  /** The controller or gateway it stands under. */
  managedBy: deviceRef.nullable(),
  /** How many devices stand under it, and how many of them are online. */
  members: z.object({ total: z.number().int(), online: z.number().int() }),
  haMode: z.enum(HA_MODES).nullable(),
  haStatus: z.enum(HA_STATUSES).nullable(),
});
export type Device = z.infer<typeof device>;

/** How many of each kind are in which state, and what can be filtered by. */
export const deviceCounts = z.object({
  kinds: z.array(
    z.object({
      kind: deviceKind,
      total: z.number().int(),
      online: z.number().int(),
      offline: z.number().int(),
      partlyOffline: z.number().int(),
    }),
  ),
  models: z.array(z.object({ kind: deviceKind, model: z.string(), count: z.number().int() })),
  versions: z.array(z.object({ kind: deviceKind, version: z.string(), count: z.number().int() })),
  /** Devices without a site; null for people who do not see the whole account. */
  unclaimed: z.number().int().nullable(),
});
export type DeviceCounts = z.infer<typeof deviceCounts>;

/** A message key and its values, as under a form's field. */
export const problem = z.object({
  /** Which column is wrong; null when the row as a whole is. */
  field: z.enum(['kind', 'sn', 'mac', 'name', 'position', 'remark']).nullable(),
  key: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type Problem = z.infer<typeof problem>;

/** What became of one row of a list that was added or imported. */
export const deviceRowResult = z.object({
  /** From 1; of an imported file the row as the spreadsheet numbers it. */
  row: z.number().int(),
  /** As it was written when no kind is called so. */
  kind: z.string(),
  sn: z.string(),
  mac: z.string(),
  name: z.string(),
  position: z.string(),
  remark: z.string(),
  /** Null when it was refused. */
  deviceUUID: uuid.nullable(),
  problem: problem.nullable(),
});
export type DeviceRowResult = z.infer<typeof deviceRowResult>;

/** A device that something could not be done to; `reason` is the key of the failure it would have been alone. */
export const refusedDevice = z.object({ deviceUUID: uuid, name: z.string(), reason: z.string() });
export type RefusedDevice = z.infer<typeof refusedDevice>;

export const deviceGroup = z.object({
  groupUUID: uuid,
  name: z.string(),
  siteUUID: uuid,
  siteName: z.string(),
  status: deviceStatus,
  devices: z.object({ total: z.number().int(), online: z.number().int() }),
  createdAt: timestamp,
});
export type DeviceGroup = z.infer<typeof deviceGroup>;

/** A device that came in with a certificate of this account and stands in no site yet. */
export const unclaimedDevice = device.pick({
  deviceUUID: true,
  kind: true,
  name: true,
  sn: true,
  mac: true,
  ip: true,
  model: true,
  version: true,
  status: true,
  firstOnlineAt: true,
  onlineAt: true,
  managedBy: true,
  awaitsApproval: true,
  disputed: true,
});
export type UnclaimedDevice = z.infer<typeof unclaimedDevice>;

export const claimCode = z.object({
  claimCodeUUID: uuid,
  /** Null: devices that come with it wait to be claimed. */
  siteUUID: uuid.nullable(),
  siteName: z.string(),
  usesLeft: z.number().int(),
  createdBy: z.string(),
  createdAt: timestamp,
  expiresAt: timestamp,
  revokedAt: timestamp.nullable(),
});
export type ClaimCode = z.infer<typeof claimCode>;

/** Until an authority is proven it admits no device; those trusted before proofs were required still do. */
export const CA_STATES = ['waitingForProof', 'proven', 'trustedEarlier'] as const;

/** A maker of certificates whose devices belong to this account. */
export const trustedCa = z.object({
  trustedCaUUID: uuid,
  name: z.string(),
  /** SHA-256, lower-case hexadecimal. */
  fingerprint: z.string(),
  subject: z.string(),
  notAfter: timestamp,
  createdAt: timestamp,
  state: z.enum(CA_STATES),
  /** The common name of the certificate that proves it; null when it is proven. */
  challenge: z.string().nullable(),
  /** Another account trusts it too. */
  shared: z.boolean(),
});
export type TrustedCa = z.infer<typeof trustedCa>;
