import { makeUnits } from '@airloom/contract/formats/figures/units';
import { loadMessages, type Translate } from '@airloom/messages';
import { createInstance } from 'i18next';
import type { Wording } from '../difference-words.ts';

/** The English texts of the product. */
export async function englishWording(): Promise<Wording> {
  const instance = createInstance();
  await instance.init({
    lng: 'en',
    resources: { en: { translation: await loadMessages('en') } },
    interpolation: { escapeValue: false },
  });
  const t: Translate = (key, values = {}) => instance.t(key, values);
  return { t, units: makeUnits('en') };
}
