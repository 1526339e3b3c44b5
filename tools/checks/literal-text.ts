import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Check, failing } from './check.ts';
import { readShippedSources, type SourceFile } from './source-files.ts';
import { type ESTree, type PossibleText, parse, place, possibleTexts, visit } from './syntax.ts';

/** Attributes, and properties of the same names, whose value people read. */
const SHOWN = new Set([
  'title',
  'placeholder',
  'label',
  'aria-label',
  'alt',
  'okText',
  'cancelText',
  'description',
  'content',
]);

function hasLetters(text: string): boolean {
  return /\p{L}/u.test(text.replaceAll(/&(?:[a-z]+|#\d+|#x[\da-f]+);/gi, ''));
}

function excerpt(text: string): string {
  const flat = text.trim().replaceAll(/\s+/g, ' ');
  return flat.length > 40 ? `${flat.slice(0, 40)}…` : flat;
}

/** Also where a component takes the key of a message, the text is no text but a key. */
function isMessageKey(text: string, namespaces: ReadonlySet<string>): boolean {
  const [namespace = '', ...rest] = text.split('.');
  return rest.length > 0 && namespaces.has(namespace) && /^[\w.-]*$/.test(text);
}

/** `{ label: 'name' }` names a field; `{ label: 'Name' }` and `{ label: 'user name' }` are read by people. */
function readsAsProse(text: string): boolean {
  return /^\p{Lu}|\s|[^\0-\x7F]/u.test(text.trim());
}

function propertyName({ key, computed }: { key: ESTree.PropertyKey; computed: boolean }): string | null {
  if (computed) return null;
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' && typeof key.value === 'string' ? key.value : null;
}

function findLiterals(file: SourceFile, namespaces: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const report = (texts: readonly PossibleText[]): void => {
    for (const { text, start, parts } of texts) {
      if (parts.some(hasLetters) && !isMessageKey(text, namespaces)) {
        found.push(`${place(file, start)} shows literal text "${excerpt(parts.join('…'))}"`);
      }
    }
  };
  const reportChildren = (children: readonly ESTree.JSXChild[]): void => {
    for (const child of children) {
      if (child.type === 'JSXText') {
        report([{ text: child.value, start: child.start, complete: true, parts: [child.value] }]);
      } else if (child.type === 'JSXExpressionContainer') {
        report(possibleTexts(child.expression));
      }
    }
  };
  visit(parse(file), {
    JSXElement: (element) => reportChildren(element.children),
    JSXFragment: (fragment) => reportChildren(fragment.children),
    JSXAttribute(attribute) {
      if (attribute.name.type !== 'JSXIdentifier' || !SHOWN.has(attribute.name.name)) return;
      if (attribute.value?.type === 'Literal') report(possibleTexts(attribute.value));
      if (attribute.value?.type === 'JSXExpressionContainer')
        report(possibleTexts(attribute.value.expression));
    },
    Property(property) {
      const name = propertyName(property);
      if (name === null || !SHOWN.has(name)) return;
      report(possibleTexts(property.value).filter(({ parts }) => parts.some(readsAsProse)));
    },
  });
  return found;
}

/** What people read comes from the messages, in four languages, never from a component. */
export const literalText = {
  name: 'literal-text',
  run(root) {
    const files = globSync('packages/messages/en/*.json', { cwd: root });
    const namespaces = new Set(files.map((file) => basename(join(root, file), '.json')));
    const components = readShippedSources(root).filter(
      ({ path }) => path.startsWith('apps/web/src/') && path.endsWith('.tsx'),
    );
    return failing(components.flatMap((file) => findLiterals(file, namespaces)));
  },
} satisfies Check;
