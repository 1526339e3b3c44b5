import { z } from 'zod';
import { timestamp, uuid } from '../fields.ts';
import { DEVICE_KINDS } from './device-classes.ts';
import { CONFIGURATION_STATES, DEVICE_STATUSES, UPGRADE_STATUSES } from './devices.states.ts';

/** ap: cloud AP ("CAP") or controller member; gateway: DCME; controller: cloud controller (imController). */
export const deviceKind = z.enum(DEVICE_KINDS);

/** A controller is single or half of a pair with an active and a standby. */
export const HA_MODES = ['single', 'ha'] as const;
export const HA_STATUSES = ['active', 'standby'] as const;

export const BANDS = ['2G', '5G', '6G'] as const;
export const band = z.enum(BANDS);

export const deviceStatus = z.enum(DEVICE_STATUSES);

/** The rest is offline. */
const deviceTotals = z.object({
  total: z.number().int(),
  online: z.number().int(),
  neverConnected: z.number().int(),
});
export const upgradeStatus = z.enum(UPGRADE_STATUSES);
export const configurationState = z.enum(CONFIGURATION_STATES);

/** Current figures of a radio. */
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

/** Reference to another device of the account. */
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
  /** Null while unclaimed. */
  siteUUID: uuid.nullable(),
  siteName: z.string(),
  groupUUID: uuid.nullable(),
  groupName: z.string(),
  /** By name. */
  tags: z.array(z.string()),
  position: z.string(),
  remark: z.string(),
  /** Management VLAN; null: untagged. */
  managementVlan: z.number().int().nullable(),
  /** Whether a password is set, which is never returned. */
  hasPassword: z.boolean(),
  /** A certificate with another key is pending approval. */
  awaitsApproval: z.boolean(),
  /** Another account registered it too, and the dispute is open. */
  disputed: z.boolean(),
  /** Simulated by the console. */
  virtual: z.boolean(),
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
  /** Number of ports, and of those with a link; null when none are reported. */
  ports: z.object({ total: z.number().int(), up: z.number().int() }).nullable(),
  /** PoE power supplied; null without PoE. */
  powerWatts: z.number().nullable(),
  /** Its controller or gateway. */
  managedBy: deviceRef.nullable(),
  /** Number of its members, of online ones, and of those that never connected. */
  members: deviceTotals,
  haMode: z.enum(HA_MODES).nullable(),
  haStatus: z.enum(HA_STATUSES).nullable(),
});
export type Device = z.infer<typeof device>;

/** Counts by kind and status, and filter values. */
export const deviceCounts = z.object({
  kinds: z.array(
    z.object({
      kind: deviceKind,
      total: z.number().int(),
      online: z.number().int(),
      offline: z.number().int(),
      partlyOffline: z.number().int(),
      neverConnected: z.number().int(),
    }),
  ),
  models: z.array(z.object({ kind: deviceKind, model: z.string(), count: z.number().int() })),
  versions: z.array(z.object({ kind: deviceKind, version: z.string(), count: z.number().int() })),
  /** Devices that the console simulates. */
  virtual: z.number().int(),
  /** Devices without a site; null for people who do not see the whole account. */
  unclaimed: z.number().int().nullable(),
});
export type DeviceCounts = z.infer<typeof deviceCounts>;

/** A message key and its values, as for a form field. */
export const problem = z.object({
  /** The invalid column; null for the whole row. */
  field: z.enum(['kind', 'sn', 'mac', 'name', 'position', 'remark']).nullable(),
  key: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type Problem = z.infer<typeof problem>;

/** Result of one row of an added or imported list. */
export const deviceRowResult = z.object({
  /** From 1; the row number of the spreadsheet for an imported file. */
  row: z.number().int(),
  /** The original text if it is no known kind. */
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

/** A device refused in a bulk operation; `reason` is the error key it would have had alone. */
export const refusedDevice = z.object({ deviceUUID: uuid, name: z.string(), reason: z.string() });
export type RefusedDevice = z.infer<typeof refusedDevice>;

export const deviceGroup = z.object({
  groupUUID: uuid,
  name: z.string(),
  siteUUID: uuid,
  siteName: z.string(),
  status: deviceStatus,
  devices: deviceTotals,
  createdAt: timestamp,
});
export type DeviceGroup = z.infer<typeof deviceGroup>;

/** A device that connected with a certificate of this account and has no site. */
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
  /** Null: its devices are unclaimed. */
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

/** A certificate authority whose devices belong to this account. */
export const trustedCa = z.object({
  trustedCaUUID: uuid,
  name: z.string(),
  /** SHA-256, lower-case hexadecimal. */
  fingerprint: z.string(),
  subject: z.string(),
  notAfter: timestamp,
  createdAt: timestamp,
  state: z.enum(CA_STATES),
  /** Common name of the certificate that proves it; null when proven. */
  challenge: z.string().nullable(),
  /** Another account trusts it too. */
  shared: z.boolean(),
});
export type TrustedCa = z.infer<typeof trustedCa>;
