import { type Language, matchLanguage } from '@airloom/contract/languages';
import type { MessageDomain, MessageKey, Messages, MessageValues, Translate } from '@airloom/messages';
import type { Locale } from 'antd/es/locale';
import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { create } from 'zustand';
import { preferredLanguage } from './preferred-language.ts';

export type { MessageKey };

const instance = createInstance();

/** The texts for code outside of components; components use `useTranslation`. */
export const i18n: { readonly t: Translate; exists(key: string, values?: MessageValues): boolean } = {
  t: (key, values = {}) => instance.t(key, values),
  exists: (key, values = {}) => instance.exists(key, values),
};

const LANGUAGE_KEY = 'language';
const NAMESPACE = 'translation';

/** Texts of the pages before the sign-in. */
const publicFiles = import.meta.glob<Messages[MessageDomain]>(
  '../../../../../packages/messages/*/{ui,validation,identity}.json',
  { import: 'default' },
);

/** Texts of all other pages. They are many, so their files are listed for each language. */
const insideLists: Record<Language, () => Promise<{ insideFiles: typeof publicFiles }>> = {
  en: () => import('./inside-texts.en.ts'),
  zh: () => import('./inside-texts.zh.ts'),
  pl: () => import('./inside-texts.pl.ts'),
  es: () => import('./inside-texts.es.ts'),
};

async function textFile(
  language: Language,
  domain: MessageDomain,
): Promise<(() => Promise<unknown>) | undefined> {
  const path = `../../../../../packages/messages/${language}/${domain}.json`;
  return publicFiles[path] ?? (await insideLists[language]()).insideFiles[path];
}

const antdLocales: Record<Language, () => Promise<{ default: Locale }>> = {
  en: () => import('antd/es/locale/en_US'),
  zh: () => import('antd/es/locale/zh_CN'),
  pl: () => import('antd/es/locale/pl_PL'),
  es: () => import('antd/es/locale/es_ES'),
};

/** Domains some part of the screen needs, reloaded as a whole when the language changes. */
const wanted = new Set<MessageDomain>(['ui', 'validation']);

interface LanguageState {
  language: Language;
  antdLocale: Locale | undefined;
}

export const useLanguageStore = create<LanguageState>(() => ({
  language: preferredLanguage(localStorage.getItem(LANGUAGE_KEY), navigator.languages),
  antdLocale: undefined,
}));

export function currentLanguage(): Language {
  return useLanguageStore.getState().language;
}

async function loadDomain(language: Language, domain: MessageDomain): Promise<void> {
  const branch: unknown = instance.getResource(language, NAMESPACE, domain);
  if (branch !== undefined) return;
  const load = await textFile(language, domain);
  if (load === undefined) throw new Error(`no ${language} texts for ${domain}`);
  instance.addResourceBundle(language, NAMESPACE, { [domain]: await load() }, true);
}

/** The language that is being loaded, until it is shown. */
let next: Language | null = null;

/** Makes the texts of these domains ready in the current language. */
export async function loadTexts(domains: readonly MessageDomain[]): Promise<void> {
  for (const domain of domains) wanted.add(domain);
  const languages = new Set([currentLanguage(), next ?? currentLanguage()]);
  await Promise.all([...languages].flatMap((one) => domains.map((domain) => loadDomain(one, domain))));
}

/** Texts and the antd locale change together: antd remounts everything when its locale appears late. */
export async function showLanguage(language: Language): Promise<void> {
  next = language;
  const [locale] = await Promise.all([
    antdLocales[language](),
    ...[...wanted].map((domain) => loadDomain(language, domain)),
  ]);
  await instance.changeLanguage(language);
  document.documentElement.lang = language;
  useLanguageStore.setState({ language, antdLocale: locale.default });
  next = null;
}

/** Only a language somebody chose is stored; the browser's own may change with the browser. */
export function storedLanguage(): Language | undefined {
  return matchLanguage(localStorage.getItem(LANGUAGE_KEY));
}

export function storeLanguage(language: Language): void {
  localStorage.setItem(LANGUAGE_KEY, language);
}

const missed = new Set<string>();

/** A part of the page was shown whose domain nobody loaded: its reader sees the key. */
function complain(key: string): void {
  if (missed.has(key)) return;
  missed.add(key);
  // oxlint-disable-next-line no-console -- a programming error that the browser tests must detect
  console.error(`No text is loaded for ${key}`);
}

// Ready to take texts from here on: the first page may be fetched beside its language.
void instance.use(initReactI18next).init({
  initAsync: false,
  lng: currentLanguage(),
  defaultNS: NAMESPACE,
  ns: [NAMESPACE],
  fallbackLng: false,
  resources: {},
  interpolation: { escapeValue: false },
  saveMissing: true,
  missingKeyHandler: (_languages, _namespace, key) => complain(key),
  react: { bindI18nStore: 'added', useSuspense: false },
});
