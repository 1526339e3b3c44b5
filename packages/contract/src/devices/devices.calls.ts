import { z } from 'zod';
import { defineCall } from '../call.ts';
import { defineExportCall, exportFormat } from '../export-call.ts';
import { queryFlag, text, uuid } from '../fields.ts';
import { pageInput, pageOf } from '../paging.ts';
import { addingCalls } from './adding.calls.ts';
import { claimCalls } from './claims.calls.ts';
import { configurationCalls } from './configurations.calls.ts';
import { DEVICE_LIMITS } from './devices.limits.ts';
import {
  device,
  deviceCounts,
  deviceKind,
  deviceRef,
  deviceRowResult,
  deviceStatus,
  refusedDevice,
  upgradeStatus,
} from './devices.model.ts';
import { devicePassword, deviceRowText, deviceSelection } from './devices.rules.ts';
import { CONFIGURATION_STATES } from './devices.states.ts';
import { groupCalls } from './groups.calls.ts';
import { ownershipCalls } from './ownership.calls.ts';
import { deviceDetail } from './report.model.ts';
import { tagCalls } from './tags.calls.ts';
import { virtualCalls } from './virtual.calls.ts';

const FILTER_MAX = 128;

export const DEVICE_SORTS = [
  'name',
  'kind',
  'status',
  'sn',
  'mac',
  'ip',
  'model',
  'version',
  'position',
  'siteName',
  'groupName',
  'upgradeStatus',
  'clients',
  'cpuPercent',
  'memoryPercent',
  'uptimeSeconds',
  'firstOnlineAt',
  'onlineAt',
  'offlineAt',
  'lastReportAt',
] as const;

export const deviceFilters = z.object({
  kind: deviceKind.optional(),
  status: deviceStatus.optional(),
  siteUUID: uuid.optional(),
  enterpriseUUID: uuid.optional(),
  groupUUID: uuid.optional(),
  model: text(FILTER_MAX).optional(),
  version: text(FILTER_MAX).optional(),
  upgradeStatus: upgradeStatus.optional(),
  /** Members of this controller or gateway. */
  managedByUUID: uuid.optional(),
  /** `true`: simulated by the console, `false`: all others. */
  virtual: queryFlag.optional(),
  /** `failed`: devices that did not apply all of it. */
  configurationState: z.enum([...CONFIGURATION_STATES, 'failed']).optional(),
  /** Devices with this tag; letter case makes no difference. */
  tag: text(FILTER_MAX).optional(),
});

/** Columns of an export, in this sequence. */
export const EXPORT_COLUMNS = [
  'name',
  'kind',
  'status',
  'sn',
  'mac',
  'ip',
  'model',
  'version',
  'siteName',
  'groupName',
  'tags',
  'position',
  'remark',
  'clients',
  'cpuPercent',
  'memoryPercent',
  'uptimeSeconds',
  'firstOnlineAt',
  'onlineAt',
  'offlineAt',
  'lastReportAt',
  'upgradeStatus',
  'configurationState',
  'managedBy',
  'channel',
  'txPower',
  'haMode',
  'haStatus',
] as const;

const listInput = pageInput(DEVICE_SORTS).extend(deviceFilters.shape);

/** Layout of an exported table. */
export const exportLayout = z.object({
  format: exportFormat,
  columns: z
    .array(z.enum(EXPORT_COLUMNS))
    .min(1, 'validation.selectOne')
    .max(EXPORT_COLUMNS.length, 'validation.tooMany')
    .default([...EXPORT_COLUMNS]),
});

export const deviceCalls = {
  listDevices: defineCall({
    method: 'GET',
    path: '/device/list',
    access: 'device_manage',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Devices in sites, paged',
    input: listInput,
    output: pageOf(device),
  }),
  deviceCounts: defineCall({
    method: 'GET',
    path: '/device/counts',
    access: 'device_manage',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    screens: true,
    summary: 'How many devices of which kind are in which state, and which models and versions there are',
    input: deviceFilters.pick({ siteUUID: true, enterpriseUUID: true }),
    output: deviceCounts,
  }),
  viewDevice: defineCall({
    method: 'GET',
    path: '/device/view',
    access: 'device_manage',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'All that is known of one device',
    input: z.object({ deviceUUID: uuid }),
    output: deviceDetail,
  }),
  findDevicesByMac: defineCall({
    method: 'GET',
    path: '/device/byMac',
    access: 'device_manage',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Which devices have these MAC addresses',
    input: z.object({
      /** Comma-separated, in any notation; invalid addresses are ignored. */
      macs: text(DEVICE_LIMITS.selectionMax * 'XX-XX-XX-XX-XX-XX,'.length),
    }),
    output: z.array(deviceRef.extend({ mac: z.string() })),
  }),
  addDevices: defineCall({
    method: 'POST',
    path: '/device/add',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Register devices; each row is judged by itself',
    input: z.object({
      siteUUID: uuid,
      groupUUID: uuid.nullable().default(null),
      rows: z
        .array(deviceRowText)
        .min(1, 'validation.required')
        .max(DEVICE_LIMITS.addRowsMax, 'validation.tooMany'),
    }),
    output: z.object({ added: z.number().int(), rows: z.array(deviceRowResult) }),
  }),
  importDevices: defineCall({
    method: 'POST',
    path: '/device/import',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary:
      'Register the devices of an uploaded file (kind deviceImport); answers with the refused rows and the addresses of the first accepted ones',
    input: z.object({ fileUUID: uuid, siteUUID: uuid, groupUUID: uuid.nullable().default(null) }),
    output: z.object({ added: z.number().int(), rows: z.array(deviceRowResult), macs: z.array(z.string()) }),
  }),
  updateDevice: defineCall({
    method: 'POST',
    path: '/device/update',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Change the name, position, remark and group of a device',
    /** Limits by kind are in `deviceFields`. */
    input: z.object({
      deviceUUID: uuid,
      name: text(DEVICE_LIMITS.apNameMax),
      position: text(DEVICE_LIMITS.positionMax).default(''),
      remark: text(DEVICE_LIMITS.remarkMax).default(''),
      groupUUID: uuid.nullable().default(null),
    }),
    output: z.null(),
  }),
  moveDevices: defineCall({
    method: 'POST',
    path: '/device/move',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Move devices to another site; fails when none could be moved',
    input: z.object({
      deviceUUIDs: deviceSelection,
      siteUUID: uuid,
      groupUUID: uuid.nullable().default(null),
    }),
    output: z.object({ moved: z.number().int(), refused: z.array(refusedDevice) }),
  }),
  setDevicePassword: defineCall({
    method: 'POST',
    path: '/device/password',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary:
      'Set the password of devices themselves, for administrators of organizations and accounts; fails when none of them can be given one',
    input: z.object({
      deviceUUIDs: deviceSelection,
      /** Null: none is sent any more, and devices keep theirs. */
      password: devicePassword.nullable(),
    }),
    output: z.object({ changed: z.number().int(), refused: z.array(refusedDevice) }),
  }),
  deleteDevices: defineCall({
    method: 'DELETE',
    path: '/device/delete',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Delete devices that are offline; fails when none could be deleted',
    input: z.object({ deviceUUIDs: deviceSelection }),
    output: z.object({ deleted: z.number().int(), refused: z.array(refusedDevice) }),
  }),
  exportDevices: defineExportCall({
    path: '/device/export',
    access: 'device_manage',
    ofDevices: true,
    summary: 'The list as a file, or those chosen of it, in the language asked for',
    input: deviceFilters.extend({
      deviceUUIDs: deviceSelection.optional(),
      search: listInput.shape.search,
      ...exportLayout.shape,
    }),
  }),
  ...groupCalls,
  ...tagCalls,
  ...addingCalls,
  ...claimCalls,
  ...ownershipCalls,
  ...configurationCalls,
  ...virtualCalls,
};
