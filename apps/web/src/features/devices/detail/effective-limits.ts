import type { EffectiveView } from '@airloom/contract/configuration/configuration.model';
import type { UnsupportedReason } from '@airloom/contract/configuration/unsupported';
import { fieldOf } from '../../../shared/configuration/field-paths.ts';

type Limitation = EffectiveView['unsupported'][number];

/** The fields of a network or radio that each reason concerns; null: all of them. */
const FIELDS: Readonly<Partial<Record<UnsupportedReason, readonly string[] | null>>> = {
  bandNotAllowed: null,
  noRadio: null,
  ssidTaken: null,
  channelNotAllowed: ['channel', 'allowedChannels'],
  widthNotSupported: ['width'],
  powerAboveLimit: ['power'],
  totalBandwidth: ['upload', 'download'],
};

function concerns({ name, band, reason }: Limitation, path: string, value: unknown): boolean {
  const place = fieldOf(path);
  const fields = FIELDS[reason];
  if (place === null || fields === undefined || value === null) return false;
  const isPlace =
    place.network === null
      ? band !== null && place.band === band
      : // A network without one of its bands is on the others.
        band === null && place.network === name;
  return isPlace && (fields === null || fields.includes(place.field));
}

/** Whether the document of the device does not contain the value. */
export function isUnsupported(
  limitations: readonly Limitation[],
  { path, value }: EffectiveView['values'][number],
): boolean {
  return limitations.some((one) => concerns(one, path, value));
}
