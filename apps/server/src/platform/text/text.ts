import { LANGUAGES, type Language, SOURCE_LANGUAGE } from '@airloom/contract/languages';
import { loadMessages } from '@airloom/messages';
import { createInstance } from 'i18next';

const texts = createInstance();
await texts.init({
  lng: SOURCE_LANGUAGE,
  fallbackLng: SOURCE_LANGUAGE,
  resources: Object.fromEntries(
    await Promise.all(
      LANGUAGES.map(async (language) => [language, { translation: await loadMessages(language) }] as const),
    ),
  ),
  nsSeparator: false,
  interpolation: { escapeValue: false },
});

/** A text of `packages/messages` in the given language. Values are not escaped: escape the result where it is shown. */
export function translate(
  language: Language,
  key: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return texts.getFixedT(language)(key, { ...values });
}

/** A text by its key, in one language. */
export type Translate = (key: string) => string;

/** For tables, where few texts occur in many rows: each is looked up once. */
export function translatorFor(language: Language): Translate {
  const cache = new Map<string, string>();
  return (key) => {
    const known = cache.get(key) ?? translate(language, key);
    cache.set(key, known);
    return known;
  };
}
