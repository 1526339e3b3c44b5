import { z } from 'zod';
import { defineCall } from '../call.ts';
import { uuid } from '../fields.ts';

/** A tag, and how many devices that the caller sees have it. */
export const deviceTag = z.object({ name: z.string(), devices: z.number().int() });
export type DeviceTag = z.infer<typeof deviceTag>;

export const tagCalls = {
  listDeviceTags: defineCall({
    method: 'GET',
    path: '/device/tag/list',
    access: 'device_manage',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Tags of visible devices, by name',
    input: z.object({ siteUUID: uuid.optional(), enterpriseUUID: uuid.optional() }),
    output: z.array(deviceTag),
  }),
};
