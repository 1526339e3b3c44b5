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
    title: 'a test',
    ok: false,
    file: 'pages.spec.ts',
    tests: [{ results: [{ status: 'failed', errors: [{ message: 'Error: lost' }] }] }],
  };
  const report = { suites: [{ file: 'pages.spec.ts', suites: [{ specs: [{ ...spec, ok: true }, spec] }] }] };
  expect(failuresIn(report)).toEqual(['pages.spec.ts › a test\n    Error: lost']);
});

test('a file that fails beside its tests is named once: it was not loaded, or what comes before them went wrong', () => {
  const skipped = { fullName: 'never ran', status: 'skipped', failureMessages: [] };
  const file = { name: 'apps/two.test.ts', status: 'failed', message: 'SyntaxError' };
  const named = ['apps/two.test.ts › beside its tests\n    SyntaxError'];
  expect(failuresIn({ testResults: [{ ...file, assertionResults: [] }] })).toEqual(named);
  expect(failuresIn({ testResults: [{ ...file, assertionResults: [skipped] }] })).toEqual(named);
  const failed = { fullName: 'went wrong', status: 'failed', failureMessages: ['Error'] };
  expect(failuresIn({ testResults: [{ ...file, assertionResults: [failed] }] })).toEqual([
    'apps/two.test.ts › went wrong\n    Error',
  ]);
});

test('what Playwright could not even begin is named', () => {
  expect(failuresIn({ suites: [], errors: [{ message: 'Error: no such file' }] })).toEqual([
    'before the tests\n    Error: no such file',
  ]);
});

test('a report without failures names none', () => {
  expect(failuresIn({ testResults: [], suites: [] })).toEqual([]);
});
