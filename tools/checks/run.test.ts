import { beforeEach, expect, test, vi } from 'vitest';
import type { Check } from './check.ts';
import { runChecks } from './run.ts';

const printed: string[] = [];

beforeEach(() => {
  printed.length = 0;
  vi.spyOn(console, 'log').mockImplementation((line: string) => printed.push(line));
  return () => vi.restoreAllMocks();
});

const passing: Check = { name: 'passing', run: () => ({ failures: [], warnings: ['a long file'] }) };
const refusing: Check = { name: 'refusing', run: async () => ({ failures: ['wrong'], warnings: [] }) };
const breaking: Check = {
  name: 'breaking',
  run() {
    throw new Error('no such folder');
  },
};

test('warnings alone do not fail', async () => {
  expect(await runChecks([passing], '/')).toBe(0);
  expect(printed).toEqual(['✔ passing', '    warning: a long file', 'All checks pass.']);
});

test('every check runs, and one that breaks down counts as failed', async () => {
  expect(await runChecks([breaking, refusing, passing], '/')).toBe(2);
  expect(printed).toEqual([
    '✘ breaking',
    '    could not be run: no such folder',
    '✘ refusing',
    '    wrong',
    '✔ passing',
    '    warning: a long file',
    '2 of 3 checks fail.',
  ]);
});
