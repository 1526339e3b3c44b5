import { z } from 'zod';
import { timestamp, uuid } from '../fields.ts';
import { device, deviceKind } from './devices.model.ts';

/**
 * Why a device was refused. `untrusted`: this account does not trust the authority of its certificate; `otherMac`: it
 * reports the serial number of a registered device, and another MAC address; `deviceInUse`: a code was used in the name
 * of a device that is connected, or in another site.
 */
export const REFUSAL_REASONS = [
  'untrusted',
  'expired',
  'notYetValid',
  'revoked',
  'waitingForApproval',
  'quotaReached',
  'otherMac',
  'codeUnknown',
  'codeUsedUp',
  'codeExpired',
  'codeRevoked',
  'deviceInUse',
  'requestInvalid',
] as const;
export const refusalReason = z.enum(REFUSAL_REASONS);
export type RefusalReason = z.infer<typeof refusalReason>;

/** Refused attempts of one device for one reason, since it last connected. */
export const refusedAttempt = z.object({
  /** Empty when the device did not name itself. */
  mac: z.string(),
  /** Null for a device that the account does not have. */
  deviceUUID: uuid.nullable(),
  deviceName: z.string(),
  deviceKind: deviceKind.nullable(),
  reason: refusalReason,
  /** Where the last one came from; empty when the account may not know. */
  address: z.string(),
  count: z.number().int(),
  firstAt: timestamp,
  lastAt: timestamp,
});
export type RefusedAttempt = z.infer<typeof refusedAttempt>;

/** `connected`: admitted, without a report yet. */
export const ADDING_STAGES = ['waiting', 'connected', 'online'] as const;
export const addingStage = z.enum(ADDING_STAGES);
export type AddingStage = z.infer<typeof addingStage>;

/** A device that is being added. */
export const expectedDevice = device
  .pick({ deviceUUID: true, kind: true, name: true, sn: true, mac: true, model: true, siteUUID: true })
  .extend({
    stage: addingStage,
    /** It has a certificate of this account. */
    enrolled: z.boolean(),
  });
export type ExpectedDevice = z.infer<typeof expectedDevice>;
