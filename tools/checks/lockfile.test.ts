import { expect, test } from 'vitest';
import { lockfile } from './lockfile.ts';
import { makeTree } from './testing/tree.ts';

function lockOf(packages: Record<string, { resolved?: string; link?: boolean }>): string {
  return makeTree({ 'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages }) });
}

test('passes with hashes and workspace links alone', () => {
  const root = lockOf({
    '': {},
    'node_modules/zod': {},
    'node_modules/@airloom/contract': { resolved: 'packages/contract', link: true },
  });
  expect(lockfile.run(root)).toEqual({ failures: [], warnings: [] });
});

test.each([
  'https://registry.example/zod.tgz',
  'http://10.0.0.1/zod.tgz',
  'git+ssh://git@example.com/zod.git',
  'file:../zod.tgz',
])('fails on %s', (resolved) => {
  const root = lockOf({ 'node_modules/zod': { resolved }, 'node_modules/pg': {} });
  expect(lockfile.run(root)).toEqual({
    failures: ['package-lock.json: node_modules/zod carries a download address ("resolved")'],
    warnings: [],
  });
});
