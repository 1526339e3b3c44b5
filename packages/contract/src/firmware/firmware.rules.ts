import { z } from 'zod';
import { deviceKind } from '../devices/devices.model.ts';
import { integerWithin, lines, requiredText, text, timestamp, uuid } from '../fields.ts';
import { FIRMWARE_LIMITS } from './firmware.limits.ts';

export const firmwareInput = z.object({
  fileUUID: uuid,
  kind: deviceKind,
  models: z
    .array(requiredText(FIRMWARE_LIMITS.modelMax))
    .min(1, 'validation.required')
    .max(FIRMWARE_LIMITS.modelsMax, 'validation.tooMany')
    .refine(
      (models) => new Set(models.map((model) => model.toLowerCase())).size === models.length,
      'validation.duplicate',
    ),
  version: requiredText(FIRMWARE_LIMITS.versionMax),
  notes: lines(FIRMWARE_LIMITS.notesMax).default(''),
  /** SHA-256 published by the vendor; checked against the uploaded file. */
  sha256: z
    .string('validation.required')
    .trim()
    .toLowerCase()
    .regex(/^[0-9a-f]{64}$/u, 'validation.sha256'),
  /** Base64 of the vendor's signature of the image; empty when there is none. */
  signature: text(FIRMWARE_LIMITS.signatureMax).default(''),
});

export const firmwareKeyInput = z.object({
  name: requiredText(FIRMWARE_LIMITS.keyNameMax),
  pem: z
    .string('validation.required')
    .trim()
    .min(1, 'validation.required')
    .max(FIRMWARE_LIMITS.keyPemMax, 'validation.tooLong'),
});

/** Increasing shares in percent; the last one is 100. */
const waves = z
  .array(integerWithin(1, 100))
  .min(1, 'validation.required')
  .max(FIRMWARE_LIMITS.wavesMax, 'validation.tooMany')
  .refine((shares) => shares.every((share, i) => share > (shares[i - 1] ?? 0)), 'validation.wavesRise')
  .refine((shares) => shares.at(-1) === 100, 'validation.wavesEnd');

export const campaignInput = z.object({
  name: requiredText(FIRMWARE_LIMITS.campaignNameMax),
  firmwareUUID: uuid,
  /** Either chosen devices, or all suitable ones of a site, a group or the whole reach of the person. */
  target: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('devices'),
      deviceUUIDs: z
        .array(uuid)
        .min(1, 'validation.required')
        .max(FIRMWARE_LIMITS.devicesMax, 'validation.tooMany')
        .transform((ids) => [...new Set(ids)]),
    }),
    z.object({ kind: z.literal('site'), siteUUID: uuid }),
    z.object({ kind: z.literal('group'), groupUUID: uuid }),
    z.object({ kind: z.literal('all') }),
  ]),
  /** Null: now. Otherwise at least five minutes ahead. */
  startAt: timestamp.nullable().default(null),
  waves: waves.default([100]),
  stopAtFailedPercent: integerWithin(1, 100).default(20),
  retries: integerWithin(0, FIRMWARE_LIMITS.retriesMax).default(1),
});
