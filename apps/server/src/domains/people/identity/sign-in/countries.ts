import { COUNTRIES } from '@airloom/contract/countries';
import type { CountryCode } from '@airloom/contract/identity/sign-in.model';
import { type Language, YUYAN } from '@airloom/contract/languages';

const lists = new Map<Language, readonly CountryCode[]>();

/** Countries by name in the given language, filtered by name, ISO code or dialling code. */
export function countryCodes(language: Language, search: string): CountryCode[] {
  const wanted = search.toLowerCase().replace(/^\+/, '');
  return listIn(language).filter(
    (country) =>
      country.name.toLowerCase().includes(wanted) ||
      country.country.toLowerCase() === wanted ||
      country.dialCode.startsWith(wanted),
  );
}

function listIn(language: Language): readonly CountryCode[] {
  const known = lists.get(language);
  if (known) return known;
  const names = new Intl.DisplayNames([YUYAN[language]], { type: 'region' });
  const collator = new Intl.Collator(YUYAN[language]);
  const list = COUNTRIES.map(({ code, dialCode }) => ({
    country: code,
    name: names.of(code) ?? code,
    dialCode,
  })).sort((a, b) => collator.compare(a.name, b.name));
  lists.set(language, list);
  return list;
}
