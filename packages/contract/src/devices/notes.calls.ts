import { z } from 'zod';
import { defineCall } from '../call.ts';
import { lines, timestamp, uuid } from '../fields.ts';
import { pageInput, pageOf } from '../paging.ts';
import { NOTE_LIMITS } from './annotations.limits.ts';

export const deviceNote = z.object({
  noteUUID: uuid,
  text: z.string(),
  /** Name of the person, as it was then. */
  createdBy: z.string(),
  createdAt: timestamp,
  /** Null until it is edited. */
  editedBy: z.string().nullable(),
  editedAt: timestamp.nullable(),
});
export type DeviceNote = z.infer<typeof deviceNote>;

/** Plain text of several lines. */
export const noteText = z.object({ text: lines(NOTE_LIMITS.textMax).min(1, 'validation.required') });

export const noteCalls = {
  listDeviceNotes: defineCall({
    method: 'GET',
    path: '/device/note/list',
    access: 'device_manage',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Notes about a device, newest first',
    input: pageInput([]).omit({ search: true, sort: true }).extend({ deviceUUID: uuid }),
    output: pageOf(deviceNote),
  }),
  addDeviceNote: defineCall({
    method: 'POST',
    path: '/device/note/add',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Write a note about a device',
    input: noteText.extend({ deviceUUID: uuid }),
    output: z.object({ noteUUID: uuid }),
  }),
  updateDeviceNote: defineCall({
    method: 'POST',
    path: '/device/note/update',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Change the text of a note',
    input: noteText.extend({ noteUUID: uuid }),
    output: z.null(),
  }),
  deleteDeviceNote: defineCall({
    method: 'DELETE',
    path: '/device/note/delete',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Delete a note',
    input: z.object({ noteUUID: uuid }),
    output: z.null(),
  }),
};
