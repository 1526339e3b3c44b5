import { LANGUAGES } from '@airloom/contract/languages';
import { isLong, seed } from '../../tools/testing/run-length.ts';

const OTHERS = ['zh', 'pl', 'es'] as const;
const OTHER = OTHERS[seed % OTHERS.length];

/** All in the long run, otherwise English and one other language, another one for each seed. */
export const TESTED_LANGUAGES = LANGUAGES.filter(
  (language) => isLong || language === 'en' || language === OTHER,
);

/** The entries of these languages. */
export function inTestedLanguages<T>(byLanguage: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(byLanguage).filter(([language]) => TESTED_LANGUAGES.some((one) => one === language));
}
