import { z } from 'zod';
import { defineCall } from '../call.ts';
import { exportedTable, exportFormat } from '../export-call.ts';
import { text, timestamp, uuid } from '../fields.ts';
import { pageInput, pageOf } from '../paging.ts';
import { place } from '../place.ts';
import { ROLLOUT_CHANGES } from '../rollout/rollout.states.ts';
import { FIRMWARE_LIMITS } from './firmware.limits.ts';
import {
  campaign,
  campaignDetail,
  campaignState,
  firmware,
  firmwareKey,
  upgrade,
  upgradeState,
} from './firmware.model.ts';
import { campaignInput, firmwareInput, firmwareKeyInput } from './firmware.rules.ts';

/** Columns of the upgrade log, in order. */
export const UPGRADE_LOG_COLUMNS = [
  'device',
  'kind',
  'site',
  'campaign',
  'wave',
  'state',
  'fromVersion',
  'toVersion',
  'attempts',
  'startedAt',
  'endedAt',
  'reason',
  'text',
] as const;

/** `from` and `to`: when it started, or was planned if it never started. */
const logFilters = {
  campaignUUID: uuid.optional(),
  deviceUUID: uuid.optional(),
  ...place,
  state: upgradeState.optional(),
  from: timestamp.optional(),
  to: timestamp.optional(),
};

export const firmwareCalls = {
  listFirmware: defineCall({
    method: 'GET',
    path: '/firmware/list',
    access: 'device_manage',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Firmware images, with how many devices run each',
    input: pageInput(['version', 'createdAt']).extend({
      model: text(FIRMWARE_LIMITS.modelMax).optional(),
      /** Whose devices are counted. */
      ...place,
    }),
    output: pageOf(firmware),
  }),
  createFirmware: defineCall({
    method: 'POST',
    path: '/firmware/create',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Register an uploaded image after checking its hash and signature',
    input: firmwareInput,
    output: z.object({ firmwareUUID: uuid, signedBy: z.string().nullable() }),
  }),
  deleteFirmware: defineCall({
    method: 'DELETE',
    path: '/firmware/delete',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Remove an image that no campaign is using',
    input: z.object({ firmwareUUID: uuid }),
    output: z.null(),
  }),
  listFirmwareKeys: defineCall({
    method: 'GET',
    path: '/firmware/keys',
    access: 'device_manage',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Keys whose signatures on images are trusted',
    input: z.object({}),
    output: z.array(firmwareKey),
  }),
  addFirmwareKey: defineCall({
    method: 'POST',
    path: '/firmware/addKey',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: "Trust a maker's public key; for super administrators",
    input: firmwareKeyInput,
    output: z.object({ keyUUID: uuid }),
  }),
  removeFirmwareKey: defineCall({
    method: 'DELETE',
    path: '/firmware/removeKey',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Trust a key no longer; for super administrators',
    input: z.object({ keyUUID: uuid }),
    output: z.null(),
  }),
  listCampaigns: defineCall({
    method: 'GET',
    path: '/firmware/campaigns',
    access: 'device_manage',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Upgrade campaigns, newest first',
    input: pageInput(['createdAt', 'startAt']).extend({ state: campaignState.optional(), ...place }),
    output: pageOf(campaign),
  }),
  createCampaign: defineCall({
    method: 'POST',
    path: '/firmware/createCampaign',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Upgrade devices now or at a time, in waves',
    input: campaignInput,
    /** `skipped`: chosen devices that cannot be upgraded with this image; the log contains the reason. */
    output: z.object({ campaignUUID: uuid, devices: z.number().int(), skipped: z.number().int() }),
  }),
  viewCampaign: defineCall({
    method: 'GET',
    path: '/firmware/viewCampaign',
    access: 'device_manage',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'One campaign with its counts, in all and wave by wave',
    input: z.object({ campaignUUID: uuid }),
    output: campaignDetail,
  }),
  changeCampaign: defineCall({
    method: 'POST',
    path: '/firmware/changeCampaign',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Pause, resume or stop a campaign, or try its failed devices again',
    input: z.object({ campaignUUID: uuid, change: z.enum(ROLLOUT_CHANGES) }),
    output: z.null(),
  }),
  listUpgrades: defineCall({
    method: 'GET',
    path: '/firmware/upgrades',
    access: 'device_manage',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'The upgrade log, newest first',
    input: pageInput(['startedAt', 'endedAt']).extend(logFilters),
    output: pageOf(upgrade),
  }),
  exportUpgrades: defineCall({
    method: 'POST',
    path: '/firmware/exportUpgrades',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'The upgrade log as a file',
    input: z.object({ ...logFilters, search: text(64).default(''), format: exportFormat }),
    output: exportedTable,
  }),
};
