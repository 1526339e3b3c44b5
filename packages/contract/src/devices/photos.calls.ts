import { z } from 'zod';
import { defineCall } from '../call.ts';
import { timestamp, uuid } from '../fields.ts';

export const devicePhoto = z.object({
  photoUUID: uuid,
  url: z.string(),
  thumbnailUrl: z.string(),
  /** In pixels. */
  width: z.number().int(),
  height: z.number().int(),
  /** In bytes. */
  size: z.number().int(),
  /** Name of the person, as it was then. */
  createdBy: z.string(),
  createdAt: timestamp,
});
export type DevicePhoto = z.infer<typeof devicePhoto>;

export const photoCalls = {
  listDevicePhotos: defineCall({
    method: 'GET',
    path: '/device/photo/list',
    access: 'device_manage',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Photos of a device, oldest first',
    input: z.object({ deviceUUID: uuid }),
    output: z.array(devicePhoto),
  }),
  addDevicePhoto: defineCall({
    method: 'POST',
    path: '/device/photo/add',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Add an uploaded photo (kind devicePhoto) and its thumbnail, uploaded the same way, to a device',
    input: z.object({ deviceUUID: uuid, fileUUID: uuid, thumbnailUUID: uuid }),
    output: z.object({ photoUUID: uuid }),
  }),
  deleteDevicePhoto: defineCall({
    method: 'DELETE',
    path: '/device/photo/delete',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Delete a photo of a device',
    input: z.object({ photoUUID: uuid }),
    output: z.null(),
  }),
};
