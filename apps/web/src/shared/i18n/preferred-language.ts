import {
  FALLBACK_LANGUAGE,
  type Language,
  matchLanguage,
  negotiateLanguage,
} from '@airloom/contract/languages';

/**
 * The stored language; on a first visit the browser's, if it is one of ours; else Chinese. A stored value
 * that is none of ours counts as Chinese too, as the product always had it.
 */
export function preferredLanguage(stored: string | null, browser: readonly string[]): Language {
  if (stored !== null && stored !== '') return matchLanguage(stored) ?? FALLBACK_LANGUAGE;
  return negotiateLanguage(browser);
}
