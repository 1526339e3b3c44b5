import { expect, test } from 'vitest';
import { makeTree } from './testing/tree.ts';
import { unusedErrors } from './unused-errors.ts';

const COMMON = `export const COMMON_ERRORS = {
  notFound: { code: 1, http: 404 },
} as const satisfies Record<string, object>;`;
const DEVICES = `export const DEVICE_ERRORS = {
  tooLate: { code: 2, http: 200 },
  forgotten: { code: 3, http: 200 },
} as const satisfies Record<string, object>;`;

test('names the errors that no shipped source names', () => {
  const root = makeTree({
    'packages/contract/src/common-errors.ts': COMMON,
    'packages/contract/src/devices/devices.errors.ts': DEVICES,
    'apps/server/src/platform/a.ts': "throw new Failure('notFound');",
    'apps/web/src/shared/b.ts': 'if (code === DEVICE_ERRORS.tooLate.code) leave();',
    'apps/server/src/platform/a.test.ts': "expectFailure(answer, 'forgotten');",
    'apps/server/src/platform/c.ts': '// forgotten\nexport const forgotten = other.forgotten;',
  });
  expect(unusedErrors.run(root).failures).toEqual([
    'packages/contract/src/devices/devices.errors.ts: nothing fails with forgotten',
  ]);
});

test('does not pass where there is no table to look at', () => {
  expect(unusedErrors.run(makeTree({ 'apps/server/src/a.ts': '' })).failures).toHaveLength(1);
});
