import { type Check, failing } from './check.ts';
import { readShippedSources } from './source-files.ts';
import { parse, visit } from './syntax.ts';

/** `common-errors.ts` and each `<domain>.errors.ts`. */
const TABLE_FILE = /^packages\/contract\/src\/.+[.-]errors\.ts$/;
/** `COMMON_ERRORS`, `DEVICE_ERRORS` … and `ERRORS`, which holds all of them. */
const TABLE_NAME = /^(?:[A-Z_]+_)?ERRORS$/;

/** A declared error that nothing can answer with is a promise nobody keeps. */
export const unusedErrors = {
  name: 'unused-errors',
  run(root) {
    /** The file of each key. */
    const declared = new Map<string, string>();
    const named = new Set<string>();
    for (const file of readShippedSources(root)) {
      if (!TABLE_FILE.test(file.path)) {
        visit(parse(file), {
          Literal: ({ value }) => typeof value === 'string' && named.add(value),
          MemberExpression: ({ object, property }) => {
            const ofTable = object.type === 'Identifier' && TABLE_NAME.test(object.name);
            if (ofTable && property.type === 'Identifier') named.add(property.name);
          },
        });
        continue;
      }
      visit(parse(file), {
        VariableDeclarator: ({ id, init }) => {
          const table = init?.type === 'TSSatisfiesExpression' ? init.expression : init;
          const rows = table?.type === 'TSAsExpression' ? table.expression : table;
          if (id.type !== 'Identifier' || !TABLE_NAME.test(id.name) || rows?.type !== 'ObjectExpression')
            return;
          for (const row of rows.properties) {
            if (row.type === 'Property' && row.key.type === 'Identifier')
              declared.set(row.key.name, file.path);
          }
        },
      });
    }
    if (declared.size === 0) return failing(['packages/contract declares no errors']);
    return failing(
      [...declared]
        .filter(([key]) => !named.has(key))
        .map(([key, path]) => `${path}: nothing fails with ${key}`),
    );
  },
} satisfies Check;
