import { z } from 'zod';
import { defineCall } from '../call.ts';
import { text, uuid } from '../fields.ts';

const FINGERPRINT_MAX = 64;

/** Decisions about devices whose identity or registration is in question. */
export const ownershipCalls = {
  approveEnrolment: defineCall({
    method: 'POST',
    path: '/device/enrolment/approve',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Admit a device with its new certificate and revoke its other ones; takes org_manage too',
    input: z.object({ deviceUUID: uuid, fingerprint: text(FINGERPRINT_MAX) }),
    output: z.null(),
  }),
  rejectEnrolment: defineCall({
    method: 'POST',
    path: '/device/enrolment/reject',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Revoke a certificate that waits for approval',
    input: z.object({ deviceUUID: uuid, fingerprint: text(FINGERPRINT_MAX) }),
    output: z.null(),
  }),
  confirmOwnership: defineCall({
    method: 'POST',
    path: '/device/dispute/confirm',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Answer a disputed registration: the device belongs to this account',
    input: z.object({ deviceUUID: uuid }),
    output: z.null(),
  }),
  releaseDevice: defineCall({
    method: 'POST',
    path: '/device/dispute/release',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Answer a disputed registration: delete the device here, so that the other account gets it',
    input: z.object({ deviceUUID: uuid }),
    output: z.null(),
  }),
};
