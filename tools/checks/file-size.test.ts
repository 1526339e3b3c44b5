import { expect, test } from 'vitest';
import { fileSize } from './file-size.ts';
import { makeTree } from './testing/tree.ts';

const statements = (count: number): string => 'console.log(1);\n'.repeat(count);
const rows = (count: number, row: string): string => `  ${row},\n`.repeat(count);

test('warns, and only warns, of a file over 400 lines', () => {
  const root = makeTree({
    'apps/server/src/platform/long.ts': statements(450),
    'apps/web/src/shared/Short.tsx': statements(390),
    'packages/contract/node_modules/x/long.ts': statements(450),
  });
  expect(fileSize.run(root)).toEqual({
    failures: [],
    warnings: ['apps/server/src/platform/long.ts has 451 lines beside its tables, more than 400'],
  });
});

test('tables of data do not count', () => {
  const root = makeTree({
    'packages/contract/src/countries.ts': `export const countries = [\n${rows(900, "['PL', 48]")}] as const;\n`,
    'packages/contract/src/limits.ts': `const limits = {\n${rows(900, 'a: 1')}} satisfies object;\n`,
  });
  expect(fileSize.run(root)).toEqual({ failures: [], warnings: [] });
});

test('a table of functions is code', () => {
  const root = makeTree({ 'tools/handlers.ts': `const handlers = [\n${rows(500, '() => 1')}];\n` });
  expect(fileSize.run(root)).toMatchObject({
    warnings: [expect.stringContaining('tools/handlers.ts has 503 lines')],
  });
});
