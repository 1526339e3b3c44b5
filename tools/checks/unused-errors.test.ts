import { expect, test } from 'vitest';
import { makeTree } from './testing/tree.ts';
import { unusedErrors } from './unused-errors.ts';

const TABLE = `export const ERRORS = {
  notFound: { code: 1, http: 404 },
  tooLate: { code: 2, http: 200 },
  forgotten: { code: 3, http: 200 },
} as const satisfies Record<string, object>;`;

test('names the errors that no shipped source names', () => {
  const root = makeTree({
    'packages/contract/src/errors.ts': TABLE,
    'apps/server/src/platform/a.ts': "throw new Failure('notFound');",
    'apps/web/src/shared/b.ts': 'if (code === ERRORS.tooLate.code) leave();',
    'apps/server/src/platform/a.test.ts': "expectFailure(answer, 'forgotten');",
    'apps/server/src/platform/c.ts': '// forgotten\nexport const forgotten = other.forgotten;',
  });
  expect(unusedErrors.run(root).failures).toEqual([
    'packages/contract/src/errors.ts: nothing fails with forgotten',
  ]);
});

test('does not pass where there is no table to look at', () => {
  expect(unusedErrors.run(makeTree({ 'apps/server/src/a.ts': '' })).failures).toHaveLength(1);
});
