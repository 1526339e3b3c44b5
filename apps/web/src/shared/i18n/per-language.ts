import type { Language } from '@airloom/contract/languages';

const forgetting: (() => void)[] = [];

/** Made once for each language: making what writes figures takes longer than drawing a row of them. */
export function perLanguage<T>(make: (language: Language) => T): (language: Language) => T {
  const made = new Map<Language, T>();
  forgetting.push(() => made.clear());
  return (language) => {
    const known = made.get(language);
    if (known !== undefined) return known;
    const fresh = make(language);
    made.set(language, fresh);
    return fresh;
  };
}

/** What writes times keeps to the zone it was made in: where that may be another one now, it is made anew. */
export function forgetFormats(): void {
  for (const forget of forgetting) forget();
}
