import { z } from 'zod';
import { defineCall } from '../call.ts';
import { uuid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { pageInput, pageOf } from '../paging.ts';
import { deviceGroup } from './devices.model.ts';
import { groupName } from './devices.rules.ts';

export const groupCalls = {
  listGroups: defineCall({
    method: 'GET',
    path: '/device/group/list',
    access: 'device_manage',
    effect: 'read',
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
    summary: 'Make a device group in a site',
    input: z.object({ siteUUID: uuid, name: groupName }),
    output: z.object({ groupUUID: uuid }),
  }),
  updateGroup: defineCall({
    method: 'POST',
    path: '/device/group/update',
    access: 'device_manage',
    effect: 'write',
    summary: 'Rename a device group',
    input: z.object({ groupUUID: uuid, name: groupName }),
    output: z.null(),
  }),
  deleteGroup: defineCall({
    method: 'DELETE',
    path: '/device/group/delete',
    access: 'device_manage',
    effect: 'write',
    summary: 'Delete a device group; its devices stay in the site',
    input: z.object({ groupUUID: uuid }),
    output: z.null(),
  }),
  setGroupMembers: defineCall({
    method: 'POST',
    path: '/device/group/members',
    access: 'device_manage',
    effect: 'write',
    summary: 'Say which devices of the site are in a group; all others leave it',
    input: z.object({
      groupUUID: uuid,
      deviceUUIDs: z
        .array(uuid)
        .max(LIMITS.device.groupMembersMax, 'validation.tooMany')
        .transform((ids) => [...new Set(ids)]),
    }),
    output: z.null(),
  }),
};
