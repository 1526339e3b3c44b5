import { z } from 'zod';
import { defineCall } from '../call.ts';
import { deviceSelection } from './devices.rules.ts';
import { noteCalls } from './notes.calls.ts';
import { photoCalls } from './photos.calls.ts';
import { tagChange } from './tags.rules.ts';

/** What people add to devices. Not part of the calls of every page. */
export const annotationCalls = {
  changeDeviceTags: defineCall({
    method: 'POST',
    path: '/device/tag/change',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Add tags to devices and remove tags from them; new tags are created, unused ones deleted',
    input: tagChange.safeExtend({ deviceUUIDs: deviceSelection }),
    output: z.object({ changed: z.number().int() }),
  }),
  ...noteCalls,
  ...photoCalls,
};
