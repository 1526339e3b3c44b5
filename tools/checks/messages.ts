import { LANGUAGES, SOURCE_LANGUAGE } from '../../packages/contract/src/languages.ts';
import { type Check, failing } from './check.ts';
import { DYNAMIC_KEYS } from './dynamic-keys/index.ts';
import type { DynamicKeys } from './dynamic-keys/model.ts';
import {
  type Forms,
  groupForms,
  type LanguageTexts,
  namespaceOf,
  readLanguage,
  valuesIn,
} from './message-files.ts';
import { parityFaults } from './message-parity.ts';
import { type MessageUse, messageUsesIn, nestedUses } from './message-uses.ts';
import { readShippedSources } from './source-files.ts';

function wholeKeys({ prefix, values }: DynamicKeys): string[] {
  return values.map((value) => prefix + value);
}

/** Plural forms are chosen by `count`, even where the text does not show it. */
function neededValues(forms: Forms): Set<string> {
  const isPlural = [...forms.keys()].some((form) => form !== '');
  return new Set([...(isPlural ? ['count'] : []), ...[...forms.values()].flatMap(valuesIn)]);
}

function valueFaults({ text, values, place }: MessageUse, forms: Forms | undefined): string[] {
  if (!values || !forms) return [];
  return [...neededValues(forms)]
    .filter((name) => !values.has(name))
    .map((name) => `${place} gives ${text} no {{${name}}}`);
}

export function useFaults(
  source: LanguageTexts,
  uses: readonly MessageUse[],
  dynamicKeys: readonly DynamicKeys[],
): string[] {
  const messages = groupForms(source.texts);
  const nested = nestedUses(source.texts);
  const prefixes = new Set(dynamicKeys.map(({ prefix }) => prefix));
  const usedPrefixes = new Set(uses.filter((use) => !use.complete).map((use) => use.text));
  const used = new Set([
    ...uses.filter((use) => use.complete).map((use) => use.text),
    ...nested,
    ...dynamicKeys.flatMap(wholeKeys),
  ]);
  return [
    ...uses
      .filter((use) => use.certain && use.complete && !messages.has(use.text))
      .map((use) => `${use.place} uses ${use.text}, which no message has`),
    ...uses.filter((use) => use.complete).flatMap((use) => valueFaults(use, messages.get(use.text))),
    ...uses
      .filter((use) => use.certain && !use.complete && !prefixes.has(use.text))
      .map((use) => `${use.place} puts a key together from "${use.text}": list it in dynamic-keys`),
    ...nested
      .filter((key) => !messages.has(key))
      .map((key) => `a message takes in ${key}, which no message has`),
    ...dynamicKeys
      .flatMap(wholeKeys)
      .filter((key) => !messages.has(key))
      .map((key) => `dynamic-keys names ${key}, which no message has`),
    ...[...prefixes]
      .filter((prefix) => !usedPrefixes.has(prefix))
      .map((prefix) => `dynamic-keys lists "${prefix}", which no source puts together`),
    ...[...messages.keys()].filter((key) => !used.has(key)).map((key) => `${key} is used nowhere`),
  ];
}

/** Four languages with the same keys and placeholders, none missing and none unused. */
export function messagesCheck(dynamicKeys: readonly DynamicKeys[]) {
  return {
    name: 'messages',
    run(root) {
      const source = readLanguage(root, SOURCE_LANGUAGE);
      const namespaces = new Set([
        ...source.namespaces,
        ...dynamicKeys.map(({ prefix }) => namespaceOf(prefix)),
      ]);
      const uses = readShippedSources(root)
        .filter((file) => !file.path.startsWith('packages/messages/'))
        .flatMap((file) => messageUsesIn(file, namespaces));
      return failing([
        ...LANGUAGES.flatMap((language) => parityFaults(source, readLanguage(root, language))),
        ...useFaults(source, uses, dynamicKeys),
      ]);
    },
  } satisfies Check;
}

export const messages = messagesCheck(DYNAMIC_KEYS);
