import { z } from 'zod';
import { timestamp, uuid } from '../fields.ts';
import type { PermissionKey } from '../permissions.ts';
import { DEVICE_STATUSES, UPGRADE_STATUSES } from './devices.states.ts';

/** AP: cloud AP ("CAP") or under a controller; gateway: DCME; controller: cloud controller (imController). */
export const DEVICE_KINDS = ['ap', 'ac', 'gateway', 'switch', 'controller', 'smart'] as const;
export const deviceKind = z.enum(DEVICE_KINDS);
export type DeviceKind = z.infer<typeof deviceKind>;

/** Whoever holds `all_device` sees every kind; others see the kinds they hold the key of. */
export const KIND_PERMISSION: Readonly<Record<DeviceKind, PermissionKey>> = {
  ap: 'ap_device',
  ac: 'ac_device',
  gateway: 'dcme_device',
  switch: 'switch_device',
  controller: 'dscc_device',
  smart: 'smart_device',
};

export const BANDS = ['2G', '5G', '6G'] as const;
export const band = z.enum(BANDS);

export const deviceStatus = z.enum(DEVICE_STATUSES);
export const upgradeStatus = z.enum(UPGRADE_STATUSES);

/** Where a device's configuration stands beside the one it should run. */
export const CONFIGURATION_STATES = ['none', 'pending', 'applied', 'partly', 'refused'] as const;
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

/** Another device of the account, as one would link to it. */
export const deviceRef = z.object({ deviceUUID: uuid, kind: deviceKind, name: z.string() });

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
  status: deviceStatus,
  upgradeStatus: upgradeStatus,
  configurationState,
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
  /** The controller or gateway it stands under. */
  managedBy: deviceRef.nullable(),
  /** How many devices stand under it, and how many of them are online. */
  members: z.object({ total: z.number().int(), online: z.number().int() }),
  haMode: z.enum(['single', 'ha']).nullable(),
  haStatus: z.enum(['active', 'standby']).nullable(),
});
export type Device = z.infer<typeof device>;
