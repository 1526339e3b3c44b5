import { browserDateLocale } from './date-locale.ts';
import { useLanguageStore } from './i18n.ts';
import { type Format, makeFormat } from './make-format.ts';
import { perLanguage } from './per-language.ts';

const formatOf = perLanguage((language) => makeFormat(language, browserDateLocale(language)));

export function useFormat(): Format {
  return formatOf(useLanguageStore((state) => state.language));
}
