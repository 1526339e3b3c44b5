import { isLong, seed } from '../../tools/testing/run-length.ts';

const OTHERS = ['zh', 'pl', 'es'] as const;
const OTHER = OTHERS[seed % OTHERS.length];

/** Entries by language: all in the long run, otherwise English and one other language, another one for each seed. */
export function inTestedLanguages<T>(byLanguage: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(byLanguage).filter(([language]) => isLong || language === 'en' || language === OTHER);
}
