import { type Check, failing } from './check.ts';
import { readShippedSources, type SourceFile } from './source-files.ts';
import { type ESTree, parse, place, possibleTexts, visit } from './syntax.ts';

/** The folder with the console's own fields. */
const FORM = 'apps/web/src/shared/form/';

/** Types of inputs that every browser draws, words and formats in its own way. */
const TYPES = new Set(['date', 'time', 'datetime-local', 'month', 'week']);
const ELEMENTS = new Set(['select', 'datalist']);

function typesOf(value: ESTree.JSXAttribute['value']): string[] {
  if (value?.type === 'Literal') return possibleTexts(value).map(({ text }) => text);
  if (value?.type === 'JSXExpressionContainer')
    return possibleTexts(value.expression).map(({ text }) => text);
  return [];
}

function nativeInputs(file: SourceFile): string[] {
  const found: string[] = [];
  visit(parse(file), {
    JSXOpeningElement({ name, attributes, start }) {
      if (name.type === 'JSXIdentifier' && ELEMENTS.has(name.name))
        found.push(`${place(file, start)} uses <${name.name}> instead of a field of ${FORM}`);
      for (const attribute of attributes) {
        if (attribute.type !== 'JSXAttribute' || attribute.name.name !== 'type') continue;
        const type = typesOf(attribute.value).find((one) => TYPES.has(one));
        if (type !== undefined)
          found.push(`${place(file, start)} uses type="${type}" instead of a field of ${FORM}`);
      }
    },
  });
  return found;
}

/** Selects and fields for dates and times look, read and are used alike in every browser and language. */
export const nativeInputsCheck = {
  name: 'native-inputs',
  run(root) {
    const components = readShippedSources(root).filter(
      ({ path }) => path.startsWith('apps/web/src/') && path.endsWith('.tsx') && !path.startsWith(FORM),
    );
    return failing(components.flatMap(nativeInputs));
  },
} satisfies Check;
