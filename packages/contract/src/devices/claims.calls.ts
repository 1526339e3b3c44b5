import { z } from 'zod';
import { defineCall } from '../call.ts';
import { integerWithin, requiredText, timestamp, uuid } from '../fields.ts';
import { pageInput, pageOf } from '../paging.ts';
import { CLAIM_LIMITS, TRUSTED_CA_LIMITS } from './devices.limits.ts';
import { claimCode, refusedDevice, trustedCa, unclaimedDevice } from './devices.model.ts';
import { deviceSelection } from './devices.rules.ts';

const pem = z
  .string('validation.required')
  .trim()
  .min(1, 'validation.required')
  .max(TRUSTED_CA_LIMITS.pemMax, 'validation.tooLong');

export const claimCodeUses = integerWithin(1, CLAIM_LIMITS.usesMax);
export const claimCodeHours = integerWithin(1, CLAIM_LIMITS.validHoursMax);

/** How devices are added to an account: by code, by a trusted authority, or from the unclaimed list. */
export const claimCalls = {
  createClaimCode: defineCall({
    method: 'POST',
    path: '/device/claim/createCode',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Make a code devices come in with; it is shown once',
    input: z.object({
      /** Without a site, devices are unclaimed; requires reach of the whole account. */
      siteUUID: uuid.nullable().default(null),
      uses: claimCodeUses.default(1),
      validHours: claimCodeHours.default(CLAIM_LIMITS.validHoursUsual),
    }),
    output: z.object({
      claimCodeUUID: uuid,
      code: z.string(),
      expiresAt: timestamp,
      /** The certificate of this installation's own authority, which signs that of the gateway. */
      ca: z.string(),
      /** SHA-256 of that text in hexadecimal, as the gateway serves it. */
      caHash: z.string(),
    }),
  }),
  listClaimCodes: defineCall({
    method: 'GET',
    path: '/device/claim/listCodes',
    access: 'device_manage',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Claim codes, without the codes themselves',
    input: pageInput(['createdAt', 'expiresAt']).omit({ search: true }),
    output: pageOf(claimCode),
  }),
  revokeClaimCode: defineCall({
    method: 'DELETE',
    path: '/device/claim/revokeCode',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Make a claim code useless',
    input: z.object({ claimCodeUUID: uuid }),
    output: z.null(),
  }),
  listUnclaimed: defineCall({
    method: 'GET',
    path: '/device/unclaimed/list',
    access: 'device_manage',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Unclaimed devices of the account; empty without reach of the whole account',
    input: pageInput(['name', 'kind', 'model', 'onlineAt', 'firstOnlineAt']),
    output: pageOf(unclaimedDevice),
  }),
  claimDevices: defineCall({
    method: 'POST',
    path: '/device/unclaimed/claim',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Put waiting devices into a site; fails when none could be put there',
    input: z.object({
      deviceUUIDs: deviceSelection,
      siteUUID: uuid,
      groupUUID: uuid.nullable().default(null),
    }),
    output: z.object({ claimed: z.number().int(), refused: z.array(refusedDevice) }),
  }),
  rejectUnclaimed: defineCall({
    method: 'DELETE',
    path: '/device/unclaimed/reject',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Remove waiting devices; their certificates stop working',
    input: z.object({ deviceUUIDs: deviceSelection }),
    output: z.object({ rejected: z.number().int() }),
  }),
  revokeDevice: defineCall({
    method: 'POST',
    path: '/device/revoke',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: "Make a device's certificates useless and end its connection",
    input: z.object({ deviceUUID: uuid }),
    output: z.null(),
  }),
  listTrustedCas: defineCall({
    method: 'GET',
    path: '/device/trustedCa/list',
    access: 'account_manage',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Makers of certificates the account trusts beside our own; for super administrators',
    input: z.object({}),
    output: z.array(trustedCa),
  }),
  addTrustedCa: defineCall({
    method: 'POST',
    path: '/device/trustedCa/add',
    access: 'account_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Add a maker of certificates, which admits devices once it is proven; for super administrators',
    input: z.object({
      name: requiredText(TRUSTED_CA_LIMITS.nameMax),
      pem,
    }),
    output: z.object({ trustedCaUUID: uuid, challenge: z.string() }),
  }),
  proveTrustedCa: defineCall({
    method: 'POST',
    path: '/device/trustedCa/prove',
    access: 'account_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Prove a maker with a certificate it issued to its challenge; for super administrators',
    input: z.object({ trustedCaUUID: uuid, certificate: pem }),
    output: z.null(),
  }),
  removeTrustedCa: defineCall({
    method: 'DELETE',
    path: '/device/trustedCa/remove',
    access: 'account_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Trust a maker no longer; for super administrators',
    input: z.object({ trustedCaUUID: uuid }),
    output: z.null(),
  }),
};
