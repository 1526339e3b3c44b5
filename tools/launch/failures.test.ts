import { expect, test } from 'vitest';
import { failuresIn } from './failures.mjs';

test('what failed in a vitest report is named with its file and what was wrong', () => {
  const report = {
    testResults: [
      {
        name: 'apps/one.test.ts',
        assertionResults: [
          { fullName: 'goes well', status: 'passed', failureMessages: [] },
          {
            fullName: 'goes wrong',
            status: 'failed',
            failureMessages: ['\u001b[31mAssertionError: 1\n\nwas 2'],
          },
        ],
      },
    ],
  };
  expect(failuresIn(report)).toEqual(['apps/one.test.ts › goes wrong\n    AssertionError: 1\n    was 2']);
});

test('what failed in a Playwright report is found however deep it stands', () => {
  const spec = {
    title: 'a walk',
    ok: false,
    file: 'walk.spec.ts',
    tests: [{ results: [{ status: 'failed', errors: [{ message: 'Error: lost' }] }] }],
  };
  const report = { suites: [{ file: 'walk.spec.ts', suites: [{ specs: [{ ...spec, ok: true }, spec] }] }] };
  expect(failuresIn(report)).toEqual(['walk.spec.ts › a walk\n    Error: lost']);
});

test('a file that could not be loaded is named too', () => {
  const report = {
    testResults: [
      { name: 'apps/two.test.ts', status: 'failed', message: 'SyntaxError', assertionResults: [] },
    ],
  };
  expect(failuresIn(report)).toEqual(['apps/two.test.ts › could not be loaded\n    SyntaxError']);
});

test('a report without failures names none', () => {
  expect(failuresIn({ testResults: [], suites: [] })).toEqual([]);
});
