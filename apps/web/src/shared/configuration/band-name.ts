import type { Band } from '@airloom/contract/configuration/effective';
import type { Translate } from '@airloom/messages';
import type { MessageKey } from '../i18n/i18n.ts';

export const BAND_KEYS = {
  '2G': 'configuration.band.2G',
  '5G': 'configuration.band.5G',
  '6G': 'configuration.band.6G',
} as const satisfies Record<Band, MessageKey>;

export function bandName(text: string, t: Translate): string {
  return text === '2G' || text === '5G' || text === '6G' ? t(BAND_KEYS[text]) : text;
}
