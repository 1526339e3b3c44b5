import { makeUnits, type Units } from '@airloom/contract/formats/figures/units';
import { useLanguageStore } from './i18n.ts';
import { perLanguage } from './per-language.ts';

const unitsOf = perLanguage(makeUnits);

export function useUnits(): Units {
  return unitsOf(useLanguageStore((state) => state.language));
}
