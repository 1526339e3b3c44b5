import { useMemo } from 'react';
import { useLanguageStore } from './i18n.ts';
import { type Format, makeFormat } from './make-format.ts';

export function useFormat(): Format {
  const language = useLanguageStore((state) => state.language);
  return useMemo(() => makeFormat(language), [language]);
}
