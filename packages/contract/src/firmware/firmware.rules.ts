import { z } from 'zod';
import { deviceKind } from '../devices/devices.model.ts';
import { integerWithin, lines, requiredText, text, timestamp, uuid } from '../fields.ts';
import { localStart } from '../rollout/local-start.ts';
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

/** Either chosen devices, or all suitable ones of a site, a group or the whole reach of the person. */
const target = z.discriminatedUnion('kind', [
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
]);

/** When a campaign starts. */
const start = {
  /** Null: now, or at a local time. Otherwise at least five minutes ahead. */
  startAt: timestamp.nullable().default(null),
  /** At a local time of each site. */
  localStart: localStart.nullable().default(null),
};

/** Only one of them. */
function hasOneStart({ startAt, localStart: local }: { startAt: string | null; localStart: object | null }) {
  return startAt === null || local === null;
}
const oneStart = { error: 'validation.oneStart', path: ['startAt'] };

const campaignFields = z.object({
  name: requiredText(FIRMWARE_LIMITS.campaignNameMax),
  firmwareUUID: uuid,
  target,
  ...start,
  waves: waves.default([100]),
  stopAtFailedPercent: integerWithin(1, 100).default(20),
  retries: integerWithin(0, FIRMWARE_LIMITS.retriesMax).default(1),
});
export const campaignInput = campaignFields.refine(hasOneStart, oneStart);

export const campaignUpdate = campaignFields
  .extend({
    campaignUUID: uuid,
    /** The revision that was edited: it is refused if somebody else has changed the campaign since. */
    revision: z.number('validation.required').int('validation.integer'),
    /** `kept`: the devices of the campaign. */
    target: z.discriminatedUnion('kind', [...target.options, z.object({ kind: z.literal('kept') })]),
  })
  .refine(hasOneStart, oneStart);

export const campaignPreviewInput = z
  .object({
    firmwareUUID: uuid,
    target: campaignUpdate.shape.target,
    ...start,
    /** The campaign that is edited; its own devices are `kept`. */
    campaignUUID: uuid.nullable().default(null),
  })
  .refine(hasOneStart, oneStart)
  .refine(({ target: { kind }, campaignUUID }) => kind !== 'kept' || campaignUUID !== null, {
    error: 'validation.required',
    path: ['campaignUUID'],
  });
