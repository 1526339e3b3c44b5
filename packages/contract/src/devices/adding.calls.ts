import { z } from 'zod';
import { defineCall } from '../call.ts';
import { text, uuid } from '../fields.ts';
import { pageInput, pageOf } from '../paging.ts';
import { expectedDevice, refusedAttempt } from './adding.model.ts';
import { ADDING_LIMITS } from './devices.limits.ts';

/** Comma-separated MAC addresses in any notation; invalid ones are ignored. */
const macs = text(ADDING_LIMITS.expectedMax * 'XX-XX-XX-XX-XX-XX,'.length);

/** How far devices that were just added have come, and why some are refused. */
export const addingCalls = {
  addingProgress: defineCall({
    method: 'GET',
    path: '/device/adding/progress',
    access: 'device_manage',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary:
      'Whether expected devices connected and reported: by their addresses, or by the code they enrol with',
    input: z.object({ macs: macs.optional(), claimCodeUUID: uuid.optional() }),
    output: z.object({
      devices: z.array(expectedDevice),
      /** Devices that can still enrol with the code; null without one. */
      usesLeft: z.number().int().nullable(),
    }),
  }),
  listRefusedAttempts: defineCall({
    method: 'GET',
    path: '/device/adding/refused',
    access: 'device_manage',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Refused attempts to connect or enrol, of devices of the account or with its claim codes',
    input: pageInput(['lastAt'])
      .omit({ search: true })
      .extend({ macs: macs.optional(), claimCodeUUID: uuid.optional() }),
    output: pageOf(refusedAttempt),
  }),
};
