import { namespaceOf } from './message-files.ts';
import type { SourceFile } from './source-files.ts';
import {
  type ESTree,
  type PossibleText,
  parse,
  place,
  possibleTexts,
  textOfTemplate,
  visit,
} from './syntax.ts';

export interface MessageUse {
  /** A whole key, or what stands before the first value of a template. */
  readonly text: string;
  readonly complete: boolean;
  /** Whether it must be a message: given to a translator, or written where dotted names are message keys. */
  readonly certain: boolean;
  /** Names of the values given to a translator; undefined where they cannot be read from the source. */
  readonly values?: ReadonlySet<string> | undefined;
  readonly place: string;
}

/** Which argument of these functions is the key. */
const KEY_ARGUMENT: Readonly<Record<string, number>> = { t: 0, translate: 1 };

/** Elsewhere `sites.name` may as well be a column of a table. */
const KEYS_ONLY = /^(?:packages\/contract|apps\/web)\//;
const FILE_NAME = /\.(?:tsx?|m?js|json|css|svg|png|jpe?g|webp|woff2)$/;

function calledName(callee: ESTree.Node): string | null {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
    ? callee.property.name
    : null;
}

function namesOfValues(given: ESTree.Node | undefined): ReadonlySet<string> | undefined {
  if (!given) return new Set();
  if (given.type !== 'ObjectExpression') return undefined;
  const names = new Set<string>();
  for (const property of given.properties) {
    if (property.type !== 'Property' || property.computed) return undefined;
    const { key } = property;
    if (key.type === 'Identifier') names.add(key.name);
    if (key.type === 'Literal') names.add(String(key.value));
  }
  return names;
}

function looksLikeKey(text: string, complete: boolean, namespaces: ReadonlySet<string>): boolean {
  const shape = complete ? /^[a-z][\w-]*(?:\.[\w-]+)+$/ : /^[a-z][\w-]*\.[\w.-]*$/;
  return shape.test(text) && !FILE_NAME.test(text) && namespaces.has(namespaceOf(text));
}

export function messageUsesIn(file: SourceFile, namespaces: ReadonlySet<string>): MessageUse[] {
  const uses = new Map<number, MessageUse>();
  const keysOnly = KEYS_ONLY.test(file.path);
  const add = (
    { text, complete, start }: PossibleText,
    certain: boolean,
    values?: ReadonlySet<string>,
  ): void => {
    if (uses.get(start)?.certain) return;
    uses.set(start, { text, complete, certain, values, place: place(file, start) });
  };
  const addIfKey = (found: PossibleText): void => {
    if (looksLikeKey(found.text, found.complete, namespaces)) add(found, keysOnly);
  };
  visit(parse(file), {
    CallExpression({ callee, arguments: given }) {
      const position = KEY_ARGUMENT[calledName(callee) ?? ''];
      const key = position === undefined ? undefined : given[position];
      if (position === undefined || !key) return;
      const values = namesOfValues(given[position + 1]);
      for (const text of possibleTexts(key)) add(text, true, values);
    },
    JSXAttribute({ name, value }) {
      if (name.type !== 'JSXIdentifier' || name.name !== 'i18nKey' || !value) return;
      const texts = possibleTexts(value.type === 'JSXExpressionContainer' ? value.expression : value);
      for (const text of texts) add(text, true);
    },
    Literal: (literal) => possibleTexts(literal).forEach(addIfKey),
    TemplateLiteral: (template) => addIfKey(textOfTemplate(template)),
  });
  return [...uses.values()];
}

/** Messages that other messages take in: `$t(some.key)`. */
export function nestedUses(texts: ReadonlyMap<string, string>): string[] {
  return [...texts.values()].flatMap((text) =>
    [...text.matchAll(/\$t\(([\w.-]+)/g)].map(([, key = '']) => key),
  );
}
