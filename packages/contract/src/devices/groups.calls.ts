import { z } from 'zod';
import { defineCall } from '../call.ts';
import { uuid } from '../fields.ts';
import { pageInput, pageOf } from '../paging.ts';
import { deviceGroup } from './devices.model.ts';
import { deviceSelection, groupName } from './devices.rules.ts';

/** Null: in no group. */
export const groupChoice = z.object({ groupUUID: uuid.nullable() });

export const groupCalls = {
  listGroups: defineCall({
    method: 'GET',
    path: '/device/group/list',
    access: 'device_manage',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Device groups, paged',
    input: pageInput(['name', 'siteName', 'createdAt']).extend({
      siteUUID: uuid.optional(),
      enterpriseUUID: uuid.optional(),
    }),
    output: pageOf(deviceGroup),
  }),
  createGroup: defineCall({
    method: 'POST',
    path: '/device/group/create',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Make a device group in a site',
    input: z.object({ siteUUID: uuid, name: groupName }),
    output: z.object({ groupUUID: uuid }),
  }),
  updateGroup: defineCall({
    method: 'POST',
    path: '/device/group/update',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Rename a device group',
    input: z.object({ groupUUID: uuid, name: groupName }),
    output: z.null(),
  }),
  deleteGroup: defineCall({
    method: 'DELETE',
    path: '/device/group/delete',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Delete a device group; its devices stay in the site',
    input: z.object({ groupUUID: uuid }),
    output: z.null(),
  }),
  setDevicesGroup: defineCall({
    method: 'POST',
    path: '/device/group/set',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Put devices into a group of their site, or take them out of the groups they are in',
    input: groupChoice.extend({ deviceUUIDs: deviceSelection }),
    output: z.object({ changed: z.number().int() }),
  }),
};
