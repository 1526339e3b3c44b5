import { expect, test } from 'vitest';
import { docPaths } from './doc-paths.ts';
import { makeTree } from './testing/tree.ts';

const files = { 'apps/server/src/domains/network/devices/reach.ts': '' };
const failuresFor = (text: string) => docPaths.run(makeTree({ ...files, 'docs/a.md': text })).failures;

test.each([
  '`devices/reach.ts`',
  '`reach.ts`',
  '`network/devices`',
  '`domains/network/`',
  '`npm start`',
  '`/alarm/logs`',
  '`https://example.org/a/b`',
  '`src/<domain>/`',
  'devices/gone.ts without backticks',
])('accepts %s', (text) => {
  expect(failuresFor(text)).toEqual([]);
});

test.each(['devices/gone.ts', 'gone.ts', 'network/gone/'])('refuses %s', (path) => {
  expect(failuresFor(`See \`${path}\`.`)).toEqual([`docs/a.md names ${path}, which does not exist`]);
});
