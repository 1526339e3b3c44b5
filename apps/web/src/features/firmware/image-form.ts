import type { InputOf } from '@airloom/contract/call';
import type { firmwareCalls } from '@airloom/contract/firmware/firmware.calls';
import { firmwareInput } from '@airloom/contract/firmware/firmware.rules';
import { z } from 'zod';

const { sha256: hash } = firmwareInput.shape;

/** Form values; the vendor hash is compared with the hash of the file. */
export const imageForm = firmwareInput
  .extend({
    sha256: z.string().trim().toLowerCase(),
    /** Hash of the chosen file; empty where the browser cannot compute it. */
    computed: z.string(),
  })
  .superRefine(({ sha256, computed }, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['sha256'], message });
    if (sha256 === '' && computed !== '') return;
    if (!hash.safeParse(sha256).success) refuse('validation.sha256');
    else if (computed !== '' && sha256 !== computed) refuse('validation.sha256Mismatch');
  });

export type ImageForm = typeof imageForm;

/** The server compares the upload with the vendor hash, else with the computed one. */
export function imageOf({
  computed,
  ...image
}: z.output<ImageForm>): InputOf<typeof firmwareCalls.createFirmware> {
  return { ...image, sha256: image.sha256 || computed };
}
