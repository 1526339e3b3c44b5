export const LANGUAGES = ['en', 'zh', 'pl', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

export const SOURCE_LANGUAGE: Language = 'en';
export const FALLBACK_LANGUAGE: Language = 'zh';

/** The values of `yuyan` in setLang (specification §7). */
export const YUYAN = { zh: 'zh-CN', en: 'en-US', pl: 'pl', es: 'es' } as const satisfies Record<
  Language,
  string
>;
export type Yuyan = (typeof YUYAN)[Language];

export const YUYAN_VALUES = ['zh-CN', 'en-US', 'pl', 'es'] as const satisfies readonly Yuyan[];

export function languageOfYuyan(yuyan: Yuyan): Language {
  return LANGUAGES.find((language) => YUYAN[language] === yuyan) ?? FALLBACK_LANGUAGE;
}

/** A stored or browser language tag, e.g. `en-GB`, to a supported language; undefined when it is none of the four. */
export function matchLanguage(tag: string | null | undefined): Language | undefined {
  const primary = tag?.trim().toLowerCase().split(/[-_]/)[0];
  return LANGUAGES.find((language) => language === primary);
}

/** The first supported language in an `Accept-Language` header or a list of browser languages, if there is one. */
export function requestedLanguage(tags: readonly string[]): Language | undefined {
  for (const tag of tags) {
    const language = matchLanguage(tag.split(';')[0]);
    if (language) return language;
  }
  return undefined;
}

export function negotiateLanguage(tags: readonly string[]): Language {
  return requestedLanguage(tags) ?? FALLBACK_LANGUAGE;
}
