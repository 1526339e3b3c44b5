import { type Check, failing } from './check.ts';
import { readShippedSources } from './source-files.ts';
import { parse, visit } from './syntax.ts';

const TABLE = 'packages/contract/src/errors.ts';

/** A declared error that nothing can answer with is a promise nobody keeps. */
export const unusedErrors = {
  name: 'unused-errors',
  run(root) {
    const declared = new Set<string>();
    const named = new Set<string>();
    for (const file of readShippedSources(root)) {
      if (file.path !== TABLE) {
        visit(parse(file), {
          Literal: ({ value }) => typeof value === 'string' && named.add(value),
          MemberExpression: ({ object, property }) => {
            const ofTable = object.type === 'Identifier' && object.name === 'ERRORS';
            if (ofTable && property.type === 'Identifier') named.add(property.name);
          },
        });
        continue;
      }
      visit(parse(file), {
        VariableDeclarator: ({ id, init }) => {
          const table = init?.type === 'TSSatisfiesExpression' ? init.expression : init;
          const rows = table?.type === 'TSAsExpression' ? table.expression : table;
          if (id.type !== 'Identifier' || id.name !== 'ERRORS' || rows?.type !== 'ObjectExpression') return;
          for (const row of rows.properties) {
            if (row.type === 'Property' && row.key.type === 'Identifier') declared.add(row.key.name);
          }
        },
      });
    }
    if (declared.size === 0) return failing([`${TABLE} declares no ERRORS`]);
    return failing(
      [...declared].filter((key) => !named.has(key)).map((key) => `${TABLE}: nothing fails with ${key}`),
    );
  },
} satisfies Check;
