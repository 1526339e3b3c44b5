import { type Language, YUYAN } from '@airloom/contract/languages';

const REGION = /^[A-Z]{2}$|^\d{3}$/;

function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).region;
  } catch {
    return undefined; // not a language tag
  }
}

/** English has no data for most regions and would use the order of the United States, which few of them share. */
const ENGLISH_ELSEWHERE = 'en-GB';

/**
 * The locale of dates: the language of the pages, with the region of the browser. A browser language in the language of
 * the pages decides, else the first that has a region.
 */
export function dateLocale(language: Language, browser: readonly string[]): string {
  const regions = browser.map((tag) => ({
    own: tag.toLowerCase().split('-')[0] === language,
    region: regionOf(tag),
  }));
  const known = regions.filter(({ region }) => region !== undefined && REGION.test(region));
  const region = (known.find(({ own }) => own) ?? known[0])?.region;
  if (region === undefined) return YUYAN[language];
  const wanted = `${language}-${region}`;
  if (new Intl.DateTimeFormat(wanted).resolvedOptions().locale === wanted) return wanted;
  return language === 'en' && region !== 'US' ? ENGLISH_ELSEWHERE : YUYAN[language];
}

/** The same for this browser. */
export function browserDateLocale(language: Language): string {
  return dateLocale(language, navigator.languages);
}
