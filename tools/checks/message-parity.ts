import { type Forms, groupForms, type LanguageTexts, namespaceOf, valuesIn } from './message-files.ts';

function missingFrom(wanted: Iterable<string>, present: { has(value: string): boolean }): string[] {
  return [...wanted].filter((value) => !present.has(value));
}

/** What a translation has to carry along: `{{values}}` and the tags of rich texts. */
function placeholdersOf(text: string): Set<string> {
  const tags = text.matchAll(/<(\/?\w+\/?)>/g);
  return new Set([...valuesIn(text).map((name) => `{{${name}}}`), ...[...tags].map(([tag]) => tag)]);
}

function pluralForms(language: string): Set<string> {
  return new Set(new Intl.PluralRules(language).resolvedOptions().pluralCategories);
}

function formFaults(key: string, forms: Forms, language: string): string[] {
  const isPlural = [...forms.keys()].some((form) => form !== '');
  if (!isPlural) return [];
  const wanted = pluralForms(language);
  return [
    ...missingFrom(wanted, forms).map(
      (form) => `${key}_${form} is missing: a plural of this language needs it`,
    ),
    ...missingFrom(forms.keys(), wanted).map((form) =>
      form === ''
        ? `${key} is both a plural and a plain message`
        : `${key}_${form} is no plural form of this language`,
    ),
  ];
}

/** The form a translation is held against: plurals are compared with the source's `other`. */
function sourceText(forms: Forms): string {
  return forms.get('other') ?? forms.get('') ?? '';
}

function placeholderFaults(key: string, forms: Forms, source: Forms): string[] {
  const wanted = placeholdersOf(sourceText(source));
  return [...forms].flatMap(([form, text]) => {
    const present = placeholdersOf(text);
    // "One site" contains the number as a word.
    const missing = missingFrom(wanted, present).filter((name) => !(form === 'one' && name === '{{count}}'));
    const name = form === '' ? key : `${key}_${form}`;
    return [
      ...missing.map((placeholder) => `${name} lacks ${placeholder}`),
      ...missingFrom(present, wanted).map(
        (placeholder) => `${name} has ${placeholder}, unknown to the source text`,
      ),
    ];
  });
}

/** Where a language differs from the source in more than its words. The source is held against itself too. */
export function parityFaults(source: LanguageTexts, translation: LanguageTexts): string[] {
  const { language } = translation;
  const sourceMessages = groupForms(source.texts);
  const messages = groupForms(translation.texts);
  const missingFiles = missingFrom(source.namespaces, new Set(translation.namespaces));
  const extraFiles = missingFrom(translation.namespaces, new Set(source.namespaces));
  const inBoth = (key: string): boolean => ![...missingFiles, ...extraFiles].includes(namespaceOf(key));
  const empty = [...translation.texts].filter(([, text]) => text.trim() === '').map(([key]) => key);
  const faults = [
    ...translation.faults,
    ...missingFiles.map((name) => `${name}.json is missing`),
    ...extraFiles.map((name) => `${name}.json is not in ${source.language}`),
    ...missingFrom(sourceMessages.keys(), messages)
      .filter(inBoth)
      .map((key) => `${key} is missing`),
    ...missingFrom(messages.keys(), sourceMessages)
      .filter(inBoth)
      .map((key) => `${key} is not in ${source.language}`),
    ...empty.map((key) => `${key} is empty`),
    ...[...messages].flatMap(([key, forms]) => formFaults(key, forms, language)),
    ...[...messages].flatMap(([key, forms]) => {
      const sourceForms = sourceMessages.get(key);
      return sourceForms ? placeholderFaults(key, forms, sourceForms) : [];
    }),
  ];
  return faults.map((fault) => `${language}: ${fault}`);
}
