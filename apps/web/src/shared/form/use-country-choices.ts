import { COUNTRIES } from '@airloom/contract/countries';
import { YUYAN } from '@airloom/contract/languages';
import { useMemo } from 'react';
import { currentLanguage } from '../i18n/i18n.ts';
import { useFormat } from '../i18n/use-format.ts';
import type { Choice } from './rich-inputs.tsx';

/** Countries by their names in the language of the page. */
export function useCountryChoices(): readonly Choice<string>[] {
  const { regionName } = useFormat();
  return useMemo(() => {
    const byName = new Intl.Collator(YUYAN[currentLanguage()]);
    return COUNTRIES.map(({ code }) => ({ value: code, label: regionName(code) })).sort((a, b) =>
      byName.compare(a.label, b.label),
    );
  }, [regionName]);
}
