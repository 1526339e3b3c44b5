import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { BANDS } from '@airloom/contract/devices/devices.model';
import { uuid } from '@airloom/contract/fields';
import { z } from 'zod';
import type { Band } from './radio-form.ts';

const documentSchema = z.record(z.string(), z.json());

/** The JSON object in a text; null where it is none. */
export function documentIn(text: string): z.infer<typeof documentSchema> | null {
  try {
    return documentSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** A device configuration as text, and where its settings are to be defined. */
export const importForm = z.object({
  placeUUID: uuid,
  document: z
    .string()
    .min(1, 'validation.required')
    .refine((text) => text === '' || documentIn(text) !== null, 'wireless.import.notJson'),
});

interface Found {
  networks: readonly string[];
  bands: readonly Band[];
}

/** What the settings that were read are about. */
export function foundIn(edits: readonly SettingEdit[]): Found {
  return {
    networks: edits.flatMap((edit) =>
      edit.kind === 'wirelessNetwork' && edit.value ? [edit.value.ssid] : [],
    ),
    bands: BANDS.filter((band) => edits.some((edit) => edit.kind === 'radios' && edit.value?.bands[band])),
  };
}
