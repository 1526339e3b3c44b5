import { useMemo } from 'react';
import { useLanguageStore } from './i18n.ts';
import { makeUnits, type Units } from './make-units.ts';

export function useUnits(): Units {
  const language = useLanguageStore((state) => state.language);
  return useMemo(() => makeUnits(language), [language]);
}
